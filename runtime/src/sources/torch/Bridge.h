// What libautoscope-torch.so offers to libautoscope.so: the names that torch modules are registered under.
//
// The bridge is compiled against the user's libtorch and opened only in a process that has torch modules, so that the
// run time itself needs no torch. Pointers are torch::nn::Module *. Nothing throws and nothing is kept; the module tree
// must not be changed by another thread during a call, as during a forward.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autoscope::torch_bridge {

constexpr uint32_t bridgeVersion = 6;
constexpr uint32_t longestChain = 12;

using Index = uint32_t;  // of a child among its parent's

struct Functions {
  uint32_t version;  // bridgeVersion as compiled

  // The soname of the libtorch it was compiled against: the layout of a module is that library's own, so with another
  // one in the process nothing here may be called. Empty: not known, nothing to check.
  const char *torchSoname;

  // What that library exports if its std::string is laid out as here; the wheels of PyPI before 2.6 have the old layout
  // under the same soname. Empty: nothing to check.
  const char *torchSymbol;

  // Indexes of children that lead from `parent` to its descendant `child`, the first in the order of named_modules().
  // Returns their number, 0 if there is no such way within longestChain. `mark` is of the names and classes on the way,
  // `steps` the modules that were looked at.
  uint32_t (*find)(const void *parent, const void *child, Index *chain, uint64_t *mark, uint32_t *steps);

  // Does the chain still lead there, by the same names and classes? Cheap: a cached name is checked with it once per
  // call of the outermost module. The address alone does not tell: the child may have been registered anew under
  // another name.
  bool (*leadsTo)(const void *parent, const Index *chain, uint32_t length, uint64_t mark, const void *child);

  // The registered name and the class of the module at the chain's end.
  void (*describe)(const void *parent, const Index *chain, uint32_t length, char *name, char *type, size_t capacity);

  // The class of the complete object.
  void (*typeOf)(const void *module, char *type, size_t capacity);
};

constexpr const char *bridgeSymbol = "autoscope_torch_bridge";  // const Functions *()
constexpr const char *bridgeLibrary = "libautoscope-torch.so";

}  // namespace autoscope::torch_bridge
