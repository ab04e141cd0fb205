#include "control/OwnSocket.h"

#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace autoscope::control {

bool OwnSocket::take(int fd) noexcept {
  close();
  if (fd < 0)
    return false;
  for (int least : {512, 64, 3}) {  // as in OwnFile
    int high = fcntl(fd, F_DUPFD_CLOEXEC, least);
    if (high >= 0) {
      ::close(fd);
      fd = high;
      break;
    }
  }
  struct stat status;
  if (fstat(fd, &status) != 0) {
    ::close(fd);
    return false;
  }
  device_ = status.st_dev;
  inode_ = status.st_ino;
  fd_ = fd;
  return true;
}

bool OwnSocket::isOurs() const noexcept {
  struct stat status;
  return fd_ >= 0 && fstat(fd_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

void OwnSocket::close() noexcept {
  bool ours = isOurs();
  int fd = fd_;
  fd_ = -1;  // first: the child of a fork in between must not close somebody else's
  if (ours)
    ::close(fd);
}

}  // namespace autoscope::control
