#include "SlowDisk.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace autoscope::test {

std::atomic<bool> diskStandsStill{false};

}  // namespace autoscope::test

extern "C" ssize_t pwrite(int file, const void *data, size_t bytes, off_t at) {
  while (autoscope::test::diskStandsStill)
    usleep(1000);
  return syscall(SYS_pwrite64, file, data, bytes, at);
}
