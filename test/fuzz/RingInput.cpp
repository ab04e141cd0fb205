#include "RingInput.h"

#include "FuzzTarget.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace autoscope::fuzz {

namespace {

using namespace record;

constexpr uint32_t function = 1, module = 2, path = 1;  // ids
constexpr uint64_t firstTicks = 1000;

template <class T> T &at(std::vector<char> &ring, uint64_t offset) {
  return *reinterpret_cast<T *>(ring.data() + offset);
}

void addEntry(std::vector<char> &ring, MetaKind kind, uint32_t id, uint32_t second, std::string_view text) {
  uint64_t &used = at<RingHeader>(ring, 0).metaBytes;
  auto bytes = static_cast<uint32_t>((16 + text.size() + 7) / 8 * 8);
  char *entry = ring.data() + ringMetaOffset + used;
  const uint32_t head[] = {static_cast<uint32_t>(kind), bytes, id, second};
  std::memcpy(entry, head, sizeof(head));
  std::memcpy(entry + sizeof(head), text.data(), text.size());
  used += bytes;
}

std::string_view withNul(const char *text) {
  return {text, std::strlen(text) + 1};
}

uint64_t recordWord(uint64_t duration, uint32_t depth, uint32_t site) {
  return duration << 32 | uint64_t{depth} << 22 | site;
}

// `pairs` of a call of the function within one of the module; returns the words that are used.
uint32_t fillChunk(std::vector<char> &ring, uint32_t number, uint32_t uid, int pairs) {
  uint64_t *words = &at<uint64_t>(ring, uint64_t{number} * chunkBytes);
  uint32_t used = chunkHeaderWords;
  for (int i = 0; i < pairs; ++i) {
    uint64_t start = firstTicks + 100 * static_cast<uint64_t>(i);
    const uint64_t records[] = {start,      recordWord(1, static_cast<uint32_t>(Escape::Sample), escapeSite),
                                4096,       recordWord(0, static_cast<uint32_t>(Escape::Sample2), escapeSite),
                                start + 10, recordWord(20, 2, function),
                                path,       recordWord(0, static_cast<uint32_t>(Escape::Path), escapeSite),
                                start,      recordWord(50, 1, module)};
    std::memcpy(words + used, records, sizeof(records));
    used += static_cast<uint32_t>(std::size(records));
  }
  auto &header = at<ChunkHeader>(ring, uint64_t{number} * chunkBytes);
  header = {};
  header.section = {sectionMagic, SectionType::Chunk, uint64_t{used} * 8};
  header.threadUid = uid;
  header.words = used;
  header.slot = uid - 1;
  header.baseTicks = firstTicks;
  return used;
}

void openScopes(std::vector<char> &ring, uint32_t uid, uint32_t sequence, uint64_t cursor) {
  uint64_t slot = ringSlotOffset + uint64_t{uid - 1} * slotBytes;
  auto &header = at<SlotHeader>(ring, slot);
  header.uid = uid;
  header.tid = 100 + uid;
  header.sequence = sequence;
  header.innermostModule = 2;
  header.memorySession = memorySessionOf(1, true);
  header.heapLevel = 80;
  header.heapHighest = 90;
  header.state = cursor << 32 | 4;
  auto *frames = &at<Frame>(ring, slot + slotFramesOffset);
  frames[0] = {firstTicks - 10, uint64_t{0x1000} << 32 | function};
  frames[1] = {firstTicks - 5, uint64_t{0x0f01} << 32 | recordWord(0, 1, module)};
  frames[2] = {7, uint64_t{0x0f00} << 32 | recordWord(0, maxDepth + static_cast<uint32_t>(Escape::Args), escapeSite)};
  frames[3] = {64, uint64_t{0x0f00} << 32 | recordWord(0, maxDepth + static_cast<uint32_t>(Escape::Memory), escapeSite)};
  at<OpenMemory>(ring, slot + slotMemoryOffset + 3 / 2 * sizeof(OpenMemory)) = {10, 90, 70, 0, 200, 3, 2};
  at<OpenModule>(ring, slot + slotModulesOffset + sizeof(OpenModule)).path = path;
}

}  // namespace
}  // namespace autoscope::fuzz

