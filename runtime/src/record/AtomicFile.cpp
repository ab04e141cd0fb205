#include "record/AtomicFile.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::record {
namespace {

constexpr int mostLinks = 40;     // as the kernel follows
constexpr int patience = 5000;    // ms, with who reads a FIFO
constexpr int betweenLooks = 10;  // ms

// `path` from its root, with every link of its folder followed but not one that it is itself. Empty: no such folder.
std::string inRealFolder(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  char real[PATH_MAX];
  if (!realpath(folder.c_str(), real))
    return {};
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return (strcmp(real, "/") == 0 ? "" : std::string(real)) + "/" + name;
}

// What `path` names behind links. Stops at one of /proc (/dev/stdout is a link to such), which stands for something
// open, whatever path it seems to hold; a link that leads nowhere names what it would create.
std::string followLinks(std::string path) {
  for (int i = 0; i < mostLinks; ++i) {
    std::string real = inRealFolder(path);
    char link[PATH_MAX];
    ssize_t length = real.empty() ? -1 : readlink(real.c_str(), link, sizeof link);
    if (length < 0 || size_t(length) == sizeof link || real.compare(0, 6, "/proc/") == 0)
      return real.empty() ? path : real;
    std::string target(link, size_t(length));
    path = target.front() == '/' ? target : real.substr(0, real.rfind('/') + 1) + target;
  }
  return path;
}

// Opened anew, a file would be written from its start, over what stands there.
int openNamedByProc(const std::string &path) {
  std::string own = "/proc/" + std::to_string(getpid()) + "/fd/";
  if (path.compare(0, own.size(), own) == 0)
    return fcntl(atoi(path.c_str() + own.size()), F_DUPFD_CLOEXEC, 3);
  return open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    path_ = "standard output";
    fd_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  } else {
    struct stat info{};
    target_ = followLinks(path_);
    if (target_.compare(0, 6, "/proc/") == 0) {
      fd_ = openNamedByProc(target_);
    } else if (stat(target_.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
      openDirectly(info.st_mode);
    } else {
      // The process id keeps apart two processes that write the same path at the same moment.
      temporary_ = target_ + ".tmp." + std::to_string(getpid());
      // Others can guess the name: nothing that stands there is written to or followed.
      unlink(temporary_.c_str());
      fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  }
  if (fd_ < 0 && errno == EEXIST && !temporary_.empty())
    fail("the name " + temporary_ + ", under which it would be made, is another user's");
  else if (fd_ < 0)
    failBySystem();
}

// Of a FIFO whoever reads it may come later, or never: the program that is profiled must not wait for ever at its end.
void AtomicFile::openDirectly(mode_t type) {
  if (S_ISSOCK(type))
    return fail("it is a socket");
  for (int waited = 0;; waited += betweenLooks) {
    fd_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd_ >= 0 || errno != ENXIO || !S_ISFIFO(type))
      return;
    if (waited >= patience)
      return fail("it is a pipe, which nobody reads");
    poll(nullptr, 0, betweenLooks);
  }
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

void AtomicFile::limit(uint64_t bytes, const std::string &reason) {
  room_ = bytes;
  noRoom_ = reason;
}

void AtomicFile::write(const void *data, size_t size) {
  auto *bytes = static_cast<const char *>(data);
  if (size > room_)
    fail(noRoom_);
  else
    room_ -= size;
  while (size > 0 && error_.empty()) {
    ssize_t written = ::write(fd_, bytes, size);
    if (written < 0) {
      pollfd reader = {fd_, POLLOUT, 0};
      if (errno != EAGAIN && errno != EINTR)
        failBySystem();
      else if (errno == EAGAIN && poll(&reader, 1, patience) == 0)
        fail("nothing is taken from it");
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
  else if (!temporary_.empty() && rename(temporary_.c_str(), target_.c_str()) != 0)
    failBySystem();
  if (!error_.empty() && !temporary_.empty())
    unlink(temporary_.c_str());
}

}  // namespace autoscope::record
