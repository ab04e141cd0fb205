// Everything between a full chunk and a finished session file: hand-off, writer thread, thread slots, names, sessions.
//
// Owned by the root object (Runtime), which serialises the calls that start and stop sessions. The calls on behalf of a
// scope come from any thread, marked busy. Nothing here throws out to its caller; a failure is a sentence or a counted
// loss. The lock order is: session calls, hand-off lock, meta log.
#pragma once

#include "collect/ArmedSites.h"
#include "collect/ChunkPool.h"
#include "collect/FilteredFunctions.h"
#include "collect/MetaLog.h"
#include "collect/OwnTimes.h"
#include "collect/SessionFile.h"
#include "collect/SiteIds.h"
#include "collect/StringTable.h"
#include "collect/ThreadTable.h"
#include "collect/Throttle.h"
#include "hot/Uninterrupted.h"
#include "hot/Upcalls.h"
#include "record/MetaLog.h"

#include <atomic>
#include <csignal>
#include <deque>
#include <map>
#include <pthread.h>
#include <utility>

namespace autoscope::collect {

struct Excerpt;
struct OpenFrame;

// What happens when the memory limit is reached: a thread waits for the writer; a thread drops its newest scopes; or,
// in a flight recorder, nothing is written until the end and the newest scopes take the place of the oldest.
enum class Overflow { Block, Drop, Newest };

using Facts = std::vector<std::pair<std::string, std::string>>;  // of record/SessionInfo.h

struct SessionSettings {
  std::string path;               // S
  uint32_t bufferMegabytes = 64;  // counts when the ring is made: at the first session
  uint64_t diskBytes = 0;         // limit of S's size; 0: none
  uint64_t activityBytes = 0;     // most memory of activities that are not written yet
  Overflow overflow = Overflow::Block;
  uint64_t newestSeconds = 0;  // of a flight recorder only these are written; 0: all that it holds
  bool heap = false;           // what malloc gives is recorded
  bool countScopes = false;    // for progress(): costs the writer a look at each record
  Facts info;
  ThrottleLimits throttle;
  uint64_t began = 0;           // OwnTimes::now() when the caller began to start it
  sigset_t maskOfProgram = {};  // signals that the starting thread had blocked
};

struct SessionStart {
  std::string error;                // empty or a sentence
  bool busyElsewhere = false;       // another process is writing that session; the caller picks another name
  bool replacesUnfinished = false;  // the name held the session of a run that was killed
  bool needsEarlierRing = false;    // the ring still has the name of an unfinished session before, which needs it
  bool cannotThrottle = false;      // there is no memory for what that needs
};

// Who asks for a snapshot: a rule, in a scope.
struct SnapshotTrigger {
  uint32_t rule, site;
  uint64_t ticks;  // what the scope took
};

// What the owner makes of rules' snapshots, on the writer thread.
struct SnapshotListener {
  void *self;
  // The path, which is empty when there were enough, and the reason, as one clause.
  std::string (*pathOf)(void *self);
  std::string (*reasonOf)(void *self, const SnapshotTrigger &trigger, uint64_t ns, std::string_view siteText);
  void (*written)(void *self, const std::string &path, const std::string &reason, const std::string &error);
};

struct SessionResult {
  std::string error;  // a sentence; then the session stays as S.part
  std::string path;
  uint64_t losses[record::lossCauseCount] = {};
  bool wasCut = false;  // not all could be written: what ended in the first `writtenNs` is there
  uint64_t writtenNs = 0;
};

// Of the session that is being recorded.
struct SessionProgress {
  std::string path;  // S
  record::ClockPoint start = {};
  uint64_t bytes = 0, scopes = 0;  // in the stream and on the way to it
  bool countsScopes = false;       // SessionSettings::countScopes; else `scopes` lacks what is in the stream
  uint64_t losses[record::lossCauseCount] = {};
  uint64_t bufferMegabytes = 0;  // in effect, since the ring was made
};

class Collector {
public:
  Collector() = default;
  // For the child of a fork, beside the parent's, which abandonInChild() has cut off: sites keep their ids, so its
  // first session publishes their names anew.
  explicit Collector(Collector &parents);
  Collector(const Collector &) = delete;
  Collector &operator=(const Collector &) = delete;