// A reader of a live ring lets the process go on for a moment. On a busy machine that is most of a target's time, and
// nobody is there who could.
extern "C" int sched_yield() noexcept {
  return 0;
}

namespace autoscope::fuzz {

std::vector<char> emptyRing(uint32_t pid) {
  std::vector<char> ring((1 + ringChunks) * chunkBytes);
  RingHeader header{};
  header.magic = ringMagic;
  header.version = formatVersion;
  header.pid = pid;
  header.slotBytes = slotBytes;
  header.slots = ringSlots;
  header.slotOffset = ringSlotOffset;
  header.metaOffset = ringMetaOffset;
  header.metaBytes = 256;
  header.firstChunk = 1;
  header.chunks = ringChunks;
  std::memcpy(ring.data(), &header, sizeof(header));
  return ring;
}

std::vector<char> usedRing(uint32_t pid) {
  std::vector<char> ring = emptyRing(pid);
  auto &header = at<RingHeader>(ring, 0);
  header.metaBytes = 0;
  header.first = header.sessionStart = {firstTicks - 100, 5000, 1u << 30};
  header.last = {firstTicks + 100'000, 105'000, (1u << 30) + 100'000};
  header.sessionNumber = 1;
  addEntry(ring, MetaKind::Site, function, 0, withNul("A1\x1f" "function\x1f" "f\x1f" "3\x1f" "a.cpp\x1f" "f()\x1f" "f\x1f\x1f"));
  addEntry(ring, MetaKind::Site, module, 0, withNul("A1\x1f" "module\x1f" "n\x1f" "4\x1f" "a.cpp\x1f" "N::forward()\x1f" "N::forward\x1f" "N\x1f"));
  addEntry(ring, MetaKind::Path, path, 0, std::string_view("net\0N\0", 6));
  addEntry(ring, MetaKind::String, 7, 0, withNul("x"));
  fillChunk(ring, 1, 1, 12);
  at<ChunkHeader>(ring, chunkBytes).state = ChunkState::Full;
  openScopes(ring, 1, 1, 0);
  uint32_t used = fillChunk(ring, 2, 2, 4);
  at<ChunkHeader>(ring, 2 * chunkBytes).state = ChunkState::Active;
  openScopes(ring, 2, 1, 2 * chunkWords + used);
  return ring;
}

std::vector<Patch> ringPatches(const uint8_t *patches, size_t size) {
  const size_t parts[] = {0,
                          ringSlotOffset,
                          ringSlotOffset + slotBytes,
                          ringMetaOffset,
                          chunkBytes,
                          2 * chunkBytes,
                          ringSlotOffset + slotModulesOffset};
  std::vector<Patch> result;
  while (size >= 3) {
    size_t part = parts[patches[0] % std::size(parts)], offset = size_t{patches[1]} * 8, length = patches[2];
    patches += 3;
    size -= 3;
    length = std::min(length, size);
    result.push_back({part + offset, patches, length});
    patches += length;
    size -= length;
  }
  return result;
}

PatchedFile::PatchedFile(std::string path, std::vector<char> sound) : path_(std::move(path)), sound_(std::move(sound)) {
  writeFile(path_, sound_.data(), sound_.size());
  int fd = open(path_.c_str(), O_RDWR | O_CLOEXEC);
  void *mapping = mmap(nullptr, sound_.size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  require(mapping != MAP_FAILED);
  bytes_ = static_cast<char *>(mapping);
  close(fd);
}

PatchedFile::~PatchedFile() {
  munmap(bytes_, sound_.size());
  unlink(path_.c_str());
}

void PatchedFile::patch(const Patch &patch) {
  if (patch.offset >= sound_.size())
    return;
  std::memcpy(bytes_ + patch.offset, patch.bytes, std::min(patch.size, sound_.size() - patch.offset));
  willChange(patch.offset, patch.size);
}

void PatchedFile::willChange(size_t offset, size_t size) {
  if (offset < sound_.size())
    changed_.emplace_back(offset, std::min(size, sound_.size() - offset));
}

void PatchedFile::reset() {
  for (auto [offset, size] : changed_)
    std::memcpy(bytes_ + offset, sound_.data() + offset, size);
  changed_.clear();
}

}  // namespace autoscope::fuzz
