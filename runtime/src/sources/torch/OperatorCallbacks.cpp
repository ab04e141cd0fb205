// libautoscope-torch-operators.so: see OperatorHooks.h. Compiled with -DNDEBUG against the user's libtorch and linked
// to it. Torch catches what a callback throws and prints it for every operator, so nothing may be thrown.
#include "sources/torch/Emission.h"
#include "sources/torch/OperatorFlops.h"
#include "sources/torch/OperatorHooks.h"
#include "sources/torch/OperatorMemory.h"

#include <ATen/Version.h>
#include <ATen/record_function.h>
#include <torch/version.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

namespace {

using autoscope::torch_operators::Extras;
using autoscope::torch_operators::Host;
using autoscope::torch_operators::Kind;
using autoscope::torch_operators::Memory;
using autoscope::torch_operators::Operator;
using autoscope::torch_operators::Sizes;

const Host *host = nullptr;
at::CallbackHandle handle = at::INVALID_CALLBACK_HANDLE;

// What OperatorFlops.h asks of the arguments.
class Inputs {
public:
  explicit Inputs(c10::ArrayRef<const c10::IValue> values) : values_(values) {}
  size_t count() const { return values_.size(); }
  bool sizes(size_t index, Sizes &sizes) const {
    if (!values_[index].isTensor())
      return false;
    const at::Tensor &tensor = values_[index].toTensor();
    if (!tensor.defined())
      return false;
    c10::IntArrayRef list = tensor.sizes();
    sizes = {list.data(), list.size()};
    return true;
  }
  bool pair(size_t index, int64_t (&pair)[2]) const {
    if (!values_[index].isIntList())
      return false;
    c10::List<int64_t> list = values_[index].toIntList();
    if (list.size() != 2)
      return false;
    pair[0] = list.get(0);
    pair[1] = list.get(1);
    return true;
  }
  bool integer(size_t index, int64_t &value) const {
    if (!values_[index].isInt())
      return false;
    value = values_[index].toInt();
    return true;
  }

private:
  c10::ArrayRef<const c10::IValue> values_;
};

uint64_t flopsOf(const at::RecordFunction &function, const char *name) noexcept {
  try {
    return autoscope::torch_operators::flopsOf(name, Inputs(function.inputs()));
  } catch (...) {  // a tensor without sizes
    return 0;
  }
}

void describeTensor(__autoscope_shapes *shapes, const at::Tensor &tensor) {
  c10::IntArrayRef sizes = tensor.sizes();
  host->openShape(shapes);
  for (int64_t size : sizes)
    host->addSize(shapes, size);
  host->closeShape(shapes);
}

// As torch.profiler writes it: sizes of tensors and of those in lists; of anything else that it is a number or a list.
void describe(__autoscope_shapes *shapes, const void *inputs, uint32_t index) {
  const c10::IValue &value = static_cast<const c10::IValue *>(inputs)[index];
  if (value.isTensor()) {
    const at::Tensor &tensor = value.toTensor();
    if (!tensor.defined())
      return;
    host->setScalarType(shapes, static_cast<int>(tensor.scalar_type()));
    describeTensor(shapes, tensor);
  } else if (value.isTensorList()) {
    host->setType(shapes, "TensorList");
    host->openShape(shapes);
    for (const c10::IValue &each : value.toListRef())
      if (each.isTensor() && each.toTensor().defined())
        describeTensor(shapes, each.toTensor());
    host->closeShape(shapes);
  } else if (value.isScalar()) {
    host->setType(shapes, "Scalar");
  }
}

// Not known where its scope ends: it lies on the heap, as those that Python opens do.
struct Detached : at::ObserverContext {
  explicit Detached(uint32_t place) : address(place) {}
  uint32_t address;
};

uint32_t low(const void *address) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address));
}

// The run time takes a scope for dead whose guard lies just below the stack pointer, so an address from the heap will
// not do. This one is far from every place of this stack.
uint32_t detachedAddress(const void *frame, const at::RecordFunction &function) {
  return ((low(frame) ^ 0x80000000u) & 0xfc000000u) + ((low(&function) >> 2) & 0x03fffffcu);
}

// Torch lets a function's frame hold it, and calls us from there.
bool liesAround(const at::RecordFunction &function, const void *frame) {
  constexpr uintptr_t most = 1u << 16;
  return reinterpret_cast<uintptr_t>(&function) - reinterpret_cast<uintptr_t>(frame) < most;
}

