#include "HeapLibrary.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>

namespace autoscope::tool {

namespace {

namespace fs = std::filesystem;

constexpr const char *library = "libautoscope-memory.so";

// Beside libautoscope.so, in this build tree or where we are installed.
std::string findLibrary() {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  for (const char *place : {AUTOSCOPE_LIBDIR, "lib"})
    if (fs::path candidate = folder / place / library; fs::exists(candidate, error))
      return candidate.string();
  return {};
}

// A program that no dynamic linker starts. False of scripts, and of what cannot be read.
bool isStatic(const std::string &program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char *>(&header), sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64)
    return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(std::streamoff(header.e_phoff + uint64_t(i) * header.e_phentsize));
    if (!file.read(reinterpret_cast<char *>(&segment), sizeof segment) || segment.p_type == PT_INTERP)
      return false;
  }
  return header.e_phnum != 0;
}

}  // namespace

std::string heapPreload(const std::string &program, std::string &error) {
  std::string path = findLibrary();
  if (path.empty())
    error = std::string("--memory needs ") + library + ", which is not in the folder of libautoscope.so";
  else if (path.find_first_of(": ") != std::string::npos)
    error = "--memory cannot preload " + path + ": a path in LD_PRELOAD has neither blanks nor colons";
  else if (isStatic(program))
    error = "--memory cannot record the heap of " + program +
            ": it is linked statically, so that nothing can stand in front of its malloc";
  const char *before = std::getenv("LD_PRELOAD");
  return "LD_PRELOAD=" + path + (before && *before ? std::string(":") + before : "");
}

}  // namespace autoscope::tool
