#include "control/Server.h"

#include "collect/LastThread.h"
#include "config/Environment.h"
#include "control/Place.h"
#include "hot/ThreadState.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace autoscope::control {

namespace {

constexpr size_t stackBytes = 1 << 20;  // a stop writes outputs on it
constexpr int lookEvery = 1000;         // ms: is the socket still ours?
constexpr int64_t patience = 10'000;    // ms

int64_t nowMilliseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

bool isAllowed(int fd) {
  ucred peer = {};
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
    return false;
  return peer.uid == geteuid() || peer.uid == 0;
}

// Never waits: a tool that does not read loses its answer.
void send(int fd, const std::string &text) {
  size_t sent = 0;
  while (sent < text.size()) {
    ssize_t some = ::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (some < 0 && errno == EINTR)
      continue;
    if (some <= 0)
      return;
    sent += size_t(some);
  }
}

}  // namespace

std::string Server::start(Answerer answerer) noexcept {
  if (runs_)
    return {};
  try {
    answerer_ = std::move(answerer);
    if (std::string error = listen(); !error.empty())
      return error;
  } catch (const std::exception &failure) {
    return failure.what();
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  // The program's signals are for the program's threads.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &maskOfProgram_);
  stops_ = false;
  runs_ = pthread_create(&thread_, &attributes, threadMain, this) == 0;
  pthread_sigmask(SIG_SETMASK, &maskOfProgram_, nullptr);
  pthread_attr_destroy(&attributes);
  if (runs_)
    return {};
  removeFile();
  closeSocket(listener_);
  return "cannot start the thread that listens";
}

void Server::stop() noexcept {
  if (!runs_ || pthread_equal(thread_, pthread_self()))
    return;
  stops_ = true;
  // Wakes it; if the socket is not ours any more it wakes by itself.
  {
    std::lock_guard<std::mutex> lock(descriptors_);
    if (listener_.isOurs())
      shutdown(listener_.descriptor(), SHUT_RDWR);
  }
  pthread_join(thread_, nullptr);
  runs_ = false;
  removeFile();
  for (Connection &connection : connections_)
    closeSocket(connection.socket);
  closeSocket(listener_);
}

std::string Server::listen() {
  std::string error;
  for (const std::string &folder : socketFolders(config::variable("XDG_RUNTIME_DIR"), geteuid())) {
    std::string problem = listenIn(folder);
    if (problem.empty())
      return {};
    error = problem;
  }
  return error;
}

std::string Server::listenIn(const std::string &path) {
  std::string error;
  int folder = openPrivateFolder(path, geteuid(), Missing::Make, error);
  if (folder < 0)
    return error;
  // Under its name only once it listens, so that one that refuses has been left behind by a process that is gone.
  std::string name = socketName(getpid()), newName = name + ".new";
  auto failure = [&, folder](const char *what) {
    std::string sentence = std::string("cannot ") + what + " the socket in " + path + ": " + strerror(errno);
    unlinkat(folder, newName.c_str(), 0);
    close(folder);
    return sentence;
  };
  unlinkat(folder, newName.c_str(), 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  pathThrough(folder, newName).copy(address.sun_path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  bool bound = takeSocket(listener_, fd) &&
               bind(listener_.descriptor(), reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
  struct stat status;
  if (!bound || fchmodat(folder, newName.c_str(), 0600, 0) != 0 ||
      ::listen(listener_.descriptor(), int(maxConnections)) != 0 ||
      fstatat(folder, newName.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      renameat(folder, newName.c_str(), folder, name.c_str()) != 0) {
    std::string sentence = failure("make");
    closeSocket(listener_);
    return sentence;
  }
  close(folder);
  folder_ = path;
  inode_ = status.st_ino;
  return {};
}

// Not one that another process has put at our name: in another container our process id may be its, too.
void Server::removeFile() noexcept {
  std::string error;
  int folder = openPrivateFolder(folder_, geteuid(), Missing::Fail, error);
  if (folder < 0)
    return;
  std::string name = socketName(getpid());
  struct stat status;
  if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_ino == inode_)
    unlinkat(folder, name.c_str(), 0);
  close(folder);
}

void *Server::threadMain(void *self) {
  pthread_setname_np(pthread_self(), "autoscope-ctl");
  // For good, as the writer thread.
  hot::Busy busy;
  collect::OwnThread own;
  config::useCopiedEnvironment();
  try {
    static_cast<Server *>(self)->serve();
  } catch (const std::exception &) {
    // Out of memory: then nobody listens any more.
  }
  return nullptr;
}

void Server::serve() {
  while (!stops_) {
    if (!listener_.isOurs() && !listen().empty()) {
      poll(nullptr, 0, lookEvery);
      continue;
    }
    std::array<pollfd, maxConnections + 1> waits = {};
    waits[0] = {listener_.descriptor(), POLLIN, 0};
    for (size_t i = 0; i < maxConnections; ++i) {
      Connection &connection = connections_[i];
      if (connection.socket.isOpen() && !connection.socket.isOurs())
        hangUp(connection);
      waits[i + 1] = {connection.socket.descriptor(), POLLIN, 0};  // -1 is ignored
    }
    bool isReady = poll(waits.data(), waits.size(), lookEvery) > 0;
    if (!isReady)
      collect::endWithLastThread(maskOfProgram_);
    // First who has asked: an answer to somebody else may have taken longer than our patience.
    for (size_t i = 0; i < maxConnections && !stops_; ++i) {
      Connection &connection = connections_[i];
      if (isReady && waits[i + 1].revents && connection.socket.isOurs())
        receiveOrHangUp(connection);
      else if (connection.socket.isOpen() && !connection.holds && nowMilliseconds() > connection.silentUntil)
        hangUp(connection);
    }
    if (isReady && waits[0].revents && !stops_ && listener_.isOurs())
      acceptOne();
  }
}

void Server::acceptOne() {
  Connection *unused = nullptr;
  for (Connection &connection : connections_)
    if (!connection.socket.isOpen())
      unused = &connection;
  int fd = accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    // No descriptor to be had: the tool goes on waiting, and we do not spin.
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
      poll(nullptr, 0, 100);
    return;
  }
  if (!isAllowed(fd) || !unused) {
    send(fd, write(refusal(unused ? "the process belongs to another user" : "too many connections are open")));
    close(fd);
    return;
  }
  if (!takeSocket(unused->socket, fd))
    return;
  unused->id = ++lastConnection_;
  unused->input.clear();
  unused->holds = false;
  unused->silentUntil = nowMilliseconds() + patience;
}

// Where memory is short, one who asks goes without an answer.
void Server::receiveOrHangUp(Connection &connection) {
  try {
    receive(connection);
  } catch (const std::exception &) {
    hangUp(connection);
  }
}

void Server::receive(Connection &connection) {
  char buffer[4096];
  ssize_t length = recv(connection.socket.descriptor(), buffer, sizeof buffer, MSG_DONTWAIT);
  if (length < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (length <= 0)
    return hangUp(connection);
  connection.input.append(buffer, size_t(length));
  size_t end;
  while (connection.socket.isOpen() && (end = connection.input.find('\n')) != std::string::npos) {
    std::string text = connection.input.substr(0, end);
    connection.input.erase(0, end + 1);
    answerTo(connection, text);
  }
  if (connection.socket.isOpen() && connection.input.size() >= maxLine) {
    send(connection.socket.descriptor(), write(refusal("the line is longer than a line may be")));
    hangUp(connection);
  }
}

void Server::answerTo(Connection &connection, std::string_view text) {
  Line request;
  Answer answer;
  if (std::string error = parse(text, request); !error.empty())
    answer = {refusal(error), connection.holds};
  else
    answer = answerer_.answer(request, connection.id);
  connection.holds = answer.holds;
  connection.silentUntil = nowMilliseconds() + patience;
  // It may have taken long, and the program have closed what it liked meanwhile.
  if (connection.socket.isOurs())
    send(connection.socket.descriptor(), write(answer.reply));
}

void Server::hangUp(Connection &connection) {
  bool held = connection.holds;
  connection.holds = false;
  closeSocket(connection.socket);
  if (held)
    answerer_.hungUp(connection.id);
}

bool Server::takeSocket(OwnSocket &socket, int fd) {
  std::lock_guard<std::mutex> lock(descriptors_);
  return socket.take(fd);
}

void Server::closeSocket(OwnSocket &socket) {
  std::lock_guard<std::mutex> lock(descriptors_);
  socket.close();
}

// Whether it runs says nothing here: a stop on another thread may end it between the two.
void Server::lockForFork() noexcept {
  descriptors_.lock();
}

void Server::unlockAfterFork() noexcept {
  descriptors_.unlock();
}

void Server::abandonInChild() noexcept {
  listener_.close();
  for (Connection &connection : connections_)
    connection.socket.close();
  runs_ = false;
}

}  // namespace autoscope::control
