#include "HostVersion.h"

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace autoscope {
namespace {

int majorAfter(const char *text, const char *prefix) {
  const char *found = std::strstr(text, prefix);
  return found ? std::atoi(found + std::strlen(prefix)) : 0;
}

// LLVM's C interface has it from 16 on.
int fromCInterface() {
  using GetVersion = void(unsigned *, unsigned *, unsigned *);
  auto *getVersion = reinterpret_cast<GetVersion *>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!getVersion)
    return 0;
  unsigned major = 0, minor = 0, patch = 0;
  getVersion(&major, &minor, &patch);
  return static_cast<int>(major);
}

// clang::getClangFullVersion() of a Clang built with libstdc++, whose std::string is ours; other mangled names are
// other string types and must not be called.
std::string fullVersionOfClang() {
  auto *getVersion =
      reinterpret_cast<std::string (*)()>(dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  return getVersion ? getVersion() : std::string();
}

constexpr const char *beforeVersion = "version ";

// libclang-cpp.so.14, libLLVM-14.so.1, libLLVM.so.19.1
int visitLibrary(dl_phdr_info *info, size_t, void *result) {
  if (!info->dlpi_name)
    return 0;
  const char *slash = std::strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  for (const char *prefix : {"libclang-cpp.so.", "libLLVM.so.", "libLLVM-"}) {
    if (std::strncmp(name, prefix, std::strlen(prefix)) != 0)
      continue;
    if (int major = majorAfter(name, prefix)) {
      *static_cast<int *>(result) = major;
      return 1;
    }
  }
  return 0;
}

int fromLibraryNames() {
  int major = 0;
  dl_iterate_phdr(visitLibrary, &major);
  return major;
}

}  // namespace

int hostLlvmMajor() {
  if (int major = fromCInterface())
    return major;
  if (int major = majorAfter(fullVersionOfClang().c_str(), beforeVersion))
    return major;
  return fromLibraryNames();
}

std::string hostClangVersion() {
  std::string full = fullVersionOfClang();
  std::size_t begin = full.find(beforeVersion);
  if (begin == std::string::npos)
    return {};
  begin += std::strlen(beforeVersion);
  std::size_t end = begin;
  while (end < full.size() && (std::isalnum(static_cast<unsigned char>(full[end])) || full[end] == '.'))
    ++end;
  return full.substr(begin, end - begin);
}

}  // namespace autoscope
