// A connection from the tool to a process that listens (AUTOSCOPE_CONTROL=1), and why there is none.
//
// Main thread. Failures are whole sentences that name the process.
#pragma once

#include "Process.h"

#include "control/Protocol.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>

namespace autoscope::tool {

class Control {
public:
  // Null: `error` is one sentence. A process that has just been started is given two seconds to begin to listen.
  static std::unique_ptr<Control> open(pid_t pid, std::string &error);
  // The same without waiting, for lists. `error` stays empty for a process that does not listen.
  static std::unique_ptr<Control> openIfListening(pid_t pid, std::string &error);
  ~Control();
  Control(const Control &) = delete;
  Control &operator=(const Control &) = delete;

  const Process &process() const { return process_; }
  // Becomes readable when the process ends.
  int descriptor() const { return socket_; }
  // The answer. An error of the process and none at all are in `error`, as a sentence.
  control::Line ask(const control::Line &request, std::string &error);
  static constexpr std::chrono::milliseconds forever = std::chrono::hours(24 * 365);
  void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }
  // ask() gives up when there is something to be read here, as of a signalfd; -1: never.
  void setInterrupt(int descriptor) { interrupt_ = descriptor; }
  // Did the other side go away, by the last ask()? Did that give up?
  bool hungUp() const { return hungUp_; }
  bool interrupted() const { return interrupted_; }

  // Where this process finds a path of the other one, whose root may be another.
  std::string here(const std::string &path) const;
  // Would both mean the same folder by this absolute path?
  bool sharesFolder(const std::string &folder) const;
  // Is it there for one of the two, but not the same for both?
  bool seesOtherFolder(const std::string &folder) const;

private:
  Control(Process process, int socket) : process_(std::move(process)), socket_(socket) {}

  Process process_;
  int socket_;
  int interrupt_ = -1;
  std::chrono::milliseconds patience_{10000};
  bool hungUp_ = false, interrupted_ = false;

  struct Attempt;
  static Attempt connectTo(const Process &process);
};

// Removes sockets, and rings of finished profiles, of processes that are gone from the folders of this user.
void removeStaleFiles();

// A required PID.
CLI::Option *addPidOption(CLI::App &command, pid_t &pid);

}  // namespace autoscope::tool
