// Memory: what the root does for that of scopes (AUTOSCOPE_MEMORY), and for that of the process by device
// (autoscope/memory.h, AUTOSCOPE_MEMORY_STATS).
#include "Runtime.h"

#include "Message.h"
#include "RootLock.h"
#include "RunTimeCopies.h"
#include "autoscope/abi.h"
#include "autoscope/detail/memory_abi.h"
#include "hot/MemoryNotes.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"
#include "output/Output.h"
#include "record/OpenRegular.h"
#include "record/SessionInfo.h"
#include "sources/memory/Heap.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <unistd.h>
#include <utility>

namespace autoscope {

namespace {

constexpr const char *standardError = "-";
constexpr int appending = O_WRONLY | O_APPEND | O_CREAT;

}  // namespace

unsigned Runtime::chooseMemory(const config::Options &options) {
  const bool leaks = options.leaks == "1";
  const bool hasOperators = options.operators == "1";
  if (!leaks && (options.memory == "tensors" || (options.memory == "1" && hasOperators)))
    return hasOperators ? __autoscope_records_memory : 0;
  if (!leaks && options.memory == "0")
    return 0;
  memory::Hooks hooks = memory::heapHooks();
  if (hooks == memory::Hooks::There)
    return __autoscope_records_heap;
  if (!std::exchange(toldOfHeap_, true))
    say((leaks ? "AUTOSCOPE_LEAKS=1" : "AUTOSCOPE_MEMORY=" + options.memory) + " has no effect: " +
        (hooks == memory::Hooks::None
             ? "nothing tells of the program's malloc; `autoscope run --memory` sees to that, or "
               "LD_PRELOAD=libautoscope-memory.so, or linking with autoscope-clang++ --autoscope-memory"
             : "the program's allocator has no malloc_usable_size, which says how large a block is"));
  return 0;
}

void Runtime::addMemory(collect::Facts &info, unsigned bits) {
  const char *kind = bits == __autoscope_records_heap     ? record::infoKey::memoryOfHeap
                     : bits == __autoscope_records_memory ? record::infoKey::memoryOfTensors
                                                          : record::infoKey::noMemory;
  // A ring keeps what it was told for an earlier session.
  if (bits || memoryWasRecorded_)
    info.emplace_back(record::infoKey::memory, kind);
  memoryWasRecorded_ = memoryWasRecorded_ || bits;
}

// Not on the calling thread's own shadow stack, where a scope may be open, of which it would be a child.
void Runtime::endHeap() noexcept {
  if (!(recorded_ & __autoscope_records_heap) || !collects_)
    return;
  enableScopes(recorded_ & ~unsigned(__autoscope_records_heap));
  auto [change, told, highest] = memory::takeHeapOfOthers();
  if (change.allocations == 0 && change.frees == 0)
    return;
  hot::ThreadSlot *own = hot::ownSlot();
  hot::Uninterrupted uninterrupted;
  if (hot::ThreadSlot *slot = collector().enrolThread(uninterrupted)) {
    hot::threadState.slot = slot;
    hot::noteHeapOutside(memory::outsideOfScopes(), change, told, highest);
    hot::threadState.slot = own;
    collector().leaveThread(*slot);
  } else {
    collector().lose(record::LossCause::MemoryLost, 1);
  }
}

// Where they were kept.
void Runtime::addLiveBlocks(collect::Facts &late) {
  if (options_.leaks != "1" || !(recorded_ & __autoscope_records_heap))
    return;
  collector().setLiveBlocks(memory::takeBlocks());
  late.emplace_back(record::infoKey::leaks, "1");
}

std::string Runtime::memoryStatsPath(std::string &path) const {
  config::ExpandedPath expanded = config::expandPath(memoryStats_, config::currentPlaces());
  path = expanded.path;
  if (path[0] != '/' && !memoryStatsFolder_.empty())
    path = memoryStatsFolder_ + "/" + path;
  return expanded.error;
}

// What cannot be written at the end is said at the start.
void Runtime::beginMemoryStats(const std::string &where) {
  memoryStats_ = where;
  memoryStatsFolder_ = workingDirectory();
  if (where != standardError) {
    std::string path, error = memoryStatsPath(path);
    if (error.empty()) {
      int file = record::openRegular(path.c_str(), appending);
      if (file < 0)
        error = path + " cannot be written: " + record::whyNotOpened(errno);
      else
        close(file);
    }
    if (!error.empty()) {
      memoryStats_.clear();
      return say("AUTOSCOPE_MEMORY_STATS=" + where + " cannot be used: " + error +
                 "; allowed are the name of a file, and - for standard error");
    }
  }
  operators_.open();
  countTensorsLocked();
}

void Runtime::countTensorsLocked() noexcept {
  awaitsTensors_ = !operators_.countMemory();
}

std::vector<memory::MemoryNumbers> Runtime::memoryNumbersLocked() const {
  std::vector<memory::MemoryNumbers> numbers;
  if (operators_.countsMemory())
    torch_operators::Operators::totals().read(numbers);
  numbers.push_back(processMemory_.read());
  return numbers;
}

// In finish(), and after the program's own destructors: what they free is gone.
void Runtime::writeMemoryStats() {
  if (memoryStats_.empty())
    return;
  if (awaitsTensors_ && !operators_.problem().empty())
    say("the memory of tensors was not counted: " + operators_.problem());
  std::string line = output::memoryLine(memoryNumbersLocked());
  int file = STDERR_FILENO;
  std::string path;
  if (memoryStats_ != standardError) {
    if (std::string error = memoryStatsPath(path); !error.empty())
      return say("AUTOSCOPE_MEMORY_STATS: " + error);
    file = record::openRegular(path.c_str(), appending);
  }
  // At once, so that the lines of several processes stay whole.
  bool isWritten = file >= 0 && write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!isWritten)
    say("the memory statistics were not written" + (path.empty() ? "" : " to " + path) + ": " +
        record::whyNotOpened(errno));
  if (file > STDERR_FILENO)
    close(file);
}

