#include "collect/EarlierImage.h"

#include "config/OutputPath.h"
#include "record/Format.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {

constexpr int mostImages = 1000;

bool isOurs(const std::string &part) {
  int fd = open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return false;
  record::FileHeader header = {};
  // The image's descriptors went with it, and with them its lock.
  bool ours = pread(fd, &header, sizeof header, 0) == ssize_t(sizeof header) && header.magic == record::fileMagic &&
              header.pid == uint32_t(getpid()) && flock(fd, LOCK_SH | LOCK_NB) == 0;
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
