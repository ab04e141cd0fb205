// A socket that we keep open in somebody else's process, as collect/OwnFile does a file: at a high number, and compared
// with the one that we opened before each use, since the program may close any descriptor and get its number for one of
// its own.
//
// One thread at a time, but for the child of a fork, which may only close.
#pragma once

#include <sys/stat.h>

namespace autoscope::control {

class OwnSocket {
public:
  OwnSocket() = default;
  ~OwnSocket() { close(); }
  OwnSocket(const OwnSocket &) = delete;
  OwnSocket &operator=(const OwnSocket &) = delete;

  // Takes the descriptor over. False: it is none.
  bool take(int fd) noexcept;
  bool isOpen() const { return fd_ >= 0; }
  bool isOurs() const noexcept;
  int descriptor() const { return fd_; }
  void close() noexcept;

private:
  int fd_ = -1;  // maybe not ours any more
  ino_t inode_ = 0;
  dev_t device_ = 0;
};

}  // namespace autoscope::control
