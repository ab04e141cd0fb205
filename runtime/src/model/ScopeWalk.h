// The scopes of one thread as a tree, visited parents first and latest first, without ever holding the tree.
//
// Profile, trace, stacks and dump all visit a session through this walk, so that they agree on every integer: which
// scope is whose child, and that a child lies inside its parent and siblings do not overlap, also where two processors'
// clocks differ a little. A scope whose parent was lost becomes the child of the nearest scope around it. A step of a
// profile that overlaps a call is in no tree: it is visited apart, at any point between the scopes.
#pragma once

#include "record/SequenceWord.h"
#include "record/SessionReader.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace autoscope::model {

// What adds up over the callees of a scope, beside its own time: bytes allocated less freed, and how long devices
// worked.
struct Usage {
  int64_t cpu = 0, device = 0;  // bytes
  uint64_t deviceNs = 0;
  Usage &operator+=(const Usage &other) {
    cpu += other.cpu;
    device += other.device;
    deviceNs += other.deviceNs;
    return *this;
  }
  Usage operator-(const Usage &other) const {
    return {cpu - other.cpu, device - other.device, deviceNs - other.deviceNs};
  }
};

// Of which a session knows anything.
struct HasUsage {
  bool cpu = false, device = false, deviceTime = false;
};

struct Scope {
  uint64_t startTicks = 0;          // as recorded
  uint64_t startNs = 0, endNs = 0;  // CLOCK_MONOTONIC
  uint32_t level = 0;               // 0: no parent; the parent is the latest visited scope of level - 1
  uint32_t site = 0;                // index in names().sites()
  uint32_t path = 0;                // index in names().paths(); 0: no module path
  uint32_t args = 0;                // string id of an ArgumentText; 0: not recorded
  uint64_t flops = 0;               // 0: not recorded
  record::TorchSequence sequence;
  bool finished = true;   // false: still open when the recording ended, which is then its end
  bool cutByEnd = false;  // and not finished: its thread could not record any more
  bool cutByLongjmp = false;
  HasUsage hasUsage;  // false: not measured, or there was none
  Usage usage;        // in the scope itself
  bool hasHeap = false;
  record::HeapUse heap;
  record::CoroutineSlice coroutine;

  // Calls are counted by their first slice; the later ones add time only.
  bool isCall() const { return coroutine.number == 0; }
  uint64_t durationNs() const { return endNs - startNs; }
};

class ScopeWalk {
public:
  ScopeWalk(const record::SessionReader &session, const record::Thread &thread)
      : session_(session), thread_(thread), records_(thread.pieces, record::AfterReading::LetGo) {}

