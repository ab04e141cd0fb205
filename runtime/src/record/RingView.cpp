#include "record/RingView.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace autoscope::record {

bool readChunk(const std::byte *chunk, size_t bytes, ChunkCopy &copy) {
  if (bytes < sizeof(ChunkHeader))
    return false;
  ChunkHeader header;
  std::memcpy(&header, chunk, sizeof(header));
  size_t words = std::min<size_t>(bytes, chunkBytes) / 8;
  if (header.words < chunkHeaderWords || header.words > words || header.skipWords > header.words - chunkHeaderWords)
    return false;
  copy.threadUid = header.threadUid;
  copy.sequence = header.sequence;
  copy.from = chunkHeaderWords + header.skipWords;
  copy.to = header.words;
  copy.words = reinterpret_cast<const uint64_t *>(chunk);
  copy.isExcerpt = header.isExcerpt == 1;
  return true;
}

namespace {

constexpr int mostAttempts = 100;
constexpr int mostUnchanged = 3;  // attempts at a ring of which nothing moves: it is damaged

OpenModule openModule(const std::byte *slot, uint32_t index) {
  OpenModule open;
  std::memcpy(&open, slot + slotModulesOffset + index * sizeof(OpenModule), sizeof(open));
  return open;
}

}  // namespace

std::string RingView::map(const std::string &path, uint32_t pid) {
  std::string error = file_.open(path);
  return error.empty() ? validate(path, pid) : error;
}

std::string RingView::open(const std::string &path, uint32_t pid) {
  std::string error = map(path, pid);
  if (error.empty())
    readChunks();
  return error;
}

std::string RingView::openAny(const std::string &path) {
  RingHeader header;
  std::string error = file_.open(path);
  if (!error.empty() || file_.size() < sizeof(header))
    return error.empty() ? path + " is too short to be a ring" : error;
  std::memcpy(&header, file_.data(), sizeof(header));
  error = validate(path, header.pid);
  if (error.empty())
    readChunks();
  return error;
}

std::string RingView::openLive(const std::string &path, uint32_t pid) {
  std::string error;
  uint64_t before = 0;
  // The ring may grow at any moment: between our measuring and our reading of its header, and while it is copied.
  for (int attempt = 0, unchanged = 0; attempt < mostAttempts && unchanged < mostUnchanged; ++attempt) {
    file_ = MappedFile();
    error = map(path, pid);
    if (error.empty() && copyLiveRing(file_.data(), file_.size(), header_, /*changes=*/true, live_) == Copied::Yes &&
        !file_.holesAreFilled()) {
      readChunks();
      return {};
    }
    uint64_t now = fingerprint();
    unchanged = now == before ? unchanged + 1 : 0;
    before = now;
  }
  return error.empty() ? path + " is damaged, or changes too fast to be read" : error;
}

uint64_t RingView::fingerprint() const {
  constexpr uint64_t prime = 0x100000001b3;
  uint64_t sum = originalSize();
  auto add = [&sum](const std::byte *at, size_t bytes) {
    for (size_t i = 0; i + 8 <= bytes; i += 8)
      sum = (sum ^ __atomic_load_n(reinterpret_cast<const uint64_t *>(at + i), __ATOMIC_RELAXED)) * prime;
  };
  if (originalSize() < sizeof(RingHeader))
    return sum;
  add(original(), sizeof(RingHeader));
  for (uint32_t i = 0; isSound() && i < header_.slots; ++i)
    add(original() + header_.slotOffset + uint64_t{i} * header_.slotBytes, sizeof(SlotHeader));
  return sum;
}

std::string RingView::openCopy(PrivateBytes copy, const std::string &name) {
  copy_ = std::move(copy);
  RingHeader header;
  std::memcpy(&header, copy_.data(), sizeof(header));
  std::string error = validate(name, header.pid);
  if (error.empty() && copyLiveRing(copy_.data(), copy_.size(), header_, /*changes=*/false, live_) != Copied::Yes)
    error = name + " is a damaged ring";
  if (error.empty())
    readChunks();
  return error;
}

void RingView::refreshNames() {
  // First how much there is: what was a hole of the file when it is mapped is shown as zeroes.
  uint64_t metaBytes =
      __atomic_load_n(&reinterpret_cast<const RingHeader *>(file_.data())->metaBytes, __ATOMIC_ACQUIRE);
  RingHeader now;
  if (!file_.grow().empty() || file_.size() < sizeof(now)) {
    header_.metaOffset = header_.metaBytes = 0;
    return;
  }
  std::memcpy(&now, file_.data(), sizeof(now));
  RingHeader before = header_;
  header_.metaBytes = metaBytes;
  std::memcpy(header_.losses, now.losses, sizeof(header_.losses));
  header_.last = now.last;
  if (!isSound())
    header_ = before;
}

