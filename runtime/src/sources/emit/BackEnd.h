// Between libautoscope.so and what tells one other tool of our scopes: libautoscope-nvtx.so, libautoscope-itt.so, and
// libautoscope-torch-operators.so for torch.profiler.
//
// Each is opened only where its tool is, and there to the end of the process. All but open() are called on the thread
// that runs the scope, which is marked busy, and may be a signal handler: nothing may be thrown, and nothing of ours
// allocated or locked; what the tool does is its own affair.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autoscope::emit {

constexpr uint32_t backEndVersion = 1;

struct BackEnd {
  uint32_t version;  // backEndVersion as compiled
  // Once. Null: it is ready. Empty: the tool is not there after all. Else half a sentence why it cannot be told.
  const char *(*open)();
  // A scope begins, of the site of that id, whose name never changes and need not end in NUL. True: end() is to follow,
  // on this thread, after that of scopes that begin within.
  bool (*begin)(uint32_t site, const char *name, size_t length);
  void (*end)();
  // The thread ends behind its thread_local objects; scopes are still open on it. Null: end() will do.
  void (*threadEnds)();
};

using Entry = const BackEnd *(*)();
constexpr const char *nvtxLibrary = "libautoscope-nvtx.so", *nvtxSymbol = "autoscope_emit_nvtx";
constexpr const char *ittLibrary = "libautoscope-itt.so", *ittSymbol = "autoscope_emit_itt";

}  // namespace autoscope::emit