bool Runtime::memoryStats(std::vector<memory::MemoryNumbers> &numbers, PeakReset peaks) {
  operators_.open();
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return false;
  countTensorsLocked();
  // Never taken back; nothing is known while no heap is recorded.
  static const memory::HeapSource heap = {
      [](int64_t &current, int64_t &peak) { return instance().collector().heapNow(current, peak); },
      [] { instance().collector().resetHeapPeak(); }};
  memory::ProcessMemory::setHeap(heap);
  if (peaks == PeakReset::Yes) {
    processMemory_.resetPeak();
    torch_operators::Operators::totals().resetPeaks();
  }
  numbers = memoryNumbersLocked();
  return true;
}

}  // namespace autoscope

using autoscope::memory::MemoryNumbers;

namespace {

// Those of a copy of the run time that hands over to another are the other's.
std::vector<MemoryNumbers> numbers(autoscope::Runtime::PeakReset peaks) noexcept {
  std::vector<MemoryNumbers> made;
  try {
    if (!autoscope::recordingCopy() && !autoscope::refusal())
      autoscope::Runtime::instance().memoryStats(made, peaks);
    else
      made.push_back(autoscope::memory::ProcessMemory().read());
  } catch (const std::exception &) {
    made.clear();
  }
  return made;
}

autoscope_memory_stat plain(const MemoryNumbers &from) {
  autoscope_memory_stat to = {};
  strncpy(to.device, from.device.c_str(), sizeof to.device - 1);
  const struct {
    const std::optional<int64_t> &value;
    unsigned bit;
    int64_t &to;
  } members[] = {{from.currentAllocated, autoscope_knows_current_allocated, to.current_allocated},
                 {from.peakAllocated, autoscope_knows_peak_allocated, to.peak_allocated},
                 {from.currentReserved, autoscope_knows_current_reserved, to.current_reserved},
                 {from.peakReserved, autoscope_knows_peak_reserved, to.peak_reserved}};
  for (const auto &member : members) {
    to.known |= member.value ? member.bit : 0;
    member.to = member.value.value_or(0);
  }
  return to;
}

}  // namespace

extern "C" {

size_t autoscope_memory_stats(autoscope_memory_stat *stats, size_t size, size_t room) {
  std::vector<MemoryNumbers> made = numbers(autoscope::Runtime::PeakReset::No);
  for (size_t i = 0; i < made.size() && i < room; ++i) {
    autoscope_memory_stat whole = plain(made[i]);
    memcpy(reinterpret_cast<char *>(stats) + i * size, &whole, std::min(size, sizeof whole));
  }
  return made.size();
}

void autoscope_reset_peak_memory_stats() {
  numbers(autoscope::Runtime::PeakReset::Yes);
}

}  // extern "C"
