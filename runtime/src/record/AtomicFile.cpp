#include "record/AtomicFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::record {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    path_ = "standard output";
    fd_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  } else {
    struct stat info{};
    if (stat(path_.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
      fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
      // The process id keeps apart two processes that write the same path at the same moment.
      temporary_ = path_ + ".tmp." + std::to_string(getpid());
      fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
  }
  if (fd_ < 0)
    failBySystem();
}

AtomicFile::~AtomicFile() {
  if (fd_ < 0)
    return;
  close(fd_);
  if (!temporary_.empty())
    unlink(temporary_.c_str());
}

void AtomicFile::fail(const std::string &reason) {
  if (error_.empty())
    error_ = "cannot write " + path_ + ": " + reason;
}

void AtomicFile::failBySystem() {
  fail(std::strerror(errno));
}

void AtomicFile::write(const void *data, size_t size) {
  auto *bytes = static_cast<const char *>(data);
  while (size > 0 && error_.empty()) {
    ssize_t written = ::write(fd_, bytes, size);
    if (written < 0) {
      if (errno != EINTR)
        failBySystem();
      continue;
    }
    bytes += written;
    size -= static_cast<size_t>(written);
  }
}

void AtomicFile::commit() {
  if (!error_.empty() || fd_ < 0)
    return;
  int fd = fd_;
  fd_ = -1;
  // Some file systems report a full disk only here.
  if (close(fd) != 0)
    failBySystem();
  else if (!temporary_.empty() && rename(temporary_.c_str(), path_.c_str()) != 0)
    failBySystem();
  if (!error_.empty() && !temporary_.empty())
    unlink(temporary_.c_str());
}

}  // namespace autoscope::record