std::string RingView::validate(const std::string &path, uint32_t pid) {
  if (originalSize() < sizeof(RingHeader))
    return path + " is too short to be a ring";
  std::memcpy(&header_, original(), sizeof(header_));
  if (header_.magic != ringMagic)
    return path + " is not a ring";
  if (header_.version < oldestVersion || header_.version > formatVersion)
    return path + " is a ring of format version " + std::to_string(header_.version) + ", not " +
           std::to_string(oldestVersion) + " to " + std::to_string(formatVersion);
  if (header_.pid != pid)
    return path + " is the ring of process " + std::to_string(header_.pid) + ", not of " + std::to_string(pid);
  return isSound() ? std::string() : path + " is a damaged ring";
}

bool RingView::isSound() const {
  uint64_t size = originalSize();
  auto inside = [size](uint64_t offset, uint64_t bytes) { return offset <= size && bytes <= size - offset; };
  uint32_t modules = modulesByDepth() ? maxDepth : maxListedModules;
  uint64_t least = slotModulesOffset + modules * sizeof(OpenModule);
  if (hasOpenMemory())
    least += mostOpenMemories * sizeof(OpenMemory);
  return header_.slotBytes >= least && header_.slots <= 1u << 20 && header_.slotOffset % 8 == 0 &&
         header_.metaOffset % 8 == 0 && header_.slotBytes % 8 == 0 &&
         inside(header_.slotOffset, uint64_t{header_.slots} * header_.slotBytes) &&
         inside(header_.metaOffset, header_.metaBytes) &&
         inside(uint64_t{header_.firstChunk} * chunkBytes, uint64_t{header_.chunks} * chunkBytes);
}

void RingView::readChunks() {
  // The cursor and the depth of a slot are one word, so they belong together.
  std::vector<SlotHeader> slots(header_.slots);
  for (uint32_t i = 0; i < header_.slots; ++i)
    std::memcpy(&slots[i], slotAt(i), sizeof(SlotHeader));

  for (uint32_t i = 0; i < header_.chunks; ++i) {
    uint64_t offset = (uint64_t{header_.firstChunk} + i) * chunkBytes;
    ChunkHeader header;
    std::memcpy(&header, bytes() + offset, sizeof(header));
    ChunkCopy copy;
    if (header.state == ChunkState::Full) {
      if (readChunk(bytes() + offset, chunkBytes, copy))
        chunks_.push_back(copy);
      else
        ++damagedChunks_;
    } else if (header.state == ChunkState::Active && header.slot < slots.size() &&
               slots[header.slot].uid == header.threadUid) {
      uint64_t first = offset / 8, cursor = slots[header.slot].state >> 32;
      uint64_t from = uint64_t{chunkHeaderWords} + header.skipWords;
      if (cursor <= first + from || cursor > first + chunkWords)
        continue;  // taken, but nothing written yet
      chunks_.push_back({header.threadUid, header.sequence, static_cast<uint32_t>(from),
                         static_cast<uint32_t>(cursor - first), reinterpret_cast<const uint64_t *>(bytes() + offset)});
    } else if (header.state != ChunkState::Active && header.state != ChunkState::Free) {
      ++damagedChunks_;
    }
  }
  // A thread has one slot: what another one says of it is damage.
  for (uint32_t i = 0; i < header_.slots; ++i)
    if (slots[i].uid != 0 && open_.count(slots[i].uid) == 0)
      readOpenScopes(slots[i], slotAt(i));
}

// `next`: of the list, kept from one depth to the next.
uint32_t RingView::listedPath(const SlotHeader &slot, const std::byte *bytes, uint32_t depth, uint32_t &next) {
  uint32_t path = 0;
  for (; next < std::min(slot.innermostModule, maxListedModules); ++next) {
    OpenModule open = openModule(bytes, next);
    if (open.around > depth)
      break;
    if (open.around == depth)
      path = open.path;
  }
  return path;
}

RingView::OpenHeap RingView::openHeap(const std::byte *slot, uint32_t depth) {
  OpenMemory memory;
  std::memcpy(&memory, slot + slotMemoryOffset + depth / 2 * sizeof(memory), sizeof(memory));
  auto count = [](uint64_t number) { return static_cast<uint32_t>(std::min(number, uint64_t{0xffffffff})); };
  OpenHeap heap;
  heap.isThere = true;
  heap.entry = memory.entry;
  heap.highest = memory.highest;
  heap.isOfLevels = memory.calleesScope != levelsUnknown;
  if (heap.isOfLevels && memory.calleesScope != 0)
    heap.highest = std::max(heap.highest, memory.calleesHighest);
  heap.use = {memory.allocated, count(memory.allocations), count(memory.frees), 0};
  return heap;
}

