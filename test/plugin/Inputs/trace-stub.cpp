// A run time for tests of the compiler half: prints each scope as it is entered and left, indented by depth, to stdout
// in step with what the program prints. Knows nothing of recording; the plugin's tests need no other part of the
// product.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {

unsigned char __autoscope_enabled = 1;
// The maximal depth sends every enter and leave of every thread down the slow path, here.
static __autoscope_slot __autoscope_stub_slot = {__autoscope_max_depth, nullptr, {}, {}};
__thread __autoscope_slot *__autoscope_slot_of_thread __attribute__((tls_model("initial-exec"))) =
    &__autoscope_stub_slot;
}

namespace {

constexpr unsigned maxDepth = 900;
__thread unsigned depth = 0;
__thread const void *open[maxDepth];

// AUTOSCOPE_STUB_QUIET: print nothing but scopes that are not balanced.
__attribute__((no_instrument_function)) bool __autoscope_stub_quiet() {
  static const bool quiet = std::getenv("AUTOSCOPE_STUB_QUIET") != nullptr;
  return quiet;
}

__attribute__((no_instrument_function)) std::string __autoscope_stub_field(const __autoscope_site *site, int index) {
  const char *text = site->__info;
  for (; index > 0; --index)
    text = std::strchr(text, 0x1f) + 1;
  const char *end = std::strchr(text, 0x1f);
  return end ? std::string(text, end - text) : std::string(text);
}

__attribute__((no_instrument_function)) unsigned __autoscope_stub_enter(__autoscope_site *site, const void *guard,
                                                                        const char *object, const char *base) {
  if (depth >= maxDepth)
    return __autoscope_off;
  if (!__autoscope_stub_quiet()) {
    std::printf("%*s> %s", static_cast<int>(depth * 2), "", __autoscope_stub_field(site, 5).c_str());
    if (object)
      std::printf(" [%s %s %s]", __autoscope_stub_field(site, 7).c_str(), object, base);
    std::printf("\n");
  }
  open[depth] = guard;
  return depth++;
}

}  // namespace

extern "C" {

unsigned __autoscope_enter_slow(__autoscope_site *site, __autoscope_guard *guard, unsigned) noexcept {
  return __autoscope_stub_enter(site, guard, nullptr, nullptr);
}

unsigned __autoscope_enter_module(__autoscope_site *site, __autoscope_guard *guard, unsigned, const void *object,
                                  const void *base) noexcept {
  return __autoscope_stub_enter(site, guard, object ? "object" : "no-object", base ? "base" : "no-base");
}

// `call` behind what a module's scope prints. Nothing is taken over here: where a body has a scope, too, it shows.
unsigned __autoscope_enter_call(__autoscope_site *site, unsigned address, unsigned, const void *object,
                                const void *base) noexcept {
  return __autoscope_stub_enter(site, reinterpret_cast<const void *>(static_cast<std::size_t>(address)),
                                object ? "object" : "no-object", base ? "base call" : "no-base call");
}

void __autoscope_leave_call(unsigned address, unsigned left, __autoscope_u64, __autoscope_u64) noexcept {
  --depth;
  bool balanced = open[depth] == reinterpret_cast<const void *>(static_cast<std::size_t>(address)) && left == depth;
  if (!balanced || !__autoscope_stub_quiet())
    std::printf("%*s<%s\n", static_cast<int>(depth * 2), "", balanced ? "" : " UNBALANCED");
}

void __autoscope_leave_slow(__autoscope_guard *guard, __autoscope_u64, __autoscope_u64) noexcept {
  --depth;
  bool balanced = open[depth] == guard && guard->__depth == depth;
  if (!balanced || !__autoscope_stub_quiet())
    std::printf("%*s<%s\n", static_cast<int>(depth * 2), "", balanced ? "" : " UNBALANCED");
}

// A slice of a coroutine: `> name #CALL.SLICE`, and `< #CALL.SLICE`, behind it what ended it.
void __autoscope_coroutine_begin(__autoscope_coroutine *guard, unsigned) noexcept {
  static unsigned calls = 0;
  if (!guard->__call)
    guard->__call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (!__autoscope_stub_quiet())
    std::printf("%*s> %s #%u.%u%s\n", static_cast<int>(depth * 2), "", __autoscope_stub_field(guard->__site, 5).c_str(),
                static_cast<unsigned>(guard->__call), guard->__slice,
                __autoscope_stub_field(guard->__site, 1) == "function" ? "" : " of another kind");
  open[depth] = guard;
  guard->__depth = depth++;
}

void __autoscope_coroutine_end(__autoscope_coroutine *guard, unsigned suspends) noexcept {
  --depth;
  bool balanced = open[depth] == guard && guard->__depth == depth;
  guard->__depth = __autoscope_off;
  if (!balanced || !__autoscope_stub_quiet())
    std::printf("%*s< #%u.%u%s%s\n", static_cast<int>(depth * 2), "", static_cast<unsigned>(guard->__call),
                guard->__slice, suspends ? " suspends" : " ends", balanced ? "" : " UNBALANCED");
  ++guard->__slice;
}

void __autoscope_chunk_full(__autoscope_slot *) noexcept {}
}

