// Fork: the parent goes on as if nothing had happened, and the child gets a session of its own.
//
// The handlers allocate nothing (an allocator's own handlers may not have run) and make no file: a child that calls
// exec next pays a few system calls. Its session begins with its first scope, which takes the slow path for want of a
// slot.
#include "Runtime.h"

#include "ForkPastHandlers.h"
#include "HandlersHeld.h"
#include "Message.h"
#include "RootLock.h"
#include "RunTimeCopies.h"
#include "hot/EnabledPage.h"
#include "hot/ThreadState.h"

#include <exception>
#include <unistd.h>
#include <utility>

namespace autoscope {

// In a signal handler that interrupted the run time its locks may be this thread's own: they stay as they are.
bool Runtime::mustNotLock() noexcept {
  return hot::isInterrupting() || instance().isAbandoned();
}

// By the handler of fork, or where a raw fork called none.
bool Runtime::isAbandoned() const noexcept {
  return isAbandoned_ || hot::enabledPageIsWiped();
}

void Runtime::beforeFork() noexcept {
  if (hot::enabledPageIsWiped())
    instance().isAbandoned_ = true;  // the handler in the child cannot see it any more
  if (mustNotLock())
    return;
  Runtime &self = instance();
  // Until the locks are given up: a handler that jumped out of fork would leave them held.
  sigset_t before = HandlersHeld::hold();
  self.control_.lockForFork();
  self.mutex_.lock();
  self.modulePaths_.lockForFork();
  self.collector().lockForFork();
  self.beforeFork_ = before;
}

void Runtime::afterForkInParent() noexcept {
  if (!mustNotLock())
    unlockAfterFork();
}

void Runtime::unlockAfterFork() noexcept {
  Runtime &self = instance();
  sigset_t before = self.beforeFork_;
  self.collector().unlockAfterFork();
  self.modulePaths_.unlockAfterFork();
  self.mutex_.unlock();
  self.control_.unlockAfterFork();
  HandlersHeld::release(before);
}

void Runtime::afterForkInChild() noexcept {
  bool interrupted = hot::threadState.busy || instance().isAbandoned_;  // the page is wiped in any case
  hot::forgetThread();  // scopes that are open belong to the parent, and close silently here
  Runtime &self = instance();
  self.steps_.end();               // what is being recorded goes on as a profile of its own, to the end
  self.control_.abandonInChild();  // the tool finds the parent alone
  if (interrupted) {
    enableScopes(0);
    self.isAbandoned_ = true;
    self.collector().abandonInterrupted();
    return;
  }
  bool isWanted =
      self.options_.fork == "1" && (self.emitsAlone_ || self.origin_ != Origin::Window || !self.forked_.empty());
  bool goesOn = self.state_ == State::Forked || (self.state_ == State::Recording && isWanted);
  self.isInherited_ = goesOn;
  enableScopes(goesOn && self.collects_ ? self.recorded_ : 0);
  if (self.state_ != State::Finished)
    self.state_ = goesOn ? State::Forked : State::Off;
  self.unfinishedSession_ = self.tellsOfRules_ = false;
  self.hasParentsCollector_ = true;
  self.lacksRing_.store(true, std::memory_order_release);
  self.gpu_.abandonInChild();
  self.collector().abandonInChild();
  self.modulePaths_.abandonInChild();
  unlockAfterFork();
}

void (*afterForkPastHandlers)() noexcept = nullptr;

// Perhaps in a signal handler, anywhere: what it interrupted goes on in the child, with stores that must not reach the
// parent's ring.
void Runtime::inChildOfForkPastHandlers() noexcept {
  hot::forgetThread();
  enableScopes(0);
  Runtime &self = instance();
  self.isAbandoned_ = true;
  self.collector().abandonInterrupted();
}

void Runtime::takeOwnCollector() {
  if (!hasParentsCollector_)
    return;
  ofParents_.push_back(collector_);
  collector_.store(new collect::Collector(collector()), std::memory_order_release);
  hasParentsCollector_ = false;
}

// The name that was asked for is the parent's, unless each process has one of its own.
std::string Runtime::productInForkedChild() const {
  config::Places places = config::currentPlaces();
  std::string product, withoutPid;
  productOf(options_.output, places, product);
  std::string pid = std::exchange(places.pid, std::string());
  productOf(options_.output, places, withoutPid);
  return product.empty() || product != withoutPid ? product : config::withTag(product, pid);
}

// Called by the thread whose scope it is, marked busy. Other threads of the child wait for the lock.
bool Runtime::startInForkedChild() noexcept {
  RootLock root(mutex_, /*isAllowed=*/true);
  if (state_ != State::Forked)
    return state_ == State::Recording;
  state_ = State::Off;
  maskOfProgram_ = root.maskBefore();
  try {
    if (origin_ == Origin::Window && !emitsAlone_)
      options_.output = forked_;  // the parent's is the session that it reads back
    std::string error = startSession(options_, productInForkedChild());
    if (error.empty())
      return true;
    say(error + "; process " + std::to_string(getpid()) + ", made by fork, is not profiled");
  } catch (const std::exception &) {
    say("out of memory; a process made by fork is not profiled");
  }
  enableScopes(0);
  return false;
}

}  // namespace autoscope
