#include "Runtime.h"

#include "ForkPastHandlers.h"

#include "HandlersHeld.h"
#include "Message.h"
#include "NoCancellation.h"
#include "ProcessFacts.h"
#include "RootLock.h"
#include "RunTimeCopies.h"
#include "collect/CoreFilter.h"
#include "collect/EarlierImage.h"
#include "collect/WriteSignals.h"
#include "config/Environment.h"
#include "config/OutputPath.h"
#include "hot/Clock.h"
#include "hot/Coroutines.h"
#include "hot/EnabledPage.h"
#include "hot/InterruptedLeave.h"
#include "hot/RecordGroup.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"
#include "output/Output.h"
#include "record/LossText.h"
#include "record/SessionInfo.h"
#include "sources/memory/Heap.h"

#include <climits>
#include <cstdlib>
#include <exception>
#include <unistd.h>
#include <utility>

#if defined(__GLIBC__)
// What glibc's pthread_atfork is: the last argument is the library with which the handlers go.
extern "C" int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(), void *library) noexcept;
#endif

namespace autoscope {

namespace {

// For good. Our own library's would go as its destructors begin, and finish() comes behind that: a fork on another
// thread that began before would leave all locks locked that the end of the process waits for.
void registerForkHandlers(void (*prepare)(), void (*parent)(), void (*child)()) {
#if defined(__GLIBC__)
  __register_atfork(prepare, parent, child, nullptr);
#else
  pthread_atfork(prepare, parent, child);
#endif
}

collect::Overflow overflowOf(const std::string &option) {
  if (option == "newest")
    return collect::Overflow::Newest;
  return option == "drop" ? collect::Overflow::Drop : collect::Overflow::Block;
}

// The bits of __autoscope_enabled for a profile.
unsigned enabledBits(const config::Options &options) {
  unsigned bits = 1;
  if (options.shapes == "1")
    bits |= __autoscope_records_shapes;
  if (options.flops == "1")
    bits |= __autoscope_records_flops;
  return bits;
}

// As where a lock of ours is held (Uninterrupted.h).
bool allSignalsWait() {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2})
    if (!sigismember(&blocked, signal))
      return false;
  return true;
}

// As reports show it.
std::string timeText(uint64_t ns) {
  bool seconds = ns >= 1'000'000'000;
  uint64_t scale = seconds ? 1'000'000 : 1000, thousandths = (ns + scale / 2) / scale;
  std::string rest = std::to_string(1000 + thousandths % 1000).substr(1);
  return std::to_string(thousandths / 1000) + "." + rest + (seconds ? "s" : "ms");
}

std::string temporaryProduct() {
  const char *directory = config::variable("TMPDIR");
  // A relative one would be another folder once the program has changed its own.
  return std::string(directory && *directory == '/' ? directory : "/tmp") + "/autoscope-" + std::to_string(getpid());
}

}  // namespace

Runtime &Runtime::instance() noexcept {
  static Runtime *runtime = new Runtime;
  return *runtime;
}

Runtime::Runtime() {
  modulePaths_.setListener(
      {this,
       [](void *self, uint32_t id, uint32_t parent, std::string_view name, std::string_view type) {
         static_cast<Runtime *>(self)->collector().addPath(id, parent, name, type);
       },
       [](void *, const std::string &sentence) { say(sentence); },
       [](void *self) { static_cast<Runtime *>(self)->collector().lose(record::LossCause::TorchNames, 1); }});
  pthread_sigmask(SIG_BLOCK, nullptr, &maskOfProgram_);
  hasThreadEnd_ = pthread_key_create(&threadEnd_, threadEnds) == 0;
  // Registered when the library is loaded, so before the program's handlers: ours run last before the fork, and first
  // in the child.
  registerForkHandlers(beforeFork, afterForkInParent, afterForkInChild);
  afterForkPastHandlers = inChildOfForkPastHandlers;
}

void Runtime::startFromEnvironment() noexcept {
  try {
    if (std::string unknown = config::unknownVariable(environ); !unknown.empty())
      say(unknown);
    config::ParsedOptions parsed = config::parseOptions([](const char *variable) { return secure_getenv(variable); });
    for (const std::string &sentence : parsed.remarks)
      say(sentence);
    if (parsed.error.empty() && !parsed.options.emit.empty())
      openEmitter(parsed.options);
    if (parsed.error.empty() && !parsed.options.memoryStats.empty())
      beginMemoryStats(parsed.options.memoryStats);
    if (parsed.error.empty() && parsed.options.hasSteps()) {
      std::string error =
          parsed.options.wantsProfile() ? beginSteps(parsed.options) : "neither an output nor a report is asked for";
      if (!error.empty())
        say(error + "; this run is not profiled");
    } else if (!parsed.options.wantsProfile()) {
      // The program may start a profile later, and is told then, too.
      if (!parsed.error.empty())
        say(parsed.error + (parsed.configIsBad ? "; this run is not profiled" : ""));
      else
        emitAlone();
    } else {
      std::string error = parsed.error.empty() ? start({parsed.options, Origin::Environment, {}}).error : parsed.error;
      if (!error.empty())
        say(error + "; this run is not profiled");
    }
    if (parsed.options.control == "1")
      control_.start();
  } catch (const std::exception &) {
    say("out of memory; this run is not profiled");
  }
}

