#include "collect/OwnFile.h"

#include "record/OpenRegular.h"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {

int openHigh(const char *path, int flags, mode_t mode = 0) {
  int low = record::openRegular(path, flags, mode);
  if (low < 0)
    return low;
  for (int least : {512, 64, 3}) {  // the later ones for a small limit of open files; never a standard stream
    int high = fcntl(low, F_DUPFD_CLOEXEC, least);
    if (high >= 0) {
      close(low);
      return high;
    }
  }
  return low;
}

}  // namespace

bool OwnFile::open(const char *path, int flags, mode_t mode) noexcept {
  close();
  fd_ = openHigh(path, flags, mode);
  struct stat status;
  if (fd_ < 0 || fstat(fd_, &status) != 0)
    return false;
  device_ = status.st_dev;
  inode_ = status.st_ino;
  return true;
}

bool OwnFile::lock() noexcept {
  locked_ = flock(fd_, LOCK_EX | LOCK_NB) == 0;
  return locked_;
}

bool OwnFile::lockByMapping() noexcept {
  return flock(fd_, LOCK_EX | LOCK_NB) == 0;
}

bool OwnFile::isForeign() const noexcept {
  struct stat status;
  return fstat(fd_, &status) != 0 || status.st_uid != geteuid() || status.st_nlink > 1;
}

bool OwnFile::isAt(const char *path) const noexcept {
  struct stat status;
  return stat(path, &status) == 0 && isOurs(status);
}

bool OwnFile::isOurs(int fd) const noexcept {
  struct stat status;
  return fstat(fd, &status) == 0 && isOurs(status);
}

int OwnFile::descriptor(const char *path) noexcept {
  if (isOurs(fd_))
    return fd_;
  int again = openHigh(path, O_RDWR | O_NOFOLLOW);
  if (again < 0)
    return -1;
  // Another process may have the lock by now, or have put its own file there.
  if (!isOurs(again) || (locked_ && flock(again, LOCK_EX | LOCK_NB) != 0)) {
    ::close(again);
    errno = ENOENT;
    return -1;
  }
  return fd_ = again;
}

void OwnFile::close() noexcept {
  if (isOpen() && isOurs(fd_))
    ::close(fd_);
  fd_ = -1;
  locked_ = false;
}

}  // namespace autoscope::collect
