#include "FuzzTarget.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

// Of libFuzzer's build. The usual 256 MiB of freed memory would be most of what a target may have, and each page of
// them a page fault.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "quarantine_size_mb=16";
}

namespace autoscope::fuzz {

void require(bool condition, const char *file, int line) {
  if (condition)
    return;
  std::fprintf(stderr, "fuzz: the condition at %s:%d does not hold\n", file, line);
  std::abort();
}

std::string scratchFile(const std::string &name) {
  const char *folder = std::getenv("TMPDIR");
  return std::string(folder ? folder : "/tmp") + "/autoscope-fuzz-" + std::to_string(getpid()) + name;
}

void writeFile(const std::string &path, const void *data, size_t size) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  require(fd >= 0 && write(fd, data, size) == static_cast<ssize_t>(size));
  close(fd);
}

}  // namespace autoscope::fuzz
