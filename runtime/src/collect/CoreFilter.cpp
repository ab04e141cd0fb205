#include "collect/CoreFilter.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {
constexpr unsigned long sharedFiles = 1ul << 3;  // core(5)
}

bool includeRingInCores() noexcept {
  int file = open("/proc/self/coredump_filter", O_RDWR | O_CLOEXEC);
  if (file < 0)
    return false;
  char text[32] = {};
  bool done = read(file, text, sizeof text - 1) > 0;
  if (done) {
    int length = snprintf(text, sizeof text, "0x%lx", strtoul(text, nullptr, 16) | sharedFiles);
    done = pwrite(file, text, size_t(length), 0) == length;
  }
  close(file);
  return done;
}

}  // namespace autoscope::collect
