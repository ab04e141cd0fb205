// The shapes and FLOPs of the call that a thread has just entered: the functions that abi_shapes.h declares.
//
// They become notes above the scope's frame. Describing an argument may run the user's trait (<autoscope/shape.h>),
// whose own scopes are no part of the program's run and are left out; its time is taken off the scope by a later start.
#include "hot/Clock.h"
#include "hot/ForeignScopes.h"
#include "hot/Forward.h"
#include "hot/ShadowStack.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

#include <cstring>
#include <string_view>

// Text of ArgumentText.h while it is being written. What is too long is left out from there on.
struct __autoscope_shapes {
  static constexpr size_t capacity = 4096;
  static constexpr char typeSeparator = '\x1f';

  void open() {
    separate();
    put('[');
    opened_ += !cut_;
    separate_ = false;
    isEmpty_ = false;
  }
  void close() {
    if (cut_ || opened_ <= outside_)
      return;
    shapes_[length_++] = ']';
    --opened_;
    separate_ = true;
  }
  void size(long value) {
    char digits[24];
    size_t count = 0;
    auto rest = value < 0 ? 0ul - static_cast<unsigned long>(value) : static_cast<unsigned long>(value);
    do
      digits[count++] = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
      digits[count++] = '-';
    separate();
    while (count > 0)
      put(digits[--count]);
    separate_ = true;
  }
  void type(std::string_view name) {
    if (hasType_)
      return;
    hasType_ = true;
    if (typeLength_ + name.size() + 1 > sizeof types_)
      name = {};
    if (typeLength_ < sizeof types_)
      types_[typeLength_++] = typeSeparator;
    typeLength_ += name.copy(types_ + typeLength_, name.size());
  }
  void beginArgument() {
    hasType_ = false;
    isEmpty_ = true;
    outside_ = opened_;
  }
  // Whatever a describer has left undone.
  void endArgument() {
    if (isEmpty_)
      open();
    while (opened_ > outside_ && !cut_)
      close();
    type({});
  }

  std::string_view finish() {
    while (opened_ > 0) {
      shapes_[length_++] = ']';
      --opened_;
    }
    memcpy(shapes_ + length_, types_, typeLength_);
    return {shapes_, length_ + typeLength_};
  }

private:
  static constexpr size_t mostOpened = 16;

  void separate() {
    if (separate_) {
      put(',');
      put(' ');
    }
  }
  // Room stays for the brackets to be closed.
  void put(char c) {
    cut_ = cut_ || length_ + mostOpened >= capacity || opened_ + 1 >= mostOpened;
    if (!cut_)
      shapes_[length_++] = c;
  }

  char types_[1024];
  char shapes_[capacity + sizeof types_];
  size_t length_ = 0, typeLength_ = 0;
  size_t opened_ = 0, outside_ = 0;
  bool separate_ = false;
  bool cut_ = false;
  bool hasType_ = false;
  bool isEmpty_ = false;
};

namespace autoscope::hot {

namespace {

using record::Escape;

bool hasNote(const ThreadSlot &slot, uint32_t scope, uint32_t depth, Escape kind) {
  for (uint32_t note = scope + 1; note < depth; ++note)
    if (kindOfArgumentNote(slot.frames[note].word) == kind)
      return true;
  return false;
}

// The slot, if its innermost scope is of the site and has no such note yet.
ThreadSlot *slotInside(const __autoscope_site &site, Escape kind) {
  ThreadSlot *slot = threadState.slot;
  uint32_t depth = slot ? depthOf(slot->state()) : 0;
  if (depth == 0)
    return nullptr;
  uint32_t scope = topScope(*slot, depth);
  uint32_t id = siteIdOf(site);
  bool isOurs = (static_cast<uint32_t>(slot->frames[scope].word) & record::escapeSite) == id;
  if (!isOurs || hasNote(*slot, scope, depth, kind))
    return nullptr;
  if (depth < record::maxDepth)
    return slot;
  upcall::lose(record::LossCause::ArgumentsLost, 1);
  return nullptr;
}

void addNote(ThreadSlot &slot, Escape kind, uint64_t value) {
  uint64_t state = slot.state();
  uint64_t word = slot.frames[topScope(slot, depthOf(state))].word;
  openFrame(slot, state, makeArgumentNote(word, kind), value);
}

void describe(__autoscope_shapes &shapes, const __autoscope_parameters *parameter,
              const volatile void *const *values) noexcept {
  for (unsigned count = 0; parameter->__describe || parameter->__type; ++parameter) {
    shapes.beginArgument();
    if (parameter->__describe && count < __autoscope_most_values) {
      try {
        parameter->__describe(&shapes, values[count++]);
      } catch (...) {  // out of a unit without exceptions
      }
    } else {
      shapes.open();
      shapes.close();
    }
    if (parameter->__type)
      shapes.type(parameter->__type);
    shapes.endArgument();
  }
}

void describe(__autoscope_shapes &shapes, const ArgumentList &list) noexcept {
  for (uint32_t index = 0; index < list.count; ++index) {
    shapes.beginArgument();
    try {
      list.describe(&shapes, list.arguments, index);
    } catch (...) {
    }
    shapes.endArgument();
  }
}

// `arguments...`: of describe().
template <class... Arguments> void addArguments(const __autoscope_site &site, const Arguments &...arguments) noexcept {
  ThreadSlot *slot = slotInside(site, Escape::Args);
  if (!slot)
    return;
  __autoscope_shapes shapes;
  threadState.describing = true;
  shapes.open();
  describe(shapes, arguments...);
  threadState.describing = false;
  uint32_t id = upcall::internText(shapes.finish());
  if (id == 0)
    return;
  addNote(*slot, Escape::Args, id);
  __atomic_store_n(&slot->frames[topScope(*slot, depthOf(slot->state()))].start, now(), __ATOMIC_RELAXED);
}

void recordArguments(const __autoscope_site &site, const volatile void *const *values) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (busy.entered() && site.__parameters)
    addArguments(site, site.__parameters, values);
}

void recordFlops(const __autoscope_site &site, double flops) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  constexpr double most = 9.0e18;
  if (!busy.entered() || !(flops > 0) || flops > most)
    return;
  if (ThreadSlot *slot = slotInside(site, Escape::Flops))
    addNote(*slot, Escape::Flops, static_cast<uint64_t>(flops + 0.5));
}

