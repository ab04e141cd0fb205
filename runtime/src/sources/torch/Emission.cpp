// Part of libautoscope-torch-operators.so: each scope as a block of the user's (RECORD_USER_SCOPE), for whichever
// profiler of libtorch runs on the thread. Without one a scope costs a look at torch's list of callbacks.
#include "sources/torch/Emission.h"

#include <ATen/record_function.h>

#include <string>
#include <utility>

namespace autoscope::torch_operators {

thread_local bool isEmitting = false;

namespace {

struct Emitting {
  Emitting() { isEmitting = true; }
  ~Emitting() { isEmitting = false; }
};

// A block that is open, in the one around it.
struct Block {
  Block(at::StepCallbacks &&callbacks, Block *outer) : function(std::move(callbacks)), around(outer) {}
  at::RecordFunction function;
  Block *around;
};
thread_local Block *innermost = nullptr;

// libtorch's own objects may be gone.
bool hasEnded = false;
__attribute__((destructor)) void end() {
  hasEnded = true;
}

const char *open() {
  return nullptr;
}

bool begin(uint32_t, const char *name, size_t length) {
  if (__atomic_load_n(&hasEnded, __ATOMIC_RELAXED))
    return false;
  Emitting emitting;
  Block *block = nullptr;
  try {
    auto callbacks = at::getStepCallbacksUnlessEmpty(at::RecordScope::USER_SCOPE);
    if (!callbacks)
      return false;
    block = new Block(std::move(*callbacks), innermost);
    block->function.before(std::string(name, length));
  } catch (...) {  // for want of memory
  }
  if (!block)
    return false;
  innermost = block;
  return true;
}

void endInnermost() {
  Block *block = innermost;
  if (!block)  // the thread has ended
    return;
  innermost = block->around;
  if (__atomic_load_n(&hasEnded, __ATOMIC_RELAXED))
    return;
  Emitting emitting;
  delete block;
}

// What torch knows of the thread is gone by now, so it is told of nothing: those blocks stay open for it.
void threadEnds() {
  innermost = nullptr;
}

}  // namespace

const emit::BackEnd emission = {emit::backEndVersion, open, begin, endInnermost, threadEnds};

}  // namespace autoscope::torch_operators
