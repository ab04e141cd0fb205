// Where a scope ran in the form of Kineto's "Module Hierarchy" of TorchScript modules:
// `TOP(ResNet)::forward.SELF(ResNet)::_forward_impl.layer1(Sequential)::forward.0(BasicBlock)::forward`.
//
// The outermost module is TOP; a module below it goes by its name, type and the method that was called; containers that
// were not called themselves stand in between without a method; a function of the class of the running module is SELF.
// Other functions do not show, nor does a method of SELF twice below one call, so that recursion ends. Texts are made
// once and numbered from 1. Used by ModuleStack; cannot fail but for memory.
#pragma once

#include "model/ModuleTree.h"
#include "record/MetaLog.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace autoscope::model {

class KinetoHierarchy {
public:
  explicit KinetoHierarchy(const record::MetaLog &names) : names_(names), entries_(1) {}

  const std::string &text(uint32_t place) const { return entries_[place].text; }
  // The module `node`, entered by a scope at `site` (index), from the place `from` in the module `around`.
  uint32_t ofModule(uint32_t from, uint32_t around, const std::vector<Module> &modules, uint32_t node, uint32_t site);
  // A function of the running module itself.
  uint32_t ofSelf(uint32_t from, const Module &module, uint32_t node, uint32_t site);
  // Whether the function at `site` is one of the class whose module scope is at `moduleSite`.
  bool isMember(uint32_t site, uint32_t moduleSite) const;
  // Without template arguments: instances of one method are one place.
  std::string_view methodAt(uint32_t site) const;

private:
  struct Entry {
    uint32_t parent = 0;
    uint32_t module = 0;
    std::string_view methodOfSelf;  // empty: the place of a module scope
    std::string text;
  };
  uint32_t add(Entry entry);

  const record::MetaLog &names_;
  std::vector<Entry> entries_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> known_;      // (from, node, site)
  std::map<std::tuple<uint32_t, uint32_t, std::string>, uint32_t> byText_;  // (parent, module, text)
};

}  // namespace autoscope::model
