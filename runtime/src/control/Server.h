// The small thread that listens on the control socket of this process and lets the tool ask.
//
// Started when the library is loaded, if AUTOSCOPE_CONTROL asks for it, and stopped when it ends; the root object owns
// it and answers. The thread has all signals blocked, is never profiled, and looks at no environment but the copy. Only
// processes of the same user, or of root, are heard. At most `maxConnections` are open at once, none that says nothing
// for ten seconds; a line is bounded, and what it does not understand it answers with a sentence. If the program closes
// our descriptors, the socket is made anew within a second. Failures are sentences; none ends the program.
#pragma once

#include "control/OwnSocket.h"
#include "control/Protocol.h"

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <mutex>
#include <pthread.h>
#include <string>

namespace autoscope::control {

struct Answer {
  Line reply;
  bool holds = false;  // the connection stays open for as long as the tool likes, and its end is told
};

// Called on the server's thread, one at a time.
struct Answerer {
  std::function<Answer(const Line &request, uint64_t connection)> answer;
  std::function<void(uint64_t connection)> hungUp;  // one that held
};

class Server {
public:
  static constexpr size_t maxConnections = 16;

  Server() = default;
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  // Empty, or one sentence.
  std::string start(Answerer answerer) noexcept;
  // Waits for an answer that is being made. Removes the socket.
  void stop() noexcept;
  bool runs() const { return runs_; }

  // Around fork. The child has neither the thread nor the socket, and makes none.
  void lockForFork() noexcept;
  void unlockAfterFork() noexcept;
  void abandonInChild() noexcept;

private:
  struct Connection {
    OwnSocket socket;
    uint64_t id = 0;
    std::string input;
    bool holds = false;
    int64_t silentUntil = 0;  // when patience ends
  };

  std::string listen();
  std::string listenIn(const std::string &folder);
  static void *threadMain(void *self);
  void serve();
  void acceptOne();
  void receiveOrHangUp(Connection &connection);
  void receive(Connection &connection);
  void answerTo(Connection &connection, std::string_view text);
  void hangUp(Connection &connection);
  void closeSocket(OwnSocket &socket);
  bool takeSocket(OwnSocket &socket, int fd);
  void removeFile() noexcept;

  Answerer answerer_;
  OwnSocket listener_;
  std::array<Connection, maxConnections> connections_;
  uint64_t lastConnection_ = 0;
  std::string folder_;
  ino_t inode_ = 0;         // of the socket's file
  std::mutex descriptors_;  // held while one comes or goes, so that the child of a fork knows which are ours
  pthread_t thread_ = {};
  sigset_t maskOfProgram_ = {};
  bool runs_ = false;
  std::atomic<bool> stops_{false};
};

}  // namespace autoscope::control
