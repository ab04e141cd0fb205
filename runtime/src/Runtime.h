// The run time's root: the one global object. It owns the collector, knows the life-cycle state, and turns a stop into
// output.
//
// Made when the library is loaded and never destroyed, because threads and static destructors may use it to the very
// end. Start, stop, fork and the end of the process are serialised by its lock; scopes never take that lock. It never
// throws, never ends the process, and prints only what a person must know.
#pragma once

#include "RuntimeControl.h"
#include "RuntimeSteps.h"

#include "collect/Collector.h"
#include "collect/LoadedNotes.h"
#include "config/Options.h"
#include "config/OutputPath.h"
#include "filter/SiteFilter.h"
#include "filter/SnapshotRules.h"
#include "hot/ScopeCost.h"
#include "sources/emit/Emitter.h"
#include "sources/gpu/Gpu.h"
#include "sources/memory/ProcessMemory.h"
#include "sources/modules/ModulePaths.h"
#include "sources/torch/Operators.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace autoscope {

std::string workingDirectory();

class Runtime {
public:
  enum class State {
    Off,  // nothing is recorded; a start may follow
    Recording,
    Finished,  // the library's destructor has run: no start any more
    Forked,    // child of a fork while a profile was recorded: its own begins with its first scope
  };

  // Who begins a profile.
  enum class Origin { Code, Window, Environment, Tool };
  struct Start {
    const config::Options &options;
    Origin origin = Origin::Code;
    std::string forked;  // of a window: the output of children of fork; empty: they have none
  };
  struct Started {
    std::string error;  // empty: it is being recorded
    uint64_t number = 0;
    bool isAnother = false;  // which is in the way
  };

  static Runtime &instance() noexcept;

  // Empty, or one sentence. These three throw where there is no memory for that.
  Started start(const Start &start);
  // `only`: the number of the profile that is meant; another one goes on, and `wasOver` becomes true. 0: any.
  std::string stop(uint64_t only = 0, bool *wasOver = nullptr);
  // Of a flight recorder, now. Empty path: the next name.
  std::string snapshot(const std::string &path);
  // Whether the profile that is being recorded goes on taking scopes; those that are open are recorded when they end.
  // `only`: as of stop().
  std::string setCollecting(bool collects, uint64_t only = 0) noexcept;
  static const char *const endedBefore;  // a sentence, of a window

  void startFromEnvironment() noexcept;
  void finish() noexcept;

  // In the child of a fork another one from its first session on.
  collect::Collector &collector() noexcept { return *collector_.load(std::memory_order_acquire); }
  // Asked when a scope is about to name anything: the child of a fork begins its session here. False: nothing is
  // recorded.
  bool isReadyForScopes() noexcept { return !lacksRing_.load(std::memory_order_acquire) || startInForkedChild(); }
  modules::ModulePaths &modulePaths() { return modulePaths_; }
  collect::Collector::Admission admissionOf(const __autoscope_site &site) const noexcept;
  // The number of the rule for snapshots or steps that watches it; 0: none.
  uint32_t ruleFor(const __autoscope_site &site) const noexcept;
  // Of the filter and for snapshots, so far. Empty, or one sentence.
  std::string unmatchedRules() const;
  void watchedScopeEnded(uint32_t rule, uint32_t site, uint64_t ticks) noexcept;
  bool stepScopeBegins(const __autoscope_site &site, const hot::Place &place) noexcept;
  RuntimeSteps &steps() { return steps_; }
  // For steps_, which has no lock: there are no more of them; libtorch may be there.
  void endSteps() noexcept;
  emit::Emitter &emitter() { return emitter_; }
  void openOperators() noexcept;
  // A torch module runs: libtorch is in the process, if only now.
  void torchRuns() noexcept;
  // The process ends, and with it CUDA.
  void endGpu() noexcept;
  // Opens what a profile with operators will need, in a process that has libtorch; records nothing.
  void prepareOperators() noexcept { operators_.open(); }
  void tellOfOldSite(const __autoscope_site &site) noexcept;
  // Of each device and of the process. False: not now, in a signal handler that interrupted the run time.
  enum class PeakReset { No, Yes };
  bool memoryStats(std::vector<memory::MemoryNumbers> &numbers, PeakReset peaks);
  // Whether another copy's __autoscope_enabled is as this one's (RunTimeCopies.h).
  void letFollow(unsigned char *enabled, bool follows) noexcept;
  // Arranges that the calling thread's slot is given back when the thread ends.
  void watchThreadEnd(hot::ThreadSlot &slot) noexcept;

private:
  friend class RuntimeControl;
  Runtime();
  void finishBusy() noexcept;
  Started startLocked(const Start &start);
  Started startProfile(const Start &start);
  bool isInTheWay(Origin origin);
  std::string alreadyRecorded() const;
  void openEmitter(const config::Options &options);
  void emitAlone() noexcept;
  void emitLocked() noexcept;
  void stopEmittingAlone();
  // A profile that somebody has asked for.
  bool isRecording() const { return state_ == State::Recording && !emitsAlone_; }
  std::string readRules(const config::Options &options);
  std::string startSession(const config::Options &options, std::string product);
  std::string beginSteps(const config::Options &options);
  void armLocked() noexcept;
  void disarmLocked() noexcept;
  // Sets `product` to the absolute name; returns empty or a sentence.
  std::string productOf(const std::string &pattern, const config::Places &places, std::string &product) const;
  void takeOwnCollector();
  // The same, and makes its folder if that is asked for.
  std::string prepareOutput(const config::Options &options, std::string &product) const;
  bool startInForkedChild() noexcept;
  std::string productInForkedChild() const;
  std::string stopLocked();
  std::string stopSession();
  void startOperators();
  void startGpu(const config::Options &options);
  void tellWithoutOperators();
  void tellOfMemory();
  // The bits of __autoscope_enabled; what cannot be had is said.
  unsigned chooseMemory(const config::Options &options);
  void addMemory(collect::Facts &info, unsigned bits);
  // What threads without scopes have allocated becomes one of their own. While scopes are still taken.
  void endHeap() noexcept;
  void addLiveBlocks(collect::Facts &late);
  std::string memoryStatsPath(std::string &path) const;
  void beginMemoryStats(const std::string &where);
  void writeMemoryStats();
  void countTensorsLocked() noexcept;
  std::vector<memory::MemoryNumbers> memoryNumbersLocked() const;
  void addSmallFunctions(collect::Facts &facts);
  std::string produce(const collect::SessionResult &result);
  // `product`: what is written, or empty, and then the name that was chosen.
  std::string snapshotLocked(std::string &product, const std::string &reason);
  std::string nextSnapshotName();
  void listenToSnapshots();
  void tellOfMissedSnapshots();
  void tellOfUnmatchedRules();
  void chooseClock(const std::string &wanted);
  collect::ThrottleLimits throttleLimits(const config::Options &options) const;
  void measureCost(std::vector<std::pair<std::string, std::string>> &info);

