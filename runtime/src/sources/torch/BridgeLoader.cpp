#include "sources/torch/BridgeLoader.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>

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

Loaded load() {
  std::string path = ownFolder() + bridgeLibrary;
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    library = dlopen(bridgeLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return {nullptr, "torch modules have no names: " + std::string(reason ? reason : bridgeLibrary)};
  }
  using Entry = const Functions *(*)();
  auto entry = reinterpret_cast<Entry>(dlsym(library, bridgeSymbol));
  const Functions *functions = entry ? entry() : nullptr;
  if (!functions || functions->version != bridgeVersion)
    return {nullptr, "torch modules have no names: " + path + " is of another version of autoscope"};
  if (const char *reason = difference(*functions))
    return {nullptr,
            "torch modules have no names: " + path + " was built for " + functions->torchSoname + ", and " + reason};
  return {functions, {}};
}

}  // namespace autoscope::torch_bridge