// A callee that is open has not handed on how high the level was, and its caller may not have a note yet.
void RingView::foldOpenHeap(std::vector<OpenScope> &scopes, std::vector<OpenHeap> &heap) {
  OpenHeap inside;
  for (size_t i = scopes.size(); i-- > 0;) {
    OpenHeap &own = heap[i];
    if (!own.isThere && !inside.isThere)
      continue;
    if (!own.isThere) {
      own = inside;
      own.use = {};
    } else if (own.isOfLevels && inside.isThere) {
      own.highest = std::max(own.highest, inside.highest);
    }
    inside = own;
    inside.isThere = own.isOfLevels;
    own.use.peak = own.highest > own.entry ? static_cast<uint64_t>(own.highest) - static_cast<uint64_t>(own.entry) : 0;
    scopes[i].heap = own.use;
    scopes[i].memoryBytes = scopes[i].memoryBytes.value_or(0);
  }
}

void RingView::readHeap(const SlotHeader &slot) {
  MemoryLevel &heap = threadMemory_[slot.uid];
  heap.uid = slot.uid;
  heap.level = slot.heapLevel;
  heap.highest = std::max(slot.heapHighest, slot.heapLevel);
  heap.scopeStart = slot.heapHighest >= slot.heapLevel ? slot.heapHighestScope : 0;
  untoldHeap_ += static_cast<uint64_t>(slot.heapLevel) - static_cast<uint64_t>(slot.heapTold);
}

std::optional<MemoryLevel> RingView::processMemory() const {
  if (!hasOpenMemory() || header_.heapSession == 0 || header_.heapSession != header_.sessionNumber)
    return std::nullopt;
  MemoryLevel heap;
  heap.level = static_cast<int64_t>(static_cast<uint64_t>(header_.heapLevel) + untoldHeap_);
  heap.highest = std::max(header_.heapHighest, heap.level);
  uint64_t check = static_cast<uint64_t>(header_.heapHighest) ^ header_.heapHighestTicks ^ header_.heapHighestScope ^
                   header_.heapHighestUid;
  if (heap.highest == header_.heapHighest && check == header_.heapHighestCheck) {
    heap.ticks = header_.heapHighestTicks;
    heap.scopeStart = header_.heapHighestScope;
    heap.uid = header_.heapHighestUid;
  }
  return heap;
}

void RingView::readOpenScopes(const SlotHeader &slot, const std::byte *bytes) {
  uint32_t depth = std::min(static_cast<uint32_t>(slot.state), maxDepth);
  uint32_t listed = 0;
  CoroutineSlice coroutine;
  const bool hasMemory = !hasOpenMemory() || slot.memorySession >> 1 == header_.sessionNumber;
  const bool hasHeap = hasOpenMemory() && slot.memorySession == memorySessionOf(header_.sessionNumber, true);
  std::vector<OpenHeap> heap;
  if (hasHeap)
    readHeap(slot);
  for (uint32_t i = 0; i < depth; ++i) {
    Frame frame;
    std::memcpy(&frame, bytes + slotFramesOffset + i * sizeof(Frame), sizeof(frame));
    if ((static_cast<uint32_t>(frame.word) & escapeSite) == escapeSite) {
      uint32_t field = static_cast<uint32_t>(frame.word) >> 22;
      if (field >= maxDepth) {
        std::vector<OpenScope> &open = open_[slot.uid];
        auto kind = static_cast<Escape>(field - maxDepth);
        if (open.empty() || (!hasMemory && (kind == Escape::Memory || kind == Escape::DeviceMemory)))
          continue;
        open.back().take(kind, frame.start);
        if (kind == Escape::Memory && hasHeap)
          heap.back() = openHeap(bytes, i);
        continue;
      }
      coroutine = {frame.start, static_cast<uint32_t>(frame.word >> 32), false};
      continue;
    }
    OpenScope scope;
    scope.coroutine = coroutine;
    coroutine = {};
    scope.start = frame.start;
    scope.site = static_cast<uint32_t>(frame.word) & escapeSite;
    scope.depth = i;
    if (modulesByDepth())
      scope.path = frame.word & moduleFrame ? openModule(bytes, i).path : 0;
    else
      scope.path = listedPath(slot, bytes, i, listed);
    open_[slot.uid].push_back(scope);
    heap.emplace_back();
  }
  if (!heap.empty())
    foldOpenHeap(open_[slot.uid], heap);
}

}  // namespace autoscope::record
