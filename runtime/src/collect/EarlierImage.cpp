#include "collect/EarlierImage.h"

#include "config/OutputPath.h"
#include "record/Format.h"
#include "record/OpenRegular.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {

constexpr int mostImages = 1000;

uint64_t nanoseconds(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

// When this process began, in ticks of the kernel since boot; 0: unknown. Exec does not change it.
uint64_t startTicks() {
  int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  char text[1024];
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  text[length > 0 ? length : 0] = 0;
  const char *at = strrchr(text, ')');  // ends the second field, in which anything may be
  for (int field = 2; at && field < 22; ++field)
    at = strchr(at + 1, ' ');
  return at ? strtoull(at, nullptr, 10) : 0;
}

// A process id comes again; in a container every run has the same. By the monotonic clock, which nobody sets: a session
// of before this boot shows as one of the future or of before this process in nearly all cases.
bool beganInThisProcess(const record::ClockPoint &start) {
  uint64_t began = startTicks() * (1'000'000'000 / uint64_t(sysconf(_SC_CLK_TCK)));
  uint64_t age = nanoseconds(CLOCK_BOOTTIME) - began, now = nanoseconds(CLOCK_MONOTONIC);
  return start.monotonicNs <= now && (began == 0 || now - start.monotonicNs <= age);
}

bool isOurs(const std::string &part) {
  int fd = record::openRegular(part.c_str(), O_RDONLY | O_NOFOLLOW);
  if (fd < 0)
    return false;
  record::FileHeader header = {};
  // The image's descriptors went with it, and with them its lock.
  bool ours = pread(fd, &header, sizeof header, 0) == ssize_t(sizeof header) && header.magic == record::fileMagic &&
              header.pid == uint32_t(getpid()) && beganInThisProcess(header.start) && flock(fd, LOCK_SH | LOCK_NB) == 0;
  close(fd);
  return ours;
}

}  // namespace

std::string keepEarlierImage(const std::string &session) {
  if (!isOurs(session + ".part"))
    return {};
  for (int i = 1; i <= mostImages; ++i) {
    std::string kept = config::withTag(session, i == 1 ? "before-exec" : "before-exec-" + std::to_string(i));
    if (access((kept + ".part").c_str(), F_OK) == 0 && isOurs(kept + ".part"))
      continue;
    if (rename((session + ".part").c_str(), (kept + ".part").c_str()) != 0)
      return {};
    rename((session + ".ring").c_str(), (kept + ".ring").c_str());
    return kept;
  }
  return {};
}

}  // namespace autoscope::collect