Runtime::Started Runtime::start(const Start &start) {
  if (start.options.operators == "1")
    operators_.open();
  hot::Busy busy;  // an instrumented allocator that we call must not record itself, nor wait for a lock that we hold
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return {RootLock::refusal};
  maskOfProgram_ = root.maskBefore();
  try {
    return startLocked(start);
  } catch (const std::exception &failure) {
    return {std::string("cannot start: ") + failure.what()};
  }
}

Runtime::Started Runtime::startProfile(const Start &start) {
  const config::Options &options = start.options;
  if (isInTheWay(start.origin))
    return {alreadyRecorded(), 0, /*isAnother=*/true};
  if (state_ == State::Finished)
    return {"the process is ending"};
  if (!options.wantsProfile())
    return {"neither an output nor a report is asked for"};
  folder_ = workingDirectory();
  std::string product;
  if (std::string error = prepareOutput(options, product); !error.empty())
    return {error};
  if (std::string error = readRules(options); !error.empty())
    return {error};
  chooseClock(options.clock);
  if (options.core == "1" && !collect::includeRingInCores())
    say("AUTOSCOPE_CORE=1 has no effect, since /proc/self/coredump_filter cannot be written");
  origin_ = start.origin;
  forked_ = start.forked;
  isInherited_ = false;
  std::string error = startSession(options, product);
  return {error, profiles_};
}

std::string Runtime::startSession(const config::Options &options, std::string product) {
  takeOwnCollector();
  collect::SessionSettings settings;
  settings.began = collect::OwnTimes::now();
  settings.path = config::sessionOf(product.empty() ? temporaryProduct() : product);
  settings.bufferMegabytes = uint32_t(options.buffer);
  settings.diskBytes = options.disk << 20;
  settings.activityBytes = options.gpuBuffer << 20;
  settings.overflow = overflowOf(options.overflow);
  settings.newestSeconds = options.newestSeconds;
  settings.countScopes = options.control == "1";
  settings.info = describeProcess();
  const unsigned memory = chooseMemory(options);
  addMemory(settings.info, memory);
  settings.heap = memory == __autoscope_records_heap;
  addSmallFunctions(settings.info);
  listenToSnapshots();
  measureCost(settings.info);
  settings.throttle = throttleLimits(options);
  settings.maskOfProgram = maskOfProgram_;
  auto keepEarlierImage = [this, &settings] {
    if (isFirstSession_)
      if (std::string kept = collect::keepEarlierImage(settings.path); !kept.empty())
        say("what this process recorded before exec is kept as " + kept + ".part");
  };
  // Before the session is there: from its first moment on a rule may ask for a snapshot by these.
  auto begin = [&] {
    product_ = product;
    report_ = options.report;
    options_ = options;
    snapshotLimit_ = options.snapshotLimit;
    snapshots_ = 0;
    snapshotsByRule_ = missedSnapshots_ = 0;
    return collector().startSession(settings);
  };
  keepEarlierImage();
  collect::SessionStart session = begin();
  if (session.busyElsewhere) {
    // Two processes with the same environment: each gets a whole profile.
    std::string &name = product.empty() ? settings.path : product;  // nothing is asked for but a report
    std::string ours = config::withTag(name, std::to_string(getpid()));
    say("another process is writing " + name + "; this one writes " + ours);
    name = ours;
    settings.path = config::sessionOf(name);
    keepEarlierImage();  // of a child of fork that recorded by this name
    session = begin();
  }
  isFirstSession_ = false;
  if (session.replacesUnfinished)
    say("the unfinished session " + settings.path + " of an earlier run is replaced");
  if (!session.error.empty())
    return session.error;
  if (session.cannotThrottle)
    say("AUTOSCOPE_THROTTLE has no effect, since there is no memory for its tables");
  unfinishedSession_ = session.needsEarlierRing;
  ++profiles_;
  state_ = State::Recording;
  lacksRing_.store(false, std::memory_order_release);
  hot::beginCoroutineIds();
  recorded_ = enabledBits(options) | memory;
  memory::takeHeapOfOthers();  // of before
  if (options.leaks == "1" && memory == __autoscope_records_heap)
    memory::keepBlocks();
  collects_ = true;
  disarmLocked();
  enableScopes(recorded_);
  collector().sessionRuns();
  if (options.operators == "1")
    startOperators();
  if (options.gpu == "1")
    startGpu(options);
  return {};
}

void Runtime::chooseClock(const std::string &wanted) {
  // For good: times of one process must come from one clock.
  bool isSystem = wanted == "system" || (wanted == "auto" && !hot::counterIsInvariant());
  if (hot::clockIsOverridden() || !isSystem)
    return;
  if (profiles_ > 0)
    return say("AUTOSCOPE_CLOCK=" + wanted +
               " has no effect, since an earlier profile of this process has used the time-stamp counter");
  hot::overrideClock(hot::monotonicTicks);
  if (wanted == "auto")
    say("this machine's time-stamp counter does not run at one rate: scopes use the system clock and cost more");
}

