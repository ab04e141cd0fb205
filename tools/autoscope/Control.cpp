#include "Control.h"

#include "SessionFiles.h"

#include "control/Place.h"
#include "report/Utf8.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace autoscope::tool {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr const char *variable = "AUTOSCOPE_CONTROL";

const char *valueOf(const Process &process, const char *name) {
  auto found = process.environment.find(name);
  return found == process.environment.end() ? nullptr : found->second.c_str();
}

// A descriptor, or -1 with errno: EAGAIN if so many wait already that one more would, perhaps for ever.
int connectThrough(int folder, const std::string &name) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    return -1;
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  control::pathThrough(folder, name).copy(address.sun_path, sizeof address.sun_path - 1);
  if (connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0) {
    fcntl(fd, F_SETFL, 0);
    return fd;
  }
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

// Of another container a process may have the same id.
bool isListenedToBy(int fd, pid_t pid) {
  ucred peer = {};
  socklen_t length = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.pid == pid;
}

std::string whyNotListening(const Process &process) {
  std::string name = called(process);
  if (process.user != geteuid() && geteuid() != 0)
    return name + " belongs to user " + userName(process.user) + ": only that user and root can control it";
  if (!holdsAutoscope(process))
    return name + " has no autoscope in it: compile it with autoscope-clang++ or the plugin";
  const char *value = valueOf(process, variable);
  if (process.hasEnvironment && (!value || std::string_view(value) != "1"))
    return name + " does not listen: start it with " + variable + "=1 in its environment";
  return name + " does not listen, though it was started with " + variable +
         "=1: it was made by fork, which ends that, or could not make its socket, and said why";
}

}  // namespace

// One look for the socket of a process.
struct Control::Attempt {
  std::unique_ptr<Control> control;  // or why there is none:
  bool listens = false;              // there is a socket, but nobody who would answer now
  std::string problem;               // a folder that is not used
};

Control::Attempt Control::connectTo(const Process &process) {
  Attempt attempt;
  const char *runtimeDirectory =
      process.hasEnvironment ? valueOf(process, "XDG_RUNTIME_DIR") : getenv("XDG_RUNTIME_DIR");
  for (const std::string &folder : control::socketFolders(runtimeDirectory, process.innerUser))
    for (const std::string &root : {"/proc/" + std::to_string(process.pid) + "/root", std::string()}) {
      std::string problem;
      int descriptor = control::openPrivateFolder(root + folder, process.user, control::Missing::Fail, problem);
      if (descriptor < 0) {
        if (!problem.empty() && access((root + folder).c_str(), F_OK) == 0)
          attempt.problem = problem;
        continue;
      }
      std::string name = control::socketName(process.innerPid);
      // What connects to a stopped process waits there until it goes on, also when it has given up.
      int fd = process.isStopped() ? -1 : connectThrough(descriptor, name);
      bool isBusy = fd < 0 && (process.isStopped() || errno == EAGAIN);
      attempt.listens = attempt.listens || (isBusy && faccessat(descriptor, name.c_str(), F_OK, 0) == 0);
      close(descriptor);
      if (fd >= 0 && isListenedToBy(fd, process.pid)) {
        attempt.control.reset(new Control(process, fd));
        return attempt;
      }
      if (fd >= 0)
        close(fd);
    }
  return attempt;
}

static std::string whyNoAnswer(const Process &process) {
  if (!process.isStopped())
    return called(process) + " does not answer: too many others wait for it already";
  return called(process) + (process.state == 't' ? " is stopped by a debugger: let it go on first"
                                                 : " is stopped by a signal: continue it first (kill -CONT)");
}

std::unique_ptr<Control> Control::open(pid_t pid, std::string &error) {
  // By our own clock, too: what a system says of a process's age may not be true in a container.
  for (auto end = Clock::now() + 2s;; std::this_thread::sleep_for(20ms)) {
    Process process = lookAt(pid);
    if (!process.exists) {
      error = "there is no process " + std::to_string(pid);
      return nullptr;
    }
    if (process.hasEnded()) {
      error = called(process) + " has ended";
      return nullptr;
    }
    if (process.leader != pid) {
      error = std::to_string(pid) + " is a thread of process " + std::to_string(process.leader) + ": name that";
      return nullptr;
    }
    Attempt attempt = connectTo(process);
    if (attempt.control)
      return std::move(attempt.control);
    bool isLate = Clock::now() > end;
    if (attempt.listens && (process.isStopped() || isLate)) {
      error = whyNoAnswer(process);
      return nullptr;
    }
    if (!attempt.listens && (isLate || ageInSeconds(process) > 2)) {
      error = attempt.problem.empty() || process.user != geteuid() ? whyNotListening(process)
                                                                   : called(process) + ": " + attempt.problem;
      return nullptr;
    }
  }
}

std::unique_ptr<Control> Control::openIfListening(pid_t pid, std::string &error) {
  Process process = lookAt(pid);
  if (process.hasEnded())
    return nullptr;
  Attempt attempt = connectTo(process);
  if (attempt.listens && !attempt.control)
    error = whyNoAnswer(process);
  return std::move(attempt.control);
}

Control::~Control() {
  close(socket_);
}

