// A file that we keep open in somebody else's process, where any code may close any descriptor number, and then gets
// the number for a file of its own.
//
// So the descriptor lies high, out of the way of programs that count on the next low number or close "all" of them, and
// is compared with the file that we opened before each use. One thread at a time. Failure is an errno.
#pragma once

#include <sys/stat.h>

namespace autoscope::collect {

class OwnFile {
public:
  OwnFile() = default;
  ~OwnFile() { close(); }
  OwnFile(const OwnFile &) = delete;
  OwnFile &operator=(const OwnFile &) = delete;

  // Only a regular file, without waiting; why not is for record::whyNotOpened().
  bool open(const char *path, int flags, mode_t mode = 0666) noexcept;
  bool isOpen() const { return fd_ >= 0; }
  // Made by another user, or with other names: what is done to it may be done to somebody's file elsewhere.
  bool isForeign() const noexcept;
  // Exclusive and without waiting. The lock goes with the descriptor, so descriptor() takes it again if need be.
  bool lock() noexcept;
  // The same for a file that is mapped: the mapping holds on to the descriptor's lock, so no other may take it again.
  bool lockByMapping() noexcept;
  bool isAt(const char *path) const noexcept;

  // Checked to be our file, for use at once. If the program has closed it, the file is opened again by `path`, where it
  // is now. -1: it is there no more.
  int descriptor(const char *path) noexcept;
  // The same without opening it again, for where another thread may be at it. -1: it is not there.
  int descriptorNow() const noexcept { return isOurs(fd_) ? fd_ : -1; }
  bool isOurs(int fd) const noexcept;
  void close() noexcept;

private:
  bool isOurs(const struct stat &status) const { return status.st_dev == device_ && status.st_ino == inode_; }

  int fd_ = -1;  // maybe not ours any more
  dev_t device_ = 0;
  ino_t inode_ = 0;
  bool locked_ = false;
};

}  // namespace autoscope::collect