  // Calls `visit(const Scope &)` for each scope that started within the session's window.
  template <class Visit> void run(Visit &&visit) {
    run(visit, [](const Scope &) {});
  }
  // The same, and `visitBeside` for each step that is in no tree: level 0, callees and self time are not its.
  template <class Visit, class VisitBeside> void run(Visit &&visit, VisitBeside &&visitBeside) {
    const record::MetaLog &names = session_.names();
    const record::Window &window = session_.window();
    Scope scope;
    for (const record::OpenScope &open : thread_.open) {
      if (open.start < window.start || open.start > window.stop)
        continue;
      scope.finished = false;
      scope.cutByEnd = thread_.openUntil != 0;
      scope.site = names.siteIndex(open.site);
      scope.path = names.pathIndex(open.path);
      scope.args = open.args;
      scope.flops = open.flops;
      scope.sequence = record::unpackSequence(open.sequence);
      scope.hasUsage = {open.memoryBytes.has_value(), open.deviceMemoryBytes.has_value()};
      scope.usage = {open.memoryBytes.value_or(0), open.deviceMemoryBytes.value_or(0)};
      scope.hasHeap = open.heap.has_value();
      scope.heap = open.heap.value_or(record::HeapUse());
      scope.coroutine = open.coroutine;
      scope.startTicks = open.start;
      place(open.start, thread_.openUntil ? thread_.openUntil : window.stop, rankOf(open.depth), scope);
      visit(static_cast<const Scope &>(scope));
    }
    record::Record record;
    while (records_.next(record)) {
      // The counter of another core may be ahead, but not that of bytes that are known to be damaged.
      bool isNoise = record.start == 0 || (record.start > window.stop && session_.damage().any());
      impossible_ += isNoise;
      if (isNoise || record.start < window.start)  // of an earlier session
        continue;
      scope.cutByEnd = record.flags & record::scopeCutByEnd;
      scope.finished = !scope.cutByEnd;
      scope.cutByLongjmp = record.flags & record::scopeCutByLongjmp;
      scope.site = names.siteIndex(record.site);
      scope.path = record.path ? names.pathIndex(record.path) : 0;
      scope.args = record.args;
      scope.flops = record.flops;
      scope.sequence = record::unpackSequence(record.sequence);
      scope.hasUsage = {record.hasMemory, record.hasDeviceMemory};
      scope.usage = {record.memoryBytes, record.deviceMemoryBytes};
      scope.hasHeap = record.hasHeap;
      scope.heap = record.heap;
      scope.coroutine = record.coroutine;
      scope.startTicks = record.start;
      uint64_t end = record.start + record.duration;
      if (record.flags & record::scopeOverlaps) {
        scope.level = 0;
        scope.startNs = session_.clock().toNs(record.start);
        scope.endNs = std::max(session_.clock().toNs(end), scope.startNs);
        visitBeside(static_cast<const Scope &>(scope));
        continue;
      }
      // A step is around what is of its depth.
      place(record.start, end, rankOf(record.depth) - (record.flags & record::scopeIsStep ? 1 : 0), scope);
      visit(static_cast<const Scope &>(scope));
    }
  }

  // Of those within the session's window; called between the visits of scopes, latest first.
  template <class Visit> void visitAllocations(Visit visit) {
    const record::Window &window = session_.window();
    records_.visitAllocations([visit, &window](const record::SingleAllocation &told) {
      if (told.ticks >= window.start && told.ticks <= window.stop)
        visit(told);
    });
  }

  uint64_t damagedRecords() const { return records_.damaged() + impossible_; }

private:
  struct Ancestor {
    uint64_t startTicks;
    uint64_t startNs;
    uint64_t roomNs;  // where its earliest visited child starts, else its own end: the next child ends no later
    uint32_t rank;
  };

  // Of a scope of that depth, as recorded. No recorder nests deeper; without a limit a damaged session makes reports of
  // the square of its size.
  static uint32_t rankOf(uint32_t depth) { return 2 * std::min(depth, record::maxDepth) + 1; }

  void place(uint64_t start, uint64_t end, uint32_t rank, Scope &scope) {
    // A scope that starts before the top one and has ended when that one starts cannot be its child, whatever the
    // depth says: the scope between them was lost.
    while (!ancestors_.empty() && (ancestors_.back().rank >= rank ||
                                   (start < ancestors_.back().startTicks && end <= ancestors_.back().startTicks)))
      ancestors_.pop_back();
    uint64_t floor = ancestors_.empty() ? 0 : ancestors_.back().startNs;
    uint64_t &room = ancestors_.empty() ? rootRoomNs_ : ancestors_.back().roomNs;
    uint64_t endNs = std::max(std::min(session_.clock().toNs(end), room), floor);
    uint64_t startNs = std::min(std::max(session_.clock().toNs(start), floor), endNs);
    if (startNs == endNs) {
      // Shorter than the clock can tell. Viewers drop what takes no time at all, so it gets one nanosecond if there is
      // one to be had.
      if (endNs < room)
        ++endNs;
      else if (startNs > floor)
        --startNs;
    }
    room = startNs;
    scope.startNs = startNs;
    scope.endNs = endNs;
    scope.level = static_cast<uint32_t>(ancestors_.size());
    ancestors_.push_back({start, startNs, endNs, rank});
  }

  const record::SessionReader &session_;
  const record::Thread &thread_;
  record::BackwardRecords records_;
  std::vector<Ancestor> ancestors_;
  uint64_t impossible_ = 0;  // records that no thread can have written
  uint64_t rootRoomNs_ = std::numeric_limits<uint64_t>::max();
};

}  // namespace autoscope::model