  bool isAbandoned() const noexcept;
  static bool mustNotLock() noexcept;
  static void beforeFork() noexcept;
  static void afterForkInParent() noexcept;
  static void afterForkInChild() noexcept;
  static void inChildOfForkPastHandlers() noexcept;
  static void unlockAfterFork() noexcept;
  static void threadEnds(void *slot) noexcept;

  std::mutex mutex_;
  sigset_t maskOfProgram_ = {};  // of the thread that started a profile last
  std::optional<hot::ScopeCost> scopeCost_;
  bool costIsMeasured_ = false;  // once, since it costs a third of a millisecond
  filter::SiteFilter filter_;    // set before the first scope is recorded, then read by every thread
  bool filterIsSet_ = false;
  collect::LoadedNotes loadedNotes_;
  State state_ = State::Off;
  Origin origin_ = Origin::Code;  // of the profile that was started last
  std::string forked_;            // and Start::forked
  bool isInherited_ = false;      // it began in the process that this one was forked from
  std::atomic<collect::Collector *> collector_ = {new collect::Collector};
  modules::ModulePaths modulePaths_;
  torch_operators::Operators operators_;
  std::atomic<bool> awaitsOperators_ = {false};  // they are wanted, and not to be had so far
  std::string toldOfOperators_;                  // the problem that was said last
  std::atomic<bool> awaitsTensors_ = {false};    // as awaitsOperators_, of the memory of tensors
  memory::ProcessMemory processMemory_;
  bool toldOfHeap_ = false, memoryWasRecorded_ = false;
  std::string memoryStats_, memoryStatsFolder_;  // AUTOSCOPE_MEMORY_STATS; empty: none are written
  emit::Emitter emitter_;
  gpu::Gpu gpu_;
  std::string toldOfGpu_;  // the problem that was said last
  bool gpuEndsAtExit_ = false;
  // Scopes are recorded only so that other tools are told of them, whenever there is no profile.
  bool emitsAlone_ = false, mayEmitAlone_ = false;
  config::Options emitOptions_;
  std::atomic<bool> toldOfOldSite_ = {false};
  uint64_t profiles_ = 0;  // so far
  unsigned recorded_ = 0;  // bits of __autoscope_enabled, while scopes are taken
  bool collects_ = true;   // scopes of the profile are taken
  pthread_key_t threadEnd_ = {};
  bool hasThreadEnd_ = false;
  bool unfinishedSession_ = false;
  bool isFirstSession_ = true;  // since exec
  std::string product_;         // absolute; empty: only a report
  std::string report_;
  std::atomic<unsigned> snapshots_ = {0};  // of the session, with names that were chosen here
  std::atomic<uint64_t> snapshotsByRule_ = {0}, missedSnapshots_ = {0}, snapshotLimit_ = {0};
  filter::SnapshotRules snapshotRules_;  // as filter_
  bool tellsOfRules_ = true;             // the child of a fork leaves it to its parent
  config::Options options_;              // of the profile that was started last
  std::string folder_;                   // and the working directory then

  sigset_t beforeFork_ = {};  // the forking thread's mask

  // In the child of a fork.
  std::atomic<bool> lacksRing_ = {false};        // it has had no session of its own yet
  bool hasParentsCollector_ = false;             // collector_ is still that
  std::vector<collect::Collector *> ofParents_;  // never destroyed, as collector_ is not
  // The fork was in a signal handler that interrupted the run time: locks may be held for ever, so none is taken.
  bool isAbandoned_ = false;
  RuntimeControl control_{*this};
  RuntimeSteps steps_{*this};
};

}  // namespace autoscope