  SessionStart startSession(const SessionSettings &settings) noexcept;
  // Scopes are being recorded: the start is over.
  void sessionRuns() noexcept { ownTimes_.hasStarted(); }
  // `late`: facts that are known only now; they go before those of the start.
  SessionResult stopSession(const Facts &late = {}) noexcept;
  // Writes what a flight recorder holds now as a session of its own, complete when this returns. Empty or a sentence.
  std::string takeSnapshot(const std::string &path, const std::string &reason) noexcept;
  // The same soon, by a rule. Allocates nothing.
  enum class Request {
    Taken,
    Missed,  // one is being written
    Idle,    // there is no flight recorder any more
  };
  Request requestSnapshot(const SnapshotTrigger &trigger) noexcept;
  void setSnapshotListener(const SnapshotListener &listener) { snapshotListener_ = listener; }
  // Takes what devices did, a run of Activity.h, `count` of them. Any thread, marked busy. What finds no room is
  // counted.
  void addActivities(std::vector<uint64_t> &&activities, uint64_t count) noexcept;
  // Of the session so far; 0: too early to say.
  double ticksPerNs() const noexcept;
  bool isFlightRecorder() noexcept;
  // Serialised with start and stop; only while a session is recorded. Throws where memory is short.
  SessionProgress progress();
  // The process ends: no session follows. Ends the writer and removes the ring, unless a session could not be finished.
  void finish(bool keepRing) noexcept;

  // On behalf of a scope (hot/Upcalls.h).
  hot::ThreadSlot *enrolThread(hot::Uninterrupted &uninterrupted) noexcept;
  bool nextChunk(hot::ThreadSlot &slot, hot::Uninterrupted &uninterrupted) noexcept;
  void releaseChunk(uint32_t number) noexcept;
  enum class Admission { Record, FilterOut };
  // `rule`: the number of the rule for snapshots or steps that watches it; 0: none.
  uint32_t registerSite(__autoscope_site &site, Admission admission, uint32_t rule = 0) noexcept;
  // While nothing is recorded: leaves all sites out but those of steps (ArmedSites.h), and takes them back.
  void armSites() noexcept;
  void disarmSites() noexcept;
  uint32_t intern(std::string_view text) noexcept;
  void lose(record::LossCause cause, uint64_t count) noexcept;
  void leaveThread(hot::ThreadSlot &slot) noexcept;
  // For the end of the session: what was never freed, most bytes first.
  void setLiveBlocks(std::vector<record::LiveBlocks> blocks) { liveBlocks_ = std::move(blocks); }
  // hot/Upcalls.h: heapMoved().
  int64_t moveHeap(uint32_t uid, int64_t bytes, const hot::upcall::HeapMoment &moment) noexcept;
  // What the heap of the process comes to in the session that goes on, and at most since that began or the peak was
  // reset. False: there is none that records it.
  bool heapNow(int64_t &current, int64_t &peak) noexcept;
  void resetHeapPeak() noexcept;
  void addPath(uint32_t id, uint32_t parent, std::string_view name, std::string_view type) noexcept;

  // Around fork: no lock is held by another thread in the child, which then never touches the parent's files. None of
  // them allocates.
  void lockForFork() noexcept;
  void unlockAfterFork() noexcept;
  void abandonInChild() noexcept;
  // The same in a handler of a signal that interrupted the recorder, which may go on with what it was doing: that goes
  // to a copy, and so nowhere.
  void abandonInterrupted() noexcept { ring_.makePrivate(); }

private:
  SessionStart openSession(const SessionSettings &settings);
  void closeSession(const record::ClockPoint &end, const Facts &late, SessionResult &result);
  std::string makeRing(const SessionSettings &settings);
  std::string publishInherited();
  void logInfo(const SessionSettings &settings);
  bool startWriter();
  static void *writerMain(void *self);
  void writeLoop();
  void throttleBy(const record::ChunkHeader &header) noexcept;
  void throttle(const Throttle::Function &function);
  bool recycleAhead(ChunkPool::Lock &lock);
  void giveUp(record::ChunkHeader &header, record::LossCause cause);
  void raiseKeptFrom(uint64_t ticks);
  uint32_t takeChunk(uint32_t liveThreads);
  uint32_t waitForChunk(ChunkPool::Lock &lock, hot::Uninterrupted &uninterrupted);
  void writeChunk(const record::ChunkHeader &header, uint32_t words);
  void noteStreamBytes();
  bool hasActivitiesToWrite() const { return streaming_ && !pool_.isHolding() && !activities_.empty(); }
  struct Activities {
    std::vector<uint64_t> words;
    uint64_t count;
  };
  Activities nextActivities();
  void writeActivities(const Activities &run);
  void noteWritten(uint64_t scopes);
  void sealChunk(hot::ThreadSlot &slot);
  void handInCopy(uint32_t number);
  void installChunk(hot::ThreadSlot &slot, uint32_t number);
  bool recycleChunk(hot::ThreadSlot &slot);
  void skipWrittenWords();
  void beginDraining(const record::ClockPoint &end);
  double ticksPerNsUntil(const record::ClockPoint &end) const;
  uint64_t newestFrom(const record::ClockPoint &end) const;
  void giveUpBeyondDisk();
  bool isOld(const record::ChunkHeader &header, uint32_t words) const;
  bool fitsDisk(uint64_t bytes);
  void reserveForExcerpts(uint32_t uid);
  void writeExcerpt(const record::ChunkHeader &header, uint32_t words, record::LossCause cause);
  bool appendExcerpt(const record::ChunkHeader &header, const Excerpt &excerpt);
  void cutOpenScopes(uint32_t uid, std::vector<OpenFrame> &frames);
  void describeCuts(std::vector<uint8_t> &tail);
  void writeLiveChunk(hot::ThreadSlot &slot);
  std::string writeHead(const SessionSettings &settings);
  std::string writeTail(const record::ClockPoint &end, const Facts &late, SessionResult &result);
  void refreshClock(const record::ClockPoint &start);
  bool leaveForEnded(ChunkPool::Lock &lock) noexcept;
  void beginHeap(bool ofHeap);
  void noteHeapOf(const hot::ThreadSlot &slot) noexcept;
  void describeHeap(std::vector<uint8_t> &tail);
  bool hasSnapshotToWrite() const { return snapshot_.isWanted && pool_.isHolding(); }
  void writeSnapshot(ChunkPool::Lock &lock);
  struct SnapshotContent;
  void prepareSnapshot(ChunkPool::Lock &lock, SnapshotContent &content, std::string &path);
  std::string writeSnapshotFile(ChunkPool::Lock &lock, SnapshotContent &content, const std::string &path);
  std::string_view siteTextOf(uint32_t id);
  uint64_t lossesOfSession(uint32_t cause) const;
  record::FileHeader headerOf(const std::string &ringPath) const;
  static bool appendChunk(SessionFile &file, const record::ChunkHeader &header, uint32_t words);
  uint32_t newSiteId(const __autoscope_site &site, Admission admission);
  uint32_t idOf(__autoscope_site &site, Admission admission, uint32_t rule) noexcept;
  uint64_t bytesOfSites() const noexcept;