// c10::ScalarType, with the names that torch.profiler prints.
constexpr const char *scalarTypes[] = {"unsigned char",
                                       "signed char",
                                       "short int",
                                       "int",
                                       "long int",
                                       "c10::Half",
                                       "float",
                                       "double",
                                       "c10::complex<c10::Half>",
                                       "c10::complex<float>",
                                       "c10::complex<double>",
                                       "bool",
                                       "c10::qint8",
                                       "c10::quint8",
                                       "c10::qint32",
                                       "c10::BFloat16",
                                       "c10::quint4x2",
                                       "c10::quint2x4",
                                       "c10::bits1x8",
                                       "c10::bits2x4",
                                       "c10::bits4x2",
                                       "c10::bits8",
                                       "c10::bits16",
                                       "c10::Float8_e5m2",
                                       "c10::Float8_e4m3fn",
                                       "c10::Float8_e5m2fnuz",
                                       "c10::Float8_e4m3fnuz",
                                       "short unsigned int",
                                       "unsigned int",
                                       "long unsigned int"};

}  // namespace

void noteArguments(const __autoscope_site &site, const ArgumentList &list) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (busy.entered())
    addArguments(site, list);
}

void noteSequence(const __autoscope_site &site, uint64_t word) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (!busy.entered())
    return;
  if (ThreadSlot *slot = slotInside(site, Escape::Sequence))
    addNote(*slot, Escape::Sequence, word);
}

}  // namespace autoscope::hot

extern "C" {

void __autoscope_shape_open(__autoscope_shapes *shapes) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->shapeOpen(shapes);
  shapes->open();
}

void __autoscope_shape_size(__autoscope_shapes *shapes, long size) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->shapeSize(shapes, size);
  shapes->size(size);
}

void __autoscope_shape_close(__autoscope_shapes *shapes) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->shapeClose(shapes);
  shapes->close();
}

void __autoscope_shape_type(__autoscope_shapes *shapes, const char *name) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->shapeType(shapes, name);
  shapes->type(name);
}

void __autoscope_shape_scalar_type(__autoscope_shapes *shapes, int number) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->shapeScalarType(shapes, number);
  bool known = number >= 0 && static_cast<size_t>(number) < std::size(autoscope::hot::scalarTypes);
  shapes->type(known ? autoscope::hot::scalarTypes[number] : "");
}

void __autoscope_arguments(const __autoscope_site *site, const volatile void *const *values) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->arguments(site, values);
  autoscope::hot::recordArguments(*site, values);
}

void __autoscope_flops(const __autoscope_site *site, double flops) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->flops(site, flops);
  autoscope::hot::recordFlops(*site, flops);
}

}  // extern "C"

AUTOSCOPE_OWN(__autoscope_shape_open);
AUTOSCOPE_OWN(__autoscope_shape_size);
AUTOSCOPE_OWN(__autoscope_shape_close);
AUTOSCOPE_OWN(__autoscope_shape_type);
AUTOSCOPE_OWN(__autoscope_shape_scalar_type);
AUTOSCOPE_OWN(__autoscope_arguments);
AUTOSCOPE_OWN(__autoscope_flops);
