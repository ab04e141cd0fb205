// A run time for tests of what the plugin says of classes: the first time that a module's class runs, prints its description,
// a line for each member and for what that leads to.
#include <cstdio>
#include <set>
#include <string>

extern "C" {

unsigned char __autoscope_enabled = 1;
static __autoscope_slot __autoscope_stub_slot = {__autoscope_max_depth, nullptr, {}, {}};
__thread __autoscope_slot *__autoscope_slot_of_thread __attribute__((tls_model("initial-exec"))) =
    &__autoscope_stub_slot;
}

namespace {

std::string __autoscope_stub_type(const __autoscope_class &type) {
  static const char *const kinds[] = {"object",   "pointer to ", "owner of ", "array of ",   "vector of ",
                                      "walk of ", "numbers of ", "texts of ", "optional of ", "owned array of "};
  if (type.__size != sizeof type)
    return "of another size";
  bool walked = type.__kind > __autoscope_class_vector && type.__kind != __autoscope_class_owned_array;
  if (walked != (type.__walk != nullptr))
    return "walk function missing or out of place";
  if (type.__kind == __autoscope_class_object)
    return std::string(type.__name ? type.__name : "(none)");
  return kinds[type.__kind] + __autoscope_stub_type(*type.__element);
}

void __autoscope_stub_print(const __autoscope_class &type, int depth) {
  for (__autoscope_u64 i = 0; i < type.__count && type.__kind == __autoscope_class_object; ++i) {
    const __autoscope_member &member = type.__members[i];
    const char *name = member.__name                                       ? member.__name
                       : member.__flags == __autoscope_member_virtual_base ? "(virtual base)"
                       : member.__flags == __autoscope_member_base         ? "(base)"
                                                                           : "(unnamed)";
    std::printf("%*s%ld %s: %s\n", depth * 2, "", member.__offset, name, __autoscope_stub_type(*member.__type).c_str());
    // Into what is no module and no pointer.
    const __autoscope_class &held = *member.__type;
    if (held.__kind == __autoscope_class_object && (member.__flags || !(held.__flags & __autoscope_class_module)))
      __autoscope_stub_print(held, depth + 1);
  }
}

}  // namespace

extern "C" {

unsigned __autoscope_enter_slow(__autoscope_site *, __autoscope_guard *, unsigned) noexcept {
  return __autoscope_off;
}

unsigned __autoscope_enter_module(__autoscope_site *site, __autoscope_guard *, unsigned, const void *,
                                  const void *) noexcept {
  static std::set<const void *> seen;
  const __autoscope_class *type = site->__class;
  if (!type) {
    std::printf("no class\n");
  } else if (seen.insert(type).second) {
    std::printf("%s %u bytes%s%s\n", __autoscope_stub_type(*type).c_str(), unsigned(type->__bytes),
                type->__flags & __autoscope_class_dynamic ? ", dynamic" : "",
                type->__flags & __autoscope_class_module ? "" : ", no module");
    __autoscope_stub_print(*type, 1);
  }
  return __autoscope_off;
}

void __autoscope_leave_slow(__autoscope_guard *, __autoscope_u64, __autoscope_u64) noexcept {}
void __autoscope_coroutine_begin(__autoscope_coroutine *, unsigned) noexcept {}
void __autoscope_coroutine_end(__autoscope_coroutine *, unsigned) noexcept {}
unsigned __autoscope_enter_call(__autoscope_site *, unsigned, unsigned, const void *, const void *) noexcept {
  return __autoscope_off;
}
void __autoscope_leave_call(unsigned, unsigned, __autoscope_u64, __autoscope_u64) noexcept {}
void __autoscope_shape_open(__autoscope_shapes *) noexcept {}
void __autoscope_shape_size(__autoscope_shapes *, long) noexcept {}
void __autoscope_shape_close(__autoscope_shapes *) noexcept {}
void __autoscope_shape_type(__autoscope_shapes *, const char *) noexcept {}
void __autoscope_shape_scalar_type(__autoscope_shapes *, int) noexcept {}
void __autoscope_arguments(const __autoscope_site *, const volatile void *const *) noexcept {}
void __autoscope_flops(const __autoscope_site *, double) noexcept {}
}
