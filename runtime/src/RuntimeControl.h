// What the run time answers on its control socket: how a profile stands, and that one starts or stops.
//
// Part of the root object, which starts it when the library is loaded, stops it when it ends, and forgets it in the
// child of a fork. The answers are made on the server's thread, which takes the root's lock like any other that starts
// or stops a profile. docs/live-control.md says what a user sees of it.
#pragma once

#include "config/Options.h"
#include "control/Server.h"

#include <string>

namespace autoscope {

class Runtime;

class RuntimeControl {
public:
  explicit RuntimeControl(Runtime &runtime) : runtime_(runtime) {}

  // Says what is wrong, and then nobody is listened to.
  void start() noexcept;
  // Without the root's lock: an answer that is being made may wait for it.
  void stop() noexcept { server_.stop(); }

  void lockForFork() noexcept { server_.lockForFork(); }
  void unlockAfterFork() noexcept { server_.unlockAfterFork(); }
  void abandonInChild() noexcept { server_.abandonInChild(); }

private:
  // The profile that ends with the connection that asked for it.
  struct Attached {
    uint64_t connection = 0;  // 0: there is none
    uint64_t profile = 0;
    std::string temporary;  // its session, if nobody but the tool wants that
  };

  control::Answer answer(const control::Line &request, uint64_t connection);
  control::Line replyTo(const control::Line &request, uint64_t connection);
  void hungUp(uint64_t connection);
  control::Line status();
  void describeProfile(control::Line &reply);
  control::Line startProfile(const control::Line &request, std::string &temporary);
  control::Line stopProfile(uint64_t wanted);
  control::Line takeSnapshot(const control::Line &request);
  std::string temporarySession();

  Runtime &runtime_;
  control::Server server_;
  Attached attached_;
  uint64_t temporaries_ = 0;
};

}  // namespace autoscope