autoscope::record::TorchSequence sequenceOf(const at::RecordFunction &function) {
  if (function.seqNr() < 0)
    return {};
  uint64_t forward = function.forwardThreadId(), thread = forward ? forward : function.threadId();
  return {static_cast<uint64_t>(function.seqNr()) + 1, static_cast<uint32_t>(std::min<uint64_t>(thread, UINT32_MAX)),
          forward != 0};
}

std::unique_ptr<at::ObserverContext> begins(const at::RecordFunction &function) {
  unsigned recorded = __atomic_load_n(host->enabled, __ATOMIC_RELAXED);
  if (!recorded || autoscope::torch_operators::isEmitting)
    return nullptr;
  const void *frame = __builtin_frame_address(0);
  const char *name = function.name();
  Operator started = {};
  started.name = name;
  started.nameLength = strlen(name);
  started.kind = function.scope() == at::RecordScope::USER_SCOPE ? Kind::Annotation : Kind::Operator;
  started.place.stack = low(frame);
  started.sequence = sequenceOf(function);
  if (recorded & __autoscope_records_shapes && !function.inputs().empty())
    started.arguments = {describe, function.inputs().data(), static_cast<uint32_t>(function.inputs().size())};
  if (recorded & __autoscope_records_flops)
    started.flops = flopsOf(function, name);
  std::unique_ptr<at::ObserverContext> context;
  if (liesAround(function, frame)) {
    started.place.address = low(&function);
  } else {
    started.place.address = detachedAddress(frame, function);
    context.reset(new (std::nothrow) Detached(started.place.address));
    if (!context)
      return nullptr;
  }
  host->begin(started);
  return context;
}

// A callback of its own: where no memory is recorded, an operator does not even ask.
std::unique_ptr<at::ObserverContext> beginsWithMemory(const at::RecordFunction &function) {
  Memory::watchThread(*host);
  return begins(function);
}

void ends(const at::RecordFunction &function, at::ObserverContext *context) {
  if (autoscope::torch_operators::isEmitting)
    return;
  uint32_t address = context ? static_cast<Detached *>(context)->address : low(&function);
  host->end(address);
}

// The wheels of PyPI have one soname for all versions, and RecordFunction is laid out otherwise in each.
const char *difference() {
  constexpr std::string_view soname = AUTOSCOPE_TORCH_SONAME, bare = ".so", key = "TORCH_VERSION=";
  if (soname.size() < bare.size() || soname.substr(soname.size() - bare.size()) != bare)
    return nullptr;
  static char text[128];
  try {
    std::string config = at::show_config();
    size_t at = config.find(key);
    std::string built = std::to_string(TORCH_VERSION_MAJOR) + "." + std::to_string(TORCH_VERSION_MINOR) + ".";
    if (at == std::string::npos || config.compare(at + key.size(), built.size(), built) == 0)
      return nullptr;
    std::string running = config.substr(at + key.size(), config.find_first_of(", \n", at) - at - key.size());
    snprintf(text, sizeof text, "was built for libtorch %d.%d, and this process has %s", TORCH_VERSION_MAJOR,
             TORCH_VERSION_MINOR, running.c_str());
    return text;
  } catch (...) {
    return "cannot tell which libtorch this process has";
  }
}

bool install(const Host &offered, Extras extras) {
  host = &offered;
  try {
    if (extras.memory)
      Memory::prepare(offered);
    auto *start = extras.memory ? beginsWithMemory : begins;
    handle = at::addGlobalCallback(at::RecordFunctionCallback(start, ends).needsInputs(extras.arguments));
    return true;
  } catch (...) {
    return false;
  }
}

void remove() {
  try {
    at::removeCallback(handle);
    Memory::leaveThread(*host);
  } catch (...) {
  }
}

std::unique_ptr<at::ObserverContext> watches(const at::RecordFunction &) {
  Memory::watchThread(*host);
  return nullptr;
}

bool watchMemory(const Host &offered) {
  host = &offered;
  try {
    Memory::prepare(offered);
    at::addGlobalCallback(at::RecordFunctionCallback(watches));
    return true;
  } catch (...) {
    return false;
  }
}

void watchMemoryOfThread(const Host &offered) {
  Memory::watchThread(offered);
}

const autoscope::torch_operators::Hooks hooks = {
    autoscope::torch_operators::hooksVersion, difference, install, remove, watchMemory, watchMemoryOfThread,
    &autoscope::torch_operators::emission};

}  // namespace

extern "C" __attribute__((visibility("default"))) const autoscope::torch_operators::Hooks *autoscope_torch_operators() {
  return &hooks;
}