std::string Runtime::stop(uint64_t only, bool *wasOver) {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return RootLock::refusal;
  try {
    if (only && (!isRecording() || profiles_ != only)) {
      if (wasOver)
        *wasOver = true;
      return {};
    }
    if (emitsAlone_)
      return "no profile is being recorded";
    operators_.stop();
    return stopLocked();
  } catch (const std::exception &failure) {
    return std::string("cannot stop: ") + failure.what();
  }
}

std::string Runtime::stopLocked() {
  std::string error = stopSession();
  armLocked();
  emitLocked();
  return error;
}

std::string Runtime::stopSession() {
  if (state_ != State::Recording && state_ != State::Forked)
    return "no profile is being recorded";
  if (state_ == State::Recording)
    endHeap();
  enableScopes(0);
  if (state_ == State::Forked) {  // no scope has run in this process
    state_ = State::Off;
    return {};
  }
  state_ = State::Off;
  gpu_.stop();
  if (awaitsOperators_)
    tellWithoutOperators();
  tellOfMemory();
  collect::Facts late;
  addSmallFunctions(late);
  addLiveBlocks(late);
  if (std::optional<uint64_t> residual = gpu_.takeClockResidual())
    late.emplace_back(record::infoKey::gpuClockResidual, std::to_string(*residual));
  if (std::string rules = unmatchedRules(); !rules.empty())
    late.emplace_back(record::infoKey::unmatchedRules, rules);
  collect::SessionResult result = collector().stopSession(late);
  for (uint32_t i = 1; i < record::lossCauseCount; ++i)
    if (result.losses[i] && record::LossCause(i) != record::LossCause::Overwritten)  // that is what was asked for
      say("lost " + record::counted(result.losses[i], record::lossText(record::LossCause(i))));
  if (result.wasCut)
    say("recorded until " + timeText(result.writtenNs) +
        " after the start: every scope that ended before is kept, and of those that ended later, some");
  tellOfMissedSnapshots();
  if (!result.error.empty()) {
    unfinishedSession_ = true;
    return result.error;
  }
  return produce(result);
}

void Runtime::addSmallFunctions(collect::Facts &facts) {
  if (uint64_t small = loadedNotes_.countSmallFunctions())
    facts.emplace_back(record::infoKey::smallFunctions, std::to_string(small));
}

void Runtime::finish() noexcept {
  if (isAbandoned())
    return;
  // A handler may have called exit, and then what it interrupted never goes on.
  if (hot::threadState.busy && !allSignalsWait() && mutex_.try_lock()) {
    mutex_.unlock();
    hot::abandonBusy();
  }
  steps_.processEnds();
  hot::Busy busy;
  if (!busy.entered())
    return say("exit was called by a signal handler that interrupted autoscope itself; the session stays unfinished");
  NoCancellation noCancellation;
  HandlersHeld handlers;
  collect::HeldWriteSignals held;
  finishBusy();
  // Not before: whoever is attached takes the end of the connection for the end of the profile.
  control_.stop();
}

void Runtime::finishBusy() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (state_ == State::Finished)
    return;
  std::string error;
  try {
    if (std::string why = steps_.whyNothing(); !why.empty())
      say(why);
    steps_.end();
    if (state_ == State::Recording)
      endHeap();
    enableScopes(0);
    mayEmitAlone_ = false;
    // Not operators_.stop(): libtorch's own statics may be gone.
    if (state_ == State::Recording)
      error = stopLocked();
    tellOfUnmatchedRules();
    writeMemoryStats();
  } catch (const std::exception &failure) {
    error = failure.what();
  }
  if (!error.empty())
    say(error);
  state_ = State::Finished;
  collector().finish(/*keepRing=*/unfinishedSession_);
}

void Runtime::watchThreadEnd(hot::ThreadSlot &slot) noexcept {
  if (hasThreadEnd_)
    pthread_setspecific(threadEnd_, &slot);
}

// Runs after the thread's thread_local destructors; a scope in a later key destructor enrols again, and this runs
// again.
void Runtime::threadEnds(void *slot) noexcept {
  hot::Busy busy;
  if (!busy.entered() || hot::threadState.slot != slot)
    return;
  if (hot::enabledPageIsWiped())
    return hot::forgetThread();  // slot and chunk are those of the thread in the parent
  hot::ThreadSlot &own = *hot::threadState.slot;
  instance().emitter_.threadEnds();
  while (hot::depthOf(own.state()) > 0)  // the thread was ended without unwinding
    hot::closeFrame(own, hot::now(), record::scopeCutByLongjmp);
  hot::Uninterrupted uninterrupted;
  instance().modulePaths_.threadEnds();
  hot::forgetInterruptedLeaves();
  instance().collector().leaveThread(own);
  hot::threadState.slot = nullptr;
}

}  // namespace autoscope