// With AUTOSCOPE_STUB_SHAPES the shapes and types of a call's arguments are a line behind that of its scope, and so are
// its FLOPs.
struct __autoscope_shapes {
  std::string shapes, types;
  bool typed;
  __attribute__((no_instrument_function)) void separate() {
    if (!shapes.empty() && shapes[shapes.size() - 1] != '[')
      shapes += ", ";
  }
};

extern "C" {

__attribute__((constructor, no_instrument_function)) void __autoscope_stub_start() {
  if (std::getenv("AUTOSCOPE_STUB_SHAPES"))
    __autoscope_enabled |= __autoscope_records_shapes | __autoscope_records_flops;
}

void __autoscope_shape_open(__autoscope_shapes *shapes) noexcept {
  shapes->separate();
  shapes->shapes += '[';
}

void __autoscope_shape_size(__autoscope_shapes *shapes, long size) noexcept {
  shapes->separate();
  shapes->shapes += std::to_string(size);
}

void __autoscope_shape_close(__autoscope_shapes *shapes) noexcept {
  shapes->shapes += ']';
}

void __autoscope_shape_type(__autoscope_shapes *shapes, const char *name) noexcept {
  shapes->types += *name ? name : "-";
  shapes->typed = true;
}

void __autoscope_shape_scalar_type(__autoscope_shapes *shapes, int number) noexcept {
  __autoscope_shape_type(shapes, ("torch " + std::to_string(number)).c_str());
}

void __autoscope_arguments(const __autoscope_site *site, const volatile void *const *values) noexcept {
  // Scopes of what describes are nobody's.
  unsigned char enabled = __autoscope_enabled;
  __autoscope_enabled = 0;
  __autoscope_shapes shapes;
  __autoscope_shape_open(&shapes);
  for (const __autoscope_parameters *one = site->__parameters; one->__describe || one->__type; ++one) {
    shapes.types += one == site->__parameters ? "" : ", ";
    shapes.typed = false;
    if (one->__describe) {
      one->__describe(&shapes, *values++);
    } else {
      __autoscope_shape_open(&shapes);
      __autoscope_shape_close(&shapes);
    }
    if (!shapes.typed)
      __autoscope_shape_type(&shapes, one->__type ? one->__type : "");
  }
  __autoscope_shape_close(&shapes);
  __autoscope_enabled = enabled;
  std::printf("%*s: %s (%s)\n", static_cast<int>(depth * 2), "", shapes.shapes.c_str(), shapes.types.c_str());
}

void __autoscope_flops(const __autoscope_site *site, double flops) noexcept {
  std::printf("%*s: %.0f FLOPs of %s\n", static_cast<int>(depth * 2), "", flops,
              __autoscope_stub_field(site, 5).c_str());
}
}
