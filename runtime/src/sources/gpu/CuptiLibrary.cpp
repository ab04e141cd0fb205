#include "sources/gpu/CuptiLibrary.h"

#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <vector>

namespace autoscope::gpu {

namespace {

constexpr const char *names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11", "libcupti.so"};
constexpr int mode = RTLD_NOW | RTLD_LOCAL;

// Where CUDA's installer puts it, which the loader need not know.
std::vector<std::string> foldersOfCuda() {
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = secure_getenv(variable); home && *home)
      folders.push_back(home);
  folders.push_back("/usr/local/cuda");
  return folders;
}

void *findLibrary(std::string &problem) {
  for (const char *name : names)
    if (void *library = dlopen(name, mode | RTLD_NOLOAD))
      return library;
  for (const char *name : names) {
    if (void *library = dlopen(name, mode))
      return library;
    const char *reason = dlerror();
    if (problem.empty() && reason)
      problem = reason;
  }
  for (const std::string &folder : foldersOfCuda())
    for (const char *below : {"/extras/CUPTI/lib64/", "/lib64/"})
      for (const char *name : names)
        if (void *library = dlopen((folder + below + name).c_str(), mode))
          return library;
  return nullptr;
}

class Symbols {
public:
  explicit Symbols(void *library) : library_(library) {}
  template <class Function> void optional(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
  }
  template <class Function> void needed(Function &function, const char *name) {
    optional(function, name);
    if (!function && missing_.empty())
      missing_ = name;
  }
  const std::string &missing() const { return missing_; }

private:
  void *library_;
  std::string missing_;
};

std::string pathOf(void *library) {
  link_map *map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name ? map->l_name : "libcupti";
}

}  // namespace

CuptiLibrary openCupti() {
  CuptiLibrary cupti;
  void *library = findLibrary(cupti.problem);
  if (!library)
    return cupti;
  cupti.problem.clear();
  Symbols symbols(library);
  CuptiFunctions &functions = cupti.functions;
  symbols.needed(functions.registerCallbacks, "cuptiActivityRegisterCallbacks");
  symbols.needed(functions.enable, "cuptiActivityEnable");
  symbols.needed(functions.disable, "cuptiActivityDisable");
  symbols.needed(functions.flushAll, "cuptiActivityFlushAll");
  symbols.needed(functions.nextRecord, "cuptiActivityGetNextRecord");
  symbols.needed(functions.droppedRecords, "cuptiActivityGetNumDroppedRecords");
  symbols.needed(functions.subscribe, "cuptiSubscribe");
  symbols.needed(functions.unsubscribe, "cuptiUnsubscribe");
  symbols.needed(functions.timestamp, "cuptiGetTimestamp");
  symbols.needed(functions.resultString, "cuptiGetResultString");
  symbols.optional(functions.registerTimestampCallback, "cuptiActivityRegisterTimestampCallback");
  symbols.optional(functions.setThreadIdType, "cuptiSetThreadIdType");
  symbols.optional(functions.callbackName, "cuptiGetCallbackName");
  symbols.optional(functions.version, "cuptiGetVersion");
  if (!symbols.missing().empty())
    cupti.problem = pathOf(library) + " has no " + symbols.missing();
  return cupti;
}

std::string explain(const CuptiFunctions &functions, Result result) {
  const char *name = nullptr;
  if (functions.resultString(result, &name) != 0 || !name)
    name = "error";
  std::string text = std::string(name) + " (" + std::to_string(result) + ")";
  switch (result) {
  case insufficientPrivileges:
  case virtualizedWithoutPrivileges:
    return text + ": the driver lets only administrators profile, unless its module has the option "
                  "NVreg_RestrictProfilingToAdminUsers=0";
  case multipleSubscribers:
    return text + ": another profiler (Nsight Systems, compute-sanitizer, torch.profiler) has CUPTI, which serves one "
                  "at a time";
  case unknownError:
    return text + ": CUPTI finds no GPU, or no driver";
  default:
    return text;
  }
}

}  // namespace autoscope::gpu
