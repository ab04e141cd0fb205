// libautoscope-itt.so: scopes as tasks of Intel's ITT, for VTune and whatever else INTEL_LIBITTNOTIFY64 names. See
// BackEnd.h.
//
// That library is a collector, whose functions are found by the names that ITT's documentation gives them, so none of
// its headers is needed. In a domain of our own: a collector keeps a stack of tasks per thread and domain.
#include "sources/emit/BackEnd.h"
#include "sources/emit/StringHandles.h"

#include <cstdlib>
#include <dlfcn.h>

namespace {

struct Id {
  unsigned long long first, second, third;
};
constexpr Id noId = {};

void *(*createDomain)(const char *name);
void *(*createString)(const char *text);
void (*beginTask)(const void *domain, Id task, Id parent, void *name);
void (*endTask)(const void *domain);

void *domain = nullptr;
autoscope::emit::StringHandles<void *> names;

template <class Function> bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function;
}

const char *open() {
  const char *path = secure_getenv("INTEL_LIBITTNOTIFY64");
  void *library = path ? dlopen(path, RTLD_LAZY) : nullptr;
  if (!library)
    return "";
  if (!find(library, "__itt_domain_create", createDomain) ||
      !find(library, "__itt_string_handle_create", createString) || !find(library, "__itt_task_begin", beginTask) ||
      !find(library, "__itt_task_end", endTask))
    return "the library of INTEL_LIBITTNOTIFY64 has no functions __itt_domain_create, __itt_string_handle_create, "
           "__itt_task_begin and __itt_task_end";
  domain = createDomain("autoscope");
  return domain && names.open() ? nullptr : "";
}

bool begin(uint32_t site, const char *name, size_t length) {
  beginTask(domain, noId, noId, names.of(site, {name, length}, createString));
  return true;
}

void end() {
  endTask(domain);
}

const autoscope::emit::BackEnd backEnd = {autoscope::emit::backEndVersion, open, begin, end, nullptr};

}  // namespace

extern "C" __attribute__((visibility("default"))) const autoscope::emit::BackEnd *autoscope_emit_itt() {
  return &backEnd;
}