control::Line Control::ask(const control::Line &request, std::string &error) {
  control::Line reply;
  std::string text = control::write(request);
  hungUp_ = interrupted_ = false;
  auto failure = [&](const std::string &what) {
    error = called(process_) + " " + what;
    return control::refusal(error);
  };
  auto gone = [&] {
    hungUp_ = true;
    // A process that ends closes its sockets some time before it is gone.
    for (auto end = Clock::now() + 500ms; Clock::now() < end; std::this_thread::sleep_for(5ms))
      if (lookAt(process_.pid).hasEnded())
        return failure("ended before it answered");
    return failure("closed the connection instead of an answer: it ends, or too many others are connected");
  };
  for (size_t sent = 0; sent < text.size();) {
    ssize_t some = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (some < 0 && errno == EINTR)
      continue;
    if (some <= 0)
      return gone();
    sent += static_cast<size_t>(some);
  }
  auto end = Clock::now() + patience_;
  std::string answer;
  while (answer.find('\n') == std::string::npos) {
    if (answer.size() > control::maxLine)
      return failure("answers with more than a line: is it autoscope?");
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waits[] = {{socket_, POLLIN, 0}, {interrupt_, POLLIN, 0}};
    int ready = left <= 0 ? 0 : poll(waits, 2, static_cast<int>(std::min<int64_t>(left, 3'600'000)));
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready > 0 && !waits[0].revents) {
      interrupted_ = true;
      return failure("has not answered yet");
    }
    if (ready < 0 || left <= 0)
      return failure("does not answer");
    if (ready == 0)
      continue;
    char buffer[4096];
    ssize_t length = recv(socket_, buffer, sizeof buffer, 0);
    if (length < 0 && errno == EINTR)
      continue;
    if (length <= 0)
      return gone();
    answer.append(buffer, static_cast<size_t>(length));
  }
  if (std::string wrong = control::parse(std::string_view(answer).substr(0, answer.find('\n')), reply); !wrong.empty())
    return failure("answers what this tool does not understand: " + report::printable(wrong));
  if (!reply.isOk())
    error = called(process_) + ": " + report::printable(reply.value("message"));
  return reply;
}

bool Control::sharesFolder(const std::string &folder) const {
  struct stat ours, theirs;
  std::string path = "/proc/" + std::to_string(process_.pid) + "/root" + folder;
  return stat(folder.c_str(), &ours) == 0 && stat(path.c_str(), &theirs) == 0 && ours.st_dev == theirs.st_dev &&
         ours.st_ino == theirs.st_ino;
}

bool Control::seesOtherFolder(const std::string &folder) const {
  struct stat status;
  std::string path = "/proc/" + std::to_string(process_.pid) + "/root" + folder;
  bool isThere = stat(folder.c_str(), &status) == 0 || stat(path.c_str(), &status) == 0;
  return isThere && !sharesFolder(folder);
}

std::string Control::here(const std::string &path) const {
  if (sharesFolder(fs::path(path).parent_path()))
    return path;
  return "/proc/" + std::to_string(process_.pid) + "/root" + path;
}

namespace {

// The process whose profile for `autoscope attach` has a ring of this name; 0: it is none.
pid_t pidOfRing(const std::string &name) {
  constexpr std::string_view middle = "-attach-", end = ".autoscope.ring";
  size_t digits = name.find_first_not_of("0123456789");
  bool isRing = digits != 0 && digits <= 9 && name.compare(digits, middle.size(), middle) == 0 &&
                name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  return isRing ? static_cast<pid_t>(std::stol(name.substr(0, digits))) : 0;
}

// A process without session keeps its ring for the next one, unless it is killed. In another container it may live
// though its id is free here: it has the lock. What it recorded and nobody has read yet has a stream beside the ring.
void removeIfStale(int folder, const std::string &ring, const std::vector<std::string> &names) {
  pid_t pid = pidOfRing(ring);
  if (pid == 0 || !lookAt(pid).hasEnded())
    return;
  std::string prefix = std::to_string(pid) + "-attach-";
  for (const std::string &name : names)
    if (name.rfind(prefix, 0) == 0 && name.size() > 5 && name.compare(name.size() - 5, 5, ".part") == 0)
      return;
  removeIfUnlocked(folder, ring);
}

}  // namespace

void removeStaleFiles() {
  std::vector<std::string> folders = control::socketFolders(getenv("XDG_RUNTIME_DIR"), geteuid());
  if (const char *temporary = getenv("TMPDIR"); temporary && *temporary == '/')
    folders.push_back(control::folderIn(temporary, geteuid()));
  for (const std::string &path : folders) {
    std::string ignored;
    int folder = control::openPrivateFolder(path, geteuid(), control::Missing::Fail, ignored);
    if (folder < 0)
      continue;
    std::error_code error;
    std::vector<std::string> names;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
      names.push_back(entry->path().filename());
    for (const std::string &name : names) {
      removeIfStale(folder, name, names);
      if (control::pidOfSocket(name) == 0)
        continue;
      if (lookAt(control::pidOfSocket(name)).isStopped())
        continue;  // it would take our connection for one when it goes on
      // Nobody listens: a process gives its socket the name only when it does.
      int fd = connectThrough(folder, name);
      if (fd >= 0)
        close(fd);
      else if (errno == ECONNREFUSED)
        unlinkat(folder, name.c_str(), 0);
    }
    close(folder);
  }
}

CLI::Option *addPidOption(CLI::App &command, pid_t &pid) {
  return command
      .add_option_function<std::string>(
          "PID",
          [&pid](const std::string &text) {
            bool digits = text.find_first_not_of("0123456789") == std::string::npos && text.size() <= 9;
            pid = digits && !text.empty() ? std::atoi(text.c_str()) : 0;
            if (pid == 0)
              throw CLI::ValidationError("'" + text + "' is no process id");
          },
          "The id of a process that was started with AUTOSCOPE_CONTROL=1")
      ->required()
      ->type_name("");
}

}  // namespace autoscope::tool
