#include "record/MetaLog.h"

#include <algorithm>
#include <cstring>

namespace autoscope::record {

namespace {

// Reads plain values off the front of an entry; once it has run over the end, it stays failed.
class Payload {
public:
  Payload(const std::byte *data, size_t size) : data_(data), size_(size) {}

  template <class T> T take() {
    T value{};
    if (size_ < sizeof(T)) {
      failed_ = true;
      return value;
    }
    std::memcpy(&value, data_, sizeof(T));
    data_ += sizeof(T);
    size_ -= sizeof(T);
    return value;
  }

  // The text up to its NUL, which must be there.
  std::string_view takeText() {
    const void *end = size_ ? std::memchr(data_, 0, size_) : nullptr;
    if (!end) {
      failed_ = true;
      return {};
    }
    auto length = static_cast<size_t>(static_cast<const std::byte *>(end) - data_);
    std::string_view text(reinterpret_cast<const char *>(data_), length);
    data_ += length + 1;
    size_ -= length + 1;
    return text;
  }

  size_t left() const { return size_; }
  bool ok() const { return !failed_; }

private:
  const std::byte *data_;
  size_t size_;
  bool failed_ = false;
};

// Ids are dense and small where a recorder gave them; a damaged id must not make us allocate gigabytes.
bool setIndex(std::vector<uint32_t> &map, uint32_t id, size_t index) {
  if (id == 0 || id > maxSite)
    return false;
  if (id >= map.size())
    map.resize(id + 1);
  map[id] = static_cast<uint32_t>(index);
  return true;
}

}  // namespace

void OpenScope::take(Escape kind, uint64_t value, uint32_t count) {
  auto heapUse = [this]() -> HeapUse & { return heap ? *heap : heap.emplace(); };
  if (kind == Escape::Args) {
    args = static_cast<uint32_t>(value);
  } else if (kind == Escape::Flops) {
    flops = value;
  } else if (kind == Escape::Sequence) {
    sequence = value;
  } else if (kind == Escape::Memory) {
    memoryBytes = static_cast<int64_t>(value);
    if (count)
      heapUse().allocations = count;
  } else if (kind == Escape::Allocated) {
    heapUse().allocated = value;
    heapUse().frees = count;
  } else if (kind == Escape::Peak) {
    heapUse().peak = value;
  } else if (kind == Escape::DeviceMemory) {
    deviceMemoryBytes = static_cast<int64_t>(value);
  }
}

MetaLog::MetaLog() {
  sites_.emplace_back();
  sites_[0].fields.name = "(unknown)";
  paths_.emplace_back();
  pathDepths_.push_back(0);
}

void MetaLog::add(const std::byte *begin, size_t bytes) {
  while (bytes >= sizeof(MetaEntry)) {
    MetaEntry entry;
    std::memcpy(&entry, begin, sizeof(entry));
    if (entry.bytes < sizeof(MetaEntry) || entry.bytes > bytes || entry.bytes % 8 != 0) {
      ++damaged_;  // and no way to find the next one
      return;
    }
    if (!addEntry(entry.kind, begin + sizeof(MetaEntry), entry.bytes - sizeof(MetaEntry)))
      ++damaged_;
    begin += entry.bytes;
    bytes -= entry.bytes;
  }
}

bool MetaLog::addEntry(MetaKind kind, const std::byte *data, size_t bytes) {
  Payload payload(data, bytes);
  switch (kind) {
  case MetaKind::Site: {
    auto id = payload.take<uint32_t>();
    payload.take<uint32_t>();
    std::string_view text = payload.takeText();
    return payload.ok() && addSite(id, text);
  }
  case MetaKind::Path: {
    auto id = payload.take<uint32_t>();
    auto parent = payload.take<uint32_t>();
    std::string_view name = payload.takeText();
    std::string_view type = payload.takeText();
    if (!payload.ok())
      return false;
    uint32_t index = pathIndex(id);
    if (index == 0) {
      index = static_cast<uint32_t>(paths_.size());
      if (!setIndex(pathIndex_, id, index))
        return false;
      // A parent is named before its child; anything else could make a circle and counts as a root, and so does what
      // no stack of modules could be: the names of a chain without end are of the square of its length.
      uint32_t above = pathIndex(parent) < index ? pathIndex(parent) : 0;
      if (pathDepths_[above] >= maxDepth)
        above = 0;
      paths_.push_back({id, above, name, type});
      pathDepths_.push_back(pathDepths_[above] + 1);
    } else {
      paths_[index].name = name;
      paths_[index].type = type;
    }
    return true;
  }
  case MetaKind::Thread: {
    auto uid = payload.take<uint32_t>();
    ThreadName thread;
    thread.tid = payload.take<uint32_t>();
    thread.startTicks = payload.take<uint64_t>();
    thread.name = payload.takeText();
    if (!payload.ok())
      return false;
    if (auto [known, isNew] = threads_.try_emplace(uid, thread); !isNew) {
      thread.startTicks = std::min(thread.startTicks, known->second.startTicks);  // each says when it was written
      known->second = thread;
    }
    return true;
  }
  case MetaKind::String: {
    auto id = payload.take<uint32_t>();
    payload.take<uint32_t>();
    std::string_view text = payload.takeText();
    if (payload.ok())
      strings_[id] = text;
    return payload.ok();
  }
  case MetaKind::Clock: {
    auto point = payload.take<ClockPoint>();
    if (payload.ok())
      clocks_.push_back(point);
    return payload.ok();
  }
  case MetaKind::Loss: {
    auto cause = static_cast<LossCause>(payload.take<uint32_t>());
    payload.take<uint32_t>();
    auto count = payload.take<uint64_t>();
    if (payload.ok())
      losses_[cause] = count;
    return payload.ok();
  }
  case MetaKind::Info: {
    std::string_view key = payload.takeText();
    std::string_view value = payload.takeText();
    if (!payload.ok())
      return false;
    // It is among the names, too, for whoever has the ring alone.
    auto [known, isNew] = infoIndex_.try_emplace(key, infos_.size());
    if (isNew)
      infos_.emplace_back(key, value);
    else
      infos_[known->second].second = value;
    return payload.ok();
  }
  case MetaKind::OpenScope: {
    auto uid = payload.take<uint32_t>();
    OpenScope scope;
    scope.depth = payload.take<uint32_t>();
    scope.start = payload.take<uint64_t>();
    scope.site = payload.take<uint32_t>();
    scope.path = payload.take<uint32_t>();
    if (payload.ok())
      addOpenScope(uid, scope);
    return payload.ok();
  }
  case MetaKind::OpenCoroutine: {
    OpenCoroutine open;
    open.uid = payload.take<uint32_t>();
    open.depth = payload.take<uint32_t>();
    open.slice.call = payload.take<uint64_t>();
    open.slice.number = payload.take<uint32_t>();
    if (payload.ok())
      openCoroutine_ = open;
    return payload.ok();
  }
  case MetaKind::OpenNote: {
    auto uid = payload.take<uint32_t>();
    auto note = static_cast<Escape>(payload.take<uint32_t>());
    auto value = payload.take<uint64_t>();
    auto count = payload.left() ? payload.take<uint64_t>() : 0;
    auto scopes = open_.find(uid);
    if (!payload.ok() || scopes == open_.end())
      return false;
    scopes->second.back().take(note, value, static_cast<uint32_t>(count));
    return true;
  }
  case MetaKind::Throttled: {
    ThrottledSite throttled;
    throttled.site = payload.take<uint32_t>();
    payload.take<uint32_t>();
    throttled.calls = payload.take<uint64_t>();
    throttled.ticks = payload.take<uint64_t>();
    if (payload.ok())
      throttled_[throttled.site] = throttled;
    return payload.ok();
  }
  case MetaKind::FilteredFunctions: {
    auto count = payload.take<uint32_t>();
    if (payload.ok())
      filteredFunctions_ = count;
    return payload.ok();
  }
  case MetaKind::KeptFrom: {
    auto ticks = payload.take<uint64_t>();
    if (payload.ok())
      keptFrom_ = ticks;
    return payload.ok();
  }
  case MetaKind::WrittenUntil: {
    auto uid = payload.take<uint32_t>();
    payload.take<uint32_t>();
    auto ticks = payload.take<uint64_t>();
    if (payload.ok())
      (uid == 0 ? writtenUntil_ : threadsWrittenUntil_[uid]) = ticks;
    return payload.ok();
  }
  case MetaKind::Damage: {
    auto number = payload.take<uint32_t>();
    payload.take<uint32_t>();
    auto count = payload.take<uint64_t>();
    if (payload.ok())
      damage_.add(number, count);
    return payload.ok();
  }
  case MetaKind::ThreadMemory: {
    MemoryLevel memory;
    memory.uid = payload.take<uint32_t>();
    payload.take<uint32_t>();
    memory.level = payload.take<int64_t>();
    memory.highest = payload.take<int64_t>();
    memory.scopeStart = payload.take<uint64_t>();
    memory.ticks = payload.take<uint64_t>();
    if (payload.ok())
      threadMemory_[memory.uid] = memory;
    return payload.ok();
  }
  case MetaKind::ProcessMemory: {
    MemoryLevel memory;
    memory.level = payload.take<int64_t>();
    memory.highest = payload.take<int64_t>();
    memory.ticks = payload.take<uint64_t>();
    memory.uid = payload.take<uint32_t>();
    payload.take<uint32_t>();
    memory.scopeStart = payload.take<uint64_t>();
    if (payload.ok())
      processMemory_ = memory;
    return payload.ok();
  }
  case MetaKind::LiveBlocks: {
    auto blocks = payload.take<LiveBlocks>();
    if (payload.ok())
      liveBlocks_.push_back(blocks);
    return payload.ok();
  }
  case MetaKind::Window: {
    Window window;
    window.start = payload.take<uint64_t>();
    window.stop = payload.take<uint64_t>();
    if (payload.ok())
      window_ = window;
    return payload.ok();
  }
  }
  return true;
}

void MetaLog::addOpenScope(uint32_t uid, OpenScope scope) {
  if (openCoroutine_.uid == uid && openCoroutine_.depth == scope.depth)
    scope.coroutine = openCoroutine_.slice;
  openCoroutine_ = {};
  open_[uid].push_back(scope);
}

bool MetaLog::addSite(uint32_t id, std::string_view text) {
  std::optional<SiteText> fields = parseSiteText(text);
  if (!fields)
    return false;
  uint32_t index = siteIndex(id);
  if (index == 0) {
    index = static_cast<uint32_t>(sites_.size());
    if (!setIndex(siteIndex_, id, index))
      return false;
    sites_.emplace_back();
  }
  sites_[index] = {id, text, *fields};
  return true;
}

std::string_view MetaLog::string(uint32_t id) const {
  auto found = strings_.find(id);
  return found == strings_.end() ? std::string_view() : found->second;
}

std::string_view MetaLog::info(std::string_view key) const {
  auto found = infoIndex_.find(key);
  return found == infoIndex_.end() ? std::string_view() : infos_[found->second].second;
}

void MetaLog::setMemory(const std::map<uint32_t, MemoryLevel> &threads, const std::optional<MemoryLevel> &process) {
  if (processMemory_)
    return;
  processMemory_ = process;
  threadMemory_.insert(threads.begin(), threads.end());
}

}  // namespace autoscope::record
