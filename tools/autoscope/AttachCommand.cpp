// autoscope attach: profiles a process that runs, for a while, and shows the result.
#include "Command.h"
#include "Control.h"
#include "Duration.h"
#include "RecordingOptions.h"
#include "SessionFiles.h"
#include "SessionOutput.h"

#include "config/OutputPath.h"
#include "report/Export.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <stdexcept>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

namespace autoscope::tool {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Options {
  pid_t pid = 0;
  std::optional<std::chrono::milliseconds> duration;
  OutputOptions output;
  RecordingOptions recording;
};

// While it lives, the signals that would end us are read from here instead.
class EndSignals {
public:
  EndSignals() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction now{};
      // What whoever started us has us ignore, as nohup does, stays ignored.
      if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaddset(&wanted, signal);
    }
    descriptor_ = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor_ < 0)
      throw std::runtime_error(std::string("cannot wait for signals: ") + std::strerror(errno));
    sigprocmask(SIG_BLOCK, &wanted, &before_);
  }
  EndSignals(const EndSignals &) = delete;
  EndSignals &operator=(const EndSignals &) = delete;
  ~EndSignals() {
    takeAll();
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  int descriptor() const { return descriptor_; }
  // What has ended one thing shall not end the next, nor us.
  void takeAll() const {
    signalfd_siginfo info;
    while (read(descriptor_, &info, sizeof info) > 0) {
    }
  }

private:
  sigset_t before_;
  int descriptor_;
};

enum class Ended { ByTime, BySignal, WithProcess };

