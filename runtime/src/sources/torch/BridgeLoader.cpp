#include "sources/torch/BridgeLoader.h"

#include <dlfcn.h>

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

// Asks without loading anything.
bool isLoaded(const char *soname) {
  if (!*soname)
    return true;
  void *library = dlopen(soname, RTLD_LAZY | RTLD_NOLOAD);
  if (library)
    dlclose(library);
  return library != nullptr;
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
  if (!isLoaded(functions->torchSoname))
    return {nullptr, "torch modules have no names: " + path + " was built for " + functions->torchSoname +
                         ", and this process has another libtorch"};
  return {functions, {}};
}

}  // namespace autoscope::torch_bridge
