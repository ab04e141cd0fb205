// Opens a file of a name that others can guess, so that something else may stand there: a FIFO, which would make the
// caller wait for whoever writes it, a device, a socket, or a link to a file that is none of ours.
//
// Any thread. Never waits, and follows no link at the end of the name where `flags` have O_NOFOLLOW.
#pragma once

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::record {

constexpr int notRegular = ENODEV;  // of openRegularAt(); no regular file fails with it

// -1 with errno, which whyNotOpened() reads.
inline int openRegularAt(int folder, const char *path, int flags, mode_t mode = 0666) noexcept {
  // A regular file ignores O_NONBLOCK.
  int fd = openat(folder, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode);
  if (fd < 0) {
    if (errno == ENXIO)  // a socket, or a FIFO that nobody reads
      errno = notRegular;
    return -1;
  }
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    return fd;
  int reason = S_ISDIR(status.st_mode) ? EISDIR : notRegular;
  close(fd);
  errno = reason;
  return -1;
}

inline int openRegular(const char *path, int flags, mode_t mode = 0666) noexcept {
  return openRegularAt(AT_FDCWD, path, flags, mode);
}

// The second half of a sentence. O_NOFOLLOW tells of a link as of too many.
inline std::string whyNotOpened(int reason, int flags = 0) {
  if (reason == notRegular)
    return "it is not a regular file";
  if (reason == EISDIR)
    return "it is a directory";
  if (reason == ELOOP && flags & O_NOFOLLOW)
    return "it is a symbolic link";
  return strerror(reason);
}

}  // namespace autoscope::record
