#include "sources/torch/BridgeLoader.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace autoscope::torch_bridge {

namespace {

std::string ownFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void *>(&ownFolder), &info) || !info.dli_fname)
    return {};
  std::string path = info.dli_fname;
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

// A library is also found by the name of a link to it, as development packages have.
bool isNamed(void *library, const char *soname) {
  link_map *map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
    return true;
  const char *strings = nullptr;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB)
      strings = reinterpret_cast<const char *>(entry->d_un.d_ptr);
  for (const ElfW(Dyn) *entry = map->l_ld; strings && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_SONAME)
      return strcmp(strings + entry->d_un.d_val, soname) == 0;
  return true;
}

// Why the libtorch of this process is not the one that the bridge was compiled against; null if it is. Loads nothing.
const char *difference(const Functions &functions) {
  if (!*functions.torchSoname)
    return nullptr;
  void *library = dlopen(functions.torchSoname, RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return "this process has another libtorch";
  bool sameLibrary = isNamed(library, functions.torchSoname);
  bool sameString = !*functions.torchSymbol || dlsym(library, functions.torchSymbol);
  dlclose(library);
  if (!sameLibrary)
    return "this process has another libtorch";
  return sameString ? nullptr : "the one in this process has another std::string (_GLIBCXX_USE_CXX11_ABI)";
}

}  // namespace

Opened openBeside(const char *name) {
  Opened opened = {nullptr, ownFolder() + name, {}};
  opened.library = dlopen(opened.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  bool isThere = access(opened.path.c_str(), F_OK) == 0;
  const char *reason = isThere ? dlerror() : nullptr;
  if (!opened.library && !isThere) {
    opened.library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    reason = dlerror();
  }
  if (!opened.library)
    opened.problem =
        (reason ? reason : name) + (isThere ? std::string() : ", nor is it beside libautoscope.so: " + opened.path);
  return opened;
}

Loaded load(const std::string &consequence, const char *neededBy) {
  Opened opened = openBeside(bridgeLibrary);
  if (!opened.library)
    return {nullptr, consequence + ": " + (neededBy ? std::string(neededBy) + " needs " : "") + opened.problem};
  using Entry = const Functions *(*)();
  auto entry = reinterpret_cast<Entry>(dlsym(opened.library, bridgeSymbol));
  const Functions *functions = entry ? entry() : nullptr;
  if (!functions || functions->version != bridgeVersion)
    return {nullptr, consequence + ": " + opened.path + " is of another version of autoscope"};
  if (const char *reason = difference(*functions))
    return {nullptr, consequence + ": " + opened.path + " was built for " + functions->torchSoname + ", and " + reason};
  return {functions, {}};
}

}  // namespace autoscope::torch_bridge
