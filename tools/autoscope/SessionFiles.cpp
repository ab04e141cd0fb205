#include "SessionFiles.h"

#include "record/AtomicFile.h"
#include "record/OpenRegular.h"
#include "record/RingView.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace autoscope::tool {

namespace {

std::string cannotWrite(const std::string &path, int reason) {
  return "cannot write " + path + ": " + std::strerror(reason);
}

// Aside first, as AtomicFile does. Empty, or one sentence.
std::string copyFile(const std::string &from, const std::string &to) {
  int fd = record::openRegular(from.c_str(), O_RDONLY);
  if (fd < 0)
    return "cannot read " + from + ": " + record::whyNotOpened(errno);
  record::AtomicFile file(to);
  std::vector<char> buffer(1u << 20);
  for (;;) {
    ssize_t length = read(fd, buffer.data(), buffer.size());
    if (length < 0 && errno == EINTR)
      continue;
    if (length < 0)
      file.fail("cannot read " + from + ": " + std::strerror(errno));
    if (length <= 0)
      break;
    file.write(buffer.data(), static_cast<size_t>(length));
  }
  close(fd);
  file.commit();
  return file.error();
}

// A rename would put its file in the place of a link or a device, and leave another user's file that user's.
bool canRename(const std::string &from, const std::string &to) {
  struct stat source = {}, target = {};
  return stat(from.c_str(), &source) == 0 && source.st_uid == geteuid() &&
         (lstat(to.c_str(), &target) != 0 || S_ISREG(target.st_mode));
}

// 0, or errno: EEXIST if the name is taken.
int renameToFree(const std::string &from, const std::string &to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  // This file system cannot: almost as good.
  struct stat target = {};
  if (lstat(to.c_str(), &target) == 0)
    return EEXIST;
  return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

bool exists(const std::string &path) {
  return access(path.c_str(), F_OK) == 0;
}

std::string moveFile(const std::string &from, const std::string &to) {
  struct stat source = {}, target = {};
  if (stat(from.c_str(), &source) == 0 && stat(to.c_str(), &target) == 0 && source.st_dev == target.st_dev &&
      source.st_ino == target.st_ino)
    return {};  // it is there: a copy of it would be removed with it
  if (canRename(from, to)) {
    if (rename(from.c_str(), to.c_str()) == 0)
      return {};
    if (errno != EXDEV)
      return cannotWrite(to, errno);
  }
  std::string error = copyFile(from, to);
  if (error.empty())
    unlink(from.c_str());
  return error;
}

MovedFile moveToFreeName(const std::string &from, const std::string &prefix, uint64_t &number,
                         const std::string &suffix) {
  for (;; ++number) {
    std::string to = prefix + std::to_string(number) + suffix;
    int reason = renameToFree(from, to);
    if (reason == 0)
      return {to, {}};
    if (reason == EEXIST)
      continue;
    if (reason != EXDEV)
      return {{}, cannotWrite(to, reason)};
    // Beside its place first: a name is taken by one rename only.
    std::string aside = to + "." + std::to_string(getpid());
    MovedFile moved = {{}, copyFile(from, aside)};
    if (moved.error.empty())
      moved = moveToFreeName(aside, prefix, number, suffix);
    unlink(moved.error.empty() ? from.c_str() : aside.c_str());
    return moved;
  }
}

void removeRingOfEnded(const std::string &ring, uint32_t pid) {
  // A new run may have taken the name since.
  if (record::RingView().open(ring, pid).empty())
    removeIfUnlocked(AT_FDCWD, ring);
}

void removeIfUnlocked(int folder, const std::string &ring) {
  int fd = record::openRegularAt(folder, ring.c_str(), O_RDONLY | O_NOFOLLOW);
  if (fd < 0)
    return;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0)
    unlinkat(folder, ring.c_str(), 0);
  close(fd);
}

}  // namespace autoscope::tool
