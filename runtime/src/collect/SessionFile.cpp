#include "collect/SessionFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::collect {

SessionFile::Opened SessionFile::open(const std::string &path, std::string &error) noexcept {
  path_ = path;
  offset_ = 0;
  std::string part = partPath();
  fd_ = ::open(part.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (fd_ < 0) {
    error = "cannot create " + part + ": " + strerror(errno);
    return Opened::Failed;
  }
  // The lock, not the name, says whether a process is still writing: a killed run's file may be replaced.
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    close();
    return Opened::BusyElsewhere;
  }
  struct stat ours = {}, named = {};
  // Between our open and our lock the other writer may have finished and renamed the file.
  if (fstat(fd_, &ours) != 0 || stat(part.c_str(), &named) != 0 || ours.st_ino != named.st_ino) {
    close();
    return Opened::BusyElsewhere;
  }
  if (ftruncate(fd_, 0) != 0) {
    error = "cannot empty " + part + ": " + strerror(errno);
    close();
    return Opened::Failed;
  }
  return Opened::Yes;
}

bool SessionFile::append(const iovec *pieces, int count) noexcept {
  uint64_t at = offset_;
  for (int i = 0; i < count; ++i) {
    const char *from = static_cast<const char *>(pieces[i].iov_base);
    size_t left = pieces[i].iov_len;
    while (left > 0) {
      ssize_t written = pwrite(fd_, from, left, off_t(at));
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0) {
        if (ftruncate(fd_, off_t(offset_)) != 0) {
          // Nothing more can be done: the reader drops a torn tail, and the next section overwrites it.
        }
        return false;
      }
      from += written;
      left -= size_t(written);
      at += uint64_t(written);
    }
  }
  offset_ = at;
  return true;
}

bool SessionFile::append(const void *data, size_t bytes) noexcept {
  iovec piece = {const_cast<void *>(data), bytes};
  return append(&piece, 1);
}

bool SessionFile::appendSection(record::SectionType type, const void *payload, size_t bytes) noexcept {
  record::SectionHeader header = {record::sectionMagic, type, sizeof(record::SectionHeader) + bytes};
  iovec pieces[] = {{&header, sizeof header}, {const_cast<void *>(payload), bytes}};
  return append(pieces, 2);
}

std::string SessionFile::finish() noexcept {
  std::string error;
  // A failed write may have left a tail that could not be cut then.
  if (ftruncate(fd_, off_t(offset_)) != 0)
    error = "cannot cut " + partPath() + ": " + strerror(errno);
  // ext4 writes a file back at once that replaces another by rename: milliseconds at the end of the program.
  if (error.empty()) {
    unlink(path_.c_str());
    if (::rename(partPath().c_str(), path_.c_str()) != 0)
      error = "cannot rename " + partPath() + " to " + path_ + ": " + strerror(errno);
  }
  close();
  return error;
}

void SessionFile::close() noexcept {
  if (fd_ >= 0)
    ::close(fd_);
  fd_ = -1;
}

}  // namespace autoscope::collect
