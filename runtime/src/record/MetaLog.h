// The names of a session: what the meta log says about sites, module paths, threads, strings, clocks and losses.
//
// SessionReader feeds it the runs of entries that it finds in the stream and in the ring, in that order; a later entry
// of an id replaces the earlier one. All text views the mapped file. Entries that cannot be right are left out and
// counted; unknown kinds are skipped, so that a later version may add some.
#pragma once

#include "record/Damage.h"
#include "record/Format.h"
#include "record/Records.h"
#include "record/SiteText.h"

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace autoscope::record {

struct Site {
  uint32_t id = 0;
  std::string_view text;  // as the plugin wrote it
  SiteText fields;
};

struct ModulePath {
  uint32_t id = 0;
  uint32_t parent = 0;  // index in paths(); 0: none
  std::string_view name;
  std::string_view type;
};

struct ThreadName {
  uint32_t tid = 0;
  uint64_t startTicks = 0;
  std::string_view name;
};

struct OpenScope {
  uint64_t start = 0;  // ticks
  uint32_t site = 0, depth = 0, path = 0;
  CoroutineSlice coroutine;
  uint32_t args = 0;                                                // as in Record
  uint64_t flops = 0, sequence = 0;                                 // as in Record
  std::optional<int64_t> memoryBytes = {}, deviceMemoryBytes = {};  // none: not measured
  std::optional<HeapUse> heap = {};                                 // the same

  // What a note of an open frame says; `count`: the high half of the escape's second word.
  void take(Escape kind, uint64_t value, uint32_t count = 0);
};

// The heap of a thread or of the process: net bytes in the session.
struct MemoryLevel {
  int64_t level = 0, highest = 0;
  uint64_t ticks = 0;       // of the highest
  uint32_t uid = 0;         // of the thread that had it
  uint64_t scopeStart = 0;  // ticks at which that thread's innermost scope then had started; 0: none
};

// What was allocated in one place and never freed.
struct LiveBlocks {
  uint32_t site = 0, path = 0;  // ids; 0: none
  uint32_t uid = 0;             // of the thread
  uint32_t step = 0;            // 1 + the number of the step; 0: none
  uint64_t bytes = 0, blocks = 0;
};

// A function that the recorder left out from some moment on.
struct ThrottledSite {
  uint32_t site = 0;  // id
  uint64_t calls = 0, ticks = 0;
};

struct Window {
  uint64_t start = 0, stop = 0;  // ticks
};

class MetaLog {
public:
  MetaLog();

  void add(const std::byte *begin, size_t bytes);

  // Index 0 stands for a site or path that the session does not name.
  const std::vector<Site> &sites() const { return sites_; }
  const std::vector<ModulePath> &paths() const { return paths_; }
  uint32_t siteIndex(uint32_t id) const { return indexOf(siteIndex_, id); }
  uint32_t pathIndex(uint32_t id) const { return indexOf(pathIndex_, id); }

  std::string_view string(uint32_t id) const;
  const std::unordered_map<uint32_t, std::string_view> &strings() const { return strings_; }
  const std::map<uint32_t, ThreadName> &threads() const { return threads_; }              // by uid
  const std::map<uint32_t, std::vector<OpenScope>> &openScopes() const { return open_; }  // by uid
  const std::vector<ClockPoint> &clocks() const { return clocks_; }
  const std::map<LossCause, uint64_t> &losses() const { return losses_; }
  const std::vector<std::pair<std::string_view, std::string_view>> &infos() const { return infos_; }
  std::string_view info(std::string_view key) const;  // empty: unknown
  const std::optional<Window> &window() const { return window_; }
  uint64_t keptFrom() const { return keptFrom_; }          // of a flight recorder, in ticks; 0: nothing was given up
  uint64_t writtenUntil() const { return writtenUntil_; }  // in ticks; 0: all could be written
  const std::map<uint32_t, uint64_t> &threadsWrittenUntil() const { return threadsWrittenUntil_; }  // by uid, in ticks
  uint32_t filteredFunctions() const { return filteredFunctions_; }  // entered, and left out by AUTOSCOPE_FILTER
  const std::map<uint32_t, ThrottledSite> &throttled() const { return throttled_; }      // by id
  const std::map<uint32_t, MemoryLevel> &threadMemory() const { return threadMemory_; }  // by uid
  const std::optional<MemoryLevel> &processMemory() const { return processMemory_; }
  const std::vector<LiveBlocks> &liveBlocks() const { return liveBlocks_; }
  // As a ring has them, where no entry says anything.
  void setMemory(const std::map<uint32_t, MemoryLevel> &threads, const std::optional<MemoryLevel> &process);
  const Damage &damage() const { return damage_; }  // that the session had when this copy of it was made
  uint64_t damaged() const { return damaged_; }

private:
  static uint32_t indexOf(const std::vector<uint32_t> &map, uint32_t id) { return id < map.size() ? map[id] : 0; }
  // False: the entry is damaged.
  bool addEntry(MetaKind kind, const std::byte *payload, size_t bytes);
  bool addSite(uint32_t id, std::string_view text);
  void addOpenScope(uint32_t uid, OpenScope scope);

  std::vector<Site> sites_;
  std::vector<ModulePath> paths_;
  std::vector<uint32_t> pathDepths_;             // of each of paths_, from 1
  std::vector<uint32_t> siteIndex_, pathIndex_;  // by id; 0: unknown
  std::unordered_map<uint32_t, std::string_view> strings_;
  std::map<uint32_t, ThreadName> threads_;
  std::map<uint32_t, std::vector<OpenScope>> open_;
  struct OpenCoroutine {
    uint32_t uid = 0, depth = 0;
    CoroutineSlice slice;
  };
  OpenCoroutine openCoroutine_;  // of the open scope that comes next
  std::vector<ClockPoint> clocks_;
  std::map<LossCause, uint64_t> losses_;
  std::vector<std::pair<std::string_view, std::string_view>> infos_;
  std::unordered_map<std::string_view, size_t> infoIndex_;
  std::optional<Window> window_;
  uint64_t keptFrom_ = 0, writtenUntil_ = 0;
  std::map<uint32_t, uint64_t> threadsWrittenUntil_;
  uint32_t filteredFunctions_ = 0;
  std::map<uint32_t, ThrottledSite> throttled_;
  std::map<uint32_t, MemoryLevel> threadMemory_;
  std::optional<MemoryLevel> processMemory_;
  std::vector<LiveBlocks> liveBlocks_;
  Damage damage_;
  uint64_t damaged_ = 0;
};

}  // namespace autoscope::record
