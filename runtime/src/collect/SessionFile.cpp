#include "collect/SessionFile.h"

#include "record/OpenRegular.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::collect {

SessionFile::Opened SessionFile::open(const std::string &path, std::string &error) {
  path_ = path;
  part_ = path + ".part";
  offset_ = 0;
  constexpr int make = O_CREAT | O_EXCL | O_RDWR, take = O_RDWR | O_NOFOLLOW;
  auto failure = [&](const char *what) {
    error = std::string("cannot ") + what + " " + part_ + ": " + record::whyNotOpened(errno, take);
    close();
    return Opened::Failed;
  };
  // Others can guess the name, and anything may stand there, in /tmp also by another's hand.
  bool isNew = file_.open(part_.c_str(), make, 0666);
  if (!isNew && (errno != EEXIST || !file_.open(part_.c_str(), take)))
    return failure("create");
  // The lock, not the name, says whether a process is still writing: a killed run's file may be replaced. Between our
  // open and our lock the other writer may have finished and renamed the file.
  if (!file_.lock() || !file_.isAt(part_.c_str())) {
    close();
    return Opened::BusyElsewhere;
  }
  if (!isNew && file_.isForeign()) {
    unlink(part_.c_str());
    if (!file_.open(part_.c_str(), make, 0666))
      return failure("replace another user's");
    if (!file_.lock())
      return close(), Opened::BusyElsewhere;
  }
  struct stat status;
  replaces_ = stat(part_.c_str(), &status) == 0 && status.st_size > 0;
  if (!cut())
    return failure("empty");
  return Opened::Yes;
}

bool SessionFile::cut() noexcept {
  int fd = descriptor();
  return fd >= 0 && ftruncate(fd, off_t(offset_)) == 0;
}

bool SessionFile::append(const iovec *pieces, int count) noexcept {
  int fd = descriptor();
  if (fd < 0)
    return false;
  uint64_t at = offset_;
  for (int i = 0; i < count; ++i) {
    const char *from = static_cast<const char *>(pieces[i].iov_base);
    size_t left = pieces[i].iov_len;
    while (left > 0) {
      ssize_t written = pwrite(fd, from, left, off_t(at));
      if (written < 0 && errno == EINTR)
        continue;
      // Closed since we looked.
      if (written < 0 && errno == EBADF && (fd = descriptor()) >= 0)
        continue;
      if (written <= 0) {
        int reason = errno;
        if (!cut()) {
          // Nothing more can be done: the reader drops a torn tail, and the next section overwrites it.
        }
        errno = reason;
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

std::string SessionFile::finish() {
  std::string error;
  // A failed write may have left a tail that could not be cut then.
  if (!cut())
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

}  // namespace autoscope::collect