  static constexpr uint64_t endBytes = 64 << 10;  // room in a session for clocks, losses and open scopes

  Ring ring_;
  MetaLog log_{ring_};
  StringTable strings_{log_};
  ChunkPool pool_{ring_};
  ThreadTable threads_{ring_, log_};
  SessionFile file_;
  SessionFile *streaming_ = nullptr;  // what the writer writes to; under the hand-off lock
  Overflow overflow_ = Overflow::Block;
  uint64_t diskBytes_ = 0;
  bool diskIsFull_ = false;            // the limit was reached: what comes later is not written, however small
  uint64_t reserve_ = 0;               // of the limit, for excerpts; under the hand-off lock
  std::map<uint32_t, uint64_t> cuts_;  // by uid: when the first scope ended that could not be written
  uint64_t newestSeconds_ = 0;
  uint64_t keepFrom_ = 0;          // ticks; chunks that ended before are not written
  record::ClockPoint start_ = {};  // written with the pool's lock, which the writer reads it with
  bool countsScopes_ = false;
  uint64_t scopesWritten_ = 0, bytesWritten_ = 0;  // of this session; under the hand-off lock
  std::deque<Activities> activities_;              // not written yet, with the next two; under the hand-off lock
  uint64_t activityBytes_ = 0, mostActivityBytes_ = 0;
  OwnTimes ownTimes_;
  uint32_t sessions_ = 0;
  std::atomic<bool> isClosing_{false};
  bool isUnfinished_ = false;  // the last one, which lacks its names
  uint64_t lastClockEntry_ = 0, clockEntries_ = 0;
  std::map<std::string, std::string> loggedInfo_;
  uint32_t lastSite_ = 0;
  SiteIds siteIds_;
  FilteredFunctions filtered_;
  Throttle throttle_;
  ArmedSites armed_;
  bool throttleIsLocked_ = false;  // by a fork
  std::mutex siteMutex_;
  pthread_t writer_ = {};
  bool writerRuns_ = false;
  sigset_t maskOfProgram_ = {};      // SessionSettings::maskOfProgram
  std::vector<uint8_t> openScopes_;  // entries for the session's tail
  struct ThreadHeap {
    uint32_t uid;
    int64_t level, highest;
    uint64_t scope;
  };
  std::atomic<int64_t> heapPeak_{0};
  bool takesHeap_ = false;  // with the next under the hand-off lock
  std::vector<record::LiveBlocks> liveBlocks_;
  std::vector<ThreadHeap> threadHeaps_;  // of threads that have ended, and at the end of all
  Facts info_;                           // of the session
  struct {
    bool isWanted = false, isDone = false;
    bool isByRule = false;
    SnapshotTrigger trigger = {};
    std::string path, reason, error;
  } snapshot_;                // under the hand-off lock
  SessionFile snapshotFile_;  // the writer's; here for the child of a fork, which closes its copy
  SnapshotListener snapshotListener_ = {};
  std::atomic<double> ticksPerNs_ = {0};
  MetaLog::Bytes names_;  // child of a fork: the parent's log as it was then
};

}  // namespace autoscope::collect
