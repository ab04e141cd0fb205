// Makes up a session for a test: enter and leave scopes at chosen ticks, and get the file a recorder would have
// written.
//
// One tick is one nanosecond, so that tests can speak of times. Threads' records are in order of leaving, as real ones.
#pragma once

#include "record/Activity.h"
#include "record/SessionReader.h"
#include "record/SessionWriter.h"

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::test {

constexpr uint64_t epochNs = 1'700'000'000'000'000'000;  // real time at tick 0

std::string siteText(const std::string &name, const std::string &file = "a.cpp", unsigned line = 1,
                     const std::string &flags = "", const std::string &moduleType = "",
                     const std::string &qualifiedName = "");  // empty: the name

struct Extras {
  uint32_t path = 0, args = 0;
  uint64_t flags = 0;
  bool longForm = false;
  record::CoroutineSlice coroutine = {};
  uint64_t flops = 0;
  uint64_t sequence = 0;
  std::optional<int64_t> memory = {}, deviceMemory = {};
  std::optional<record::HeapUse> heap = {};  // with memory
};

class ScriptThread {
public:
  ScriptThread &enter(uint32_t site, uint64_t at);
  ScriptThread &leave(uint64_t at, const Extras &extras = {});
  // enter and leave
  ScriptThread &scope(uint32_t site, uint64_t from, uint64_t to, const Extras &extras = {});
  // The record of a step that holds scopes of that depth.
  ScriptThread &step(uint32_t site, uint64_t from, uint64_t to, uint64_t depth, uint64_t flags = 0);
  // What enter() opened last is a slice, should it stay open.
  ScriptThread &openSlice(uint64_t call, uint32_t number);
  // What enter() opened last is a scope of this module, should it stay open.
  ScriptThread &openModule(uint32_t path);
  // What enter() opened last has so much memory, should it stay open.
  ScriptThread &openMemory(int64_t cpu, int64_t device);
  // A single allocation of the CPU's, between the groups of records.
  ScriptThread &allocation(uint64_t at, uint64_t address, int64_t bytes, int64_t allocated, int64_t reserved = 0,
                           uint32_t device = 0xffff);
  // The same of the heap.
  ScriptThread &openHeap(int64_t net, const record::HeapUse &heap);
  ScriptThread &sample(uint64_t at, int64_t value, record::Counter counter = record::Counter::ProcessHeap);
  ScriptThread &nextChunk();
  ScriptThread &word(uint64_t raw);  // whatever a test wants to see survived
  size_t depth() const { return open_.size(); }

private:
  friend class SessionScript;
  struct Open {
    uint32_t site = 0;
    uint64_t start = 0;
    record::CoroutineSlice slice = {};
    uint32_t path = 0;
    std::optional<int64_t> memory = {}, deviceMemory = {};
    std::optional<record::HeapUse> heap = {};
  };
  std::vector<Open> open_;
  std::vector<std::vector<uint64_t>> chunks_ = {{}};
};

class SessionScript {
public:
  SessionScript();
  uint32_t site(const std::string &text);
  uint32_t function(const std::string &name) { return site(siteText(name)); }
  uint32_t path(uint32_t parent, const std::string &name, const std::string &type);
  uint32_t string(const std::string &text);
  ScriptThread &thread(uint32_t uid, uint32_t tid = 0, const std::string &name = "");
  void loss(record::LossCause cause, uint64_t count) { losses_.emplace_back(cause, count); }
  void info(const std::string &key, const std::string &value) { infos_.emplace_back(key, value); }
  void throttled(uint32_t site, uint64_t calls, uint64_t ticks) { throttled_.push_back({site, calls, ticks}); }
  // What a device did, or was asked for: one of Activity.h, its head's kind and bytes not set yet.
  template <class Activity> void activity(record::ActivityKind kind, Activity activity) {
    activity.head.kind = kind;
    activity.head.bytes = sizeof activity;
    size_t at = activities_.size();
    activities_.resize(at + sizeof activity / 8);
    std::memcpy(&activities_[at], &activity, sizeof activity);
  }
  std::vector<uint64_t> &activities() { return activities_; }
  void threadMemory(uint32_t uid, const record::MemoryLevel &memory) { threadMemory_.emplace_back(uid, memory); }
  void processMemory(const record::MemoryLevel &memory) { processMemory_ = memory; }
  void liveBlocks(const record::LiveBlocks &blocks) { liveBlocks_.push_back(blocks); }
  // Scopes that are still open go into the file as such.
  void window(uint64_t start, uint64_t stop) { window_ = {start, stop}; }
  record::FileHeader &header() { return header_; }

  // A path in the test's temporary folder, written.
  std::string write(const std::string &name = "script.autoscope");
  std::unique_ptr<record::SessionReader> open();

private:
  record::FileHeader header_{};
  record::Window window_{1000, 1'000'000'000};
  std::vector<std::string> sites_;
  struct Path {
    uint32_t parent;
    std::string name, type;
  };
  std::vector<Path> paths_;
  std::vector<std::string> strings_;
  struct Named {
    ScriptThread thread;
    uint32_t tid = 0;
    std::string name;
  };
  std::map<uint32_t, Named> threads_;
  std::vector<std::pair<record::LossCause, uint64_t>> losses_;
  std::vector<std::pair<std::string, std::string>> infos_;
  std::vector<record::ThrottledSite> throttled_;
  std::vector<uint64_t> activities_;
  std::vector<std::pair<uint32_t, record::MemoryLevel>> threadMemory_;
  std::optional<record::MemoryLevel> processMemory_;
  std::vector<record::LiveBlocks> liveBlocks_;
};

std::string temporaryPath(const std::string &name);
std::string readAll(const std::string &path);
void writeAll(const std::string &path, const std::string &bytes);

}  // namespace autoscope::test