Ended waitForEnd(const Options &options, const Control &control, const EndSignals &signals) {
  auto end = Clock::now() + options.duration.value_or(0ms);
  for (;;) {
    pollfd waits[] = {{control.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
    int timeout = -1;
    if (options.duration) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count() + 1;
      if (left <= 0)
        return Ended::ByTime;
      timeout = static_cast<int>(std::min<int64_t>(left, 3'600'000));
    }
    if (poll(waits, 2, timeout) < 0)
      continue;
    if (waits[1].revents) {
      signals.takeAll();
      return Ended::BySignal;
    }
    if (waits[0].revents)  // nothing is said without a question
      return Ended::WithProcess;
  }
}

// The session of the profile, by a name that stays good when the process, and with it the way into its container, is
// gone.
class Session {
public:
  Session(const Control &control, const std::string &path) : theirs_(path) {
    fs::path here = control.here(path);
    name_ = here.filename();
    folderName_ = here.parent_path();
    if (here.string() != path) {
      folder_ = open(folderName_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
      folderName_ = "/proc/self/fd/" + std::to_string(folder_);
    }
  }
  ~Session() {
    if (folder_ >= 0)
      close(folder_);
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  std::string path() const { return folderName_ + "/" + name_; }
  std::string part() const { return path() + record::partSuffix; }
  // path() or part() as others find it.
  std::string shown(const std::string &file, const Process &process) const {
    if (folder_ < 0)
      return file;
    std::string theirs = theirs_ + file.substr(path().size());
    if (lookAt(process.pid).hasEnded())
      return theirs + " in the file system of " + called(process);
    return "/proc/" + std::to_string(process.pid) + "/root" + theirs;
  }
  void remove() const { unlink(path().c_str()); }
  // What only a process that is gone has no use for: the next profile of one that goes on has the same ring.
  void removeRemains(pid_t innerPid) const {
    unlink(part().c_str());
    removeRingOfEnded(path() + ".ring", static_cast<uint32_t>(innerPid));
  }

private:
  std::string theirs_, folderName_, name_;
  int folder_ = -1;
};

// What a process that ended has left, once it has let go of it. An empty path: nothing.
FoundSession leftBehind(const Session &session, pid_t pid) {
  FoundSession found;
  found.pid = pid;
  auto end = Clock::now() + 10s;
  while (exists(session.part()) && record::isBeingRecorded(session.part()) && Clock::now() < end)
    std::this_thread::sleep_for(5ms);
  if (exists(session.part())) {
    found.path = session.part();
    found.finished = false;
    found.recording = record::isBeingRecorded(session.part());
  } else if (exists(session.path())) {
    found.path = session.path();
  }
  return found;
}

control::Line requestFor(const Options &options, const Control &control, bool &temporary) {
  control::Line request = {"attach", {}};
  addTo(request, options.recording);
  for (const std::string &variable : recordingVariables(options.output))
    request.add(variable.substr(0, variable.find('=')), variable.substr(variable.find('=') + 1));
  // Beside the result, so that keeping it is a rename, if the process sees that folder, too.
  std::string path = options.output.output.empty() ? "" : absolutePath(options.output.output);
  // A folder of ours may be closed to another user.
  temporary =
      path.empty() || control.process().user != geteuid() || !control.sharesFolder(fs::path(path).parent_path());
  if (temporary)
    request.add("temporary", "1");
  else
    request.add("AUTOSCOPE_OUTPUT", config::literally(config::sessionOf(path)));
  return request;
}

int run(const CLI::App &command, Options &options) {
  if (std::string error = whyNoOutput(command, options.output); !error.empty())
    return fail(error);
  std::string error;
  std::unique_ptr<Control> control = Control::open(options.pid, error);
  if (!control)
    return fail(error);
  FoundSession found;
  std::unique_ptr<Session> session;
  bool temporary = false;
  int status = 0;
  {
    EndSignals signals;
    control->setInterrupt(signals.descriptor());
    control::Line reply = control->ask(requestFor(options, *control, temporary), error);
    if (!error.empty())
      return fail(error);
    warnOfBuffer(reply, options.recording);
    session = std::make_unique<Session>(*control, reply.value("session"));
    Ended ended = waitForEnd(options, *control, signals);
    if (ended != Ended::WithProcess) {
      control->setPatience(Control::forever);
      control->ask({"stop", {{"number", reply.value("number")}}}, error);
      found = {session->path(), options.pid};
      if (control->interrupted())
        return fail(error + ": its session stays where it is written, " +
                    session->shown(session->path(), control->process()));
      if (control->hungUp())
        ended = Ended::WithProcess;
      else if (!error.empty() && !exists(session->path()))
        return fail(error);
      else if (!error.empty())  // somebody else has stopped it
        warn(error);
    }
    if (ended == Ended::WithProcess) {
      found = leftBehind(*session, options.pid);
      std::string name = called(control->process());
      if (found.path.empty())
        return fail(name + " ended, and left no session");
      if (found.recording)
        return fail(name + " does not answer any more; its session stays where it is written, " +
                    session->shown(session->path(), control->process()));
      if (!found.finished)
        status = fail(name + " was killed, or ended without closing its session: this is what it had recorded");
      else
        warn(name + " ended");
    }
  }
  if (!SessionOutput(options.output).write(found, /*first=*/true, /*several=*/false))
    return fail("the session is kept as " + session->shown(found.path, control->process()));
  if (temporary || report::outputKindOf(options.output.output) != report::OutputKind::Session)
    session->remove();
  if (!found.finished)
    session->removeRemains(control->process().innerPid);
  return status;
}

}  // namespace

void addAttachCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("attach", "Profile a process that runs, for a while, and show the result");
  auto options = std::make_shared<Options>();
  addPidOption(*command, options->pid);
  command
      ->add_option_function<std::string>(
          "--duration",
          [options](const std::string &text) {
            options->duration = parseDuration(text);
            if (!options->duration)
              throw CLI::ValidationError("'" + text + "' is no length of time: 500ms, 5s and 2m are");
          },
          "For how long, such as 500ms, 5s or 2m. Without it, until Ctrl-C or the end of the process")
      ->type_name("TIME");
  addOutputOptions(*command, options->output);
  addRecordingOptions(*command, options->recording);
  command->footer("Example:\n  autoscope attach 1234 --duration 5s");
  command->callback([command, options, &invocation] { invocation.status = run(*command, *options); });
}

}  // namespace autoscope::tool
