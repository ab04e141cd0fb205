// autoscope.so, the library that -fplugin= names: opens the implementation built for the LLVM that is
// running.
//
// Refers to no symbol of LLVM, so every clang can load it. Works in the compiler's process while it loads
// plugins, which is before any output file exists. When there is no implementation for the running LLVM it
// says so in one sentence and ends the compile with status 1: going on would give an uninstrumented program
// that looks like an instrumented one. Tools that take their flags from compile_commands.json (clang-tidy and its like)
// make no program; in them it does nothing then.
#include "../support/HostVersion.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <string>
#include <unistd.h>
#include <vector>

// Clang's analyser takes every plugin for one of its own and up to LLVM 14 warns of one that does not name the version
// of Clang. It finds no checkers in us.
extern "C" __attribute__((visibility("default"))) char clang_analyzerAPIVersionString[32];
char clang_analyzerAPIVersionString[32];

namespace {

constexpr const char *implementationPrefix = "autoscope-llvm";

// The folder that holds this library, whatever the current directory and the name it was opened by.
std::string ownFolder() {
  static const char anchor = 0;
  Dl_info info;
  if (!dladdr(&anchor, &info) || !info.dli_fname)
    return ".";
  std::string path = info.dli_fname;
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

// "LLVM 14, 19", or "no plugin".
std::string installedImplementations(const std::string &folder) {
  std::vector<int> majors;
  if (DIR *directory = opendir(folder.c_str())) {
    while (const dirent *entry = readdir(directory)) {
      int major = 0;
      char rest = 0;
      if (std::strncmp(entry->d_name, implementationPrefix, std::strlen(implementationPrefix)) == 0 &&
          std::sscanf(entry->d_name + std::strlen(implementationPrefix), "%d.s%c", &major, &rest) == 2 && rest == 'o')
        majors.push_back(major);
    }
    closedir(directory);
  }
  std::sort(majors.begin(), majors.end());
  std::string list;
  for (int major : majors)
    list += (list.empty() ? "LLVM " : ", ") + std::to_string(major);
  return list.empty() ? "no plugin" : list;
}

// Whether the process is one of Clang's tools that read programs: `clang-tidy-14`, `clangd`, but not `clang-14`,
// `clang++`, `clang-cl`. A compiler of an unknown name counts as a compiler.
bool isReadingTool() {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  std::string name(path, length > 0 ? static_cast<size_t>(length) : 0);
  name.erase(0, name.rfind('/') + 1);
  name.erase(std::min(name.size(), name.find_last_not_of("-.0123456789") + 1));
  for (const char *compiler : {"clang", "clang++", "clang-cl", "clang-cpp"})
    if (name == compiler)
      return false;
  return name.compare(0, std::strlen("clang"), "clang") == 0 || name == "include-what-you-use";
}

// _exit, not exit: the compiler's own exit handlers have nothing of ours to flush, and this runs inside
// dlopen.
[[noreturn]] void refuse(const std::string &reason) {
  std::fprintf(stderr, "autoscope: error: %s\n", reason.c_str());
  std::fflush(stderr);
  _exit(1);
}

__attribute__((constructor)) void openImplementation() {
  autoscope::hostClangVersion().copy(clang_analyzerAPIVersionString, sizeof clang_analyzerAPIVersionString - 1);
  std::string folder = ownFolder();
  int major = autoscope::hostLlvmMajor();
  if (!major)
    refuse("cannot tell which LLVM runs this compiler, so no plugin fits; installed in " + folder + ": " +
           installedImplementations(folder));

  std::string path = folder + "/" + implementationPrefix + std::to_string(major) + ".so";
  if (access(path.c_str(), R_OK) != 0 && isReadingTool())
    return;
  if (access(path.c_str(), R_OK) != 0)
    refuse("this compiler runs LLVM " + std::to_string(major) + ", and " + folder +
           " has no plugin for it; installed there: " + installedImplementations(folder));
  if (!dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    const char *why = dlerror();
    refuse("cannot load the plugin for LLVM " + std::to_string(major) + ": " + (why ? why : path.c_str()));
  }
}

}  // namespace
