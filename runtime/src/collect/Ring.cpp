#include "collect/Ring.h"

#include "collect/WriteSignals.h"
#include "record/OpenRegular.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

namespace autoscope::collect {

namespace {
constexpr uint64_t pageBytes = 4096;
constexpr uint64_t gcoreBytes = 1 << 20;
constexpr uint64_t slotOffset = pageBytes;
constexpr uint64_t metaOffset = slotOffset + uint64_t(record::slotCount) * record::slotBytes;
constexpr uint32_t firstSlots = 8;
constexpr uint32_t chunksStart =
    uint32_t((metaOffset + record::metaCapacity + record::chunkBytes - 1) / record::chunkBytes);
static_assert(sizeof(record::RingHeader) <= pageBytes);
static_assert(record::slotBytes % pageBytes == 0);
}  // namespace

std::string Ring::create(const std::string &path, uint32_t pooledChunks) {
  uint32_t chunks = pooledChunks + record::slotCount + 2;
  uint64_t bytes = uint64_t(chunksStart + chunks) * record::chunkBytes;
  auto failure = [&](const char *what) {
    std::string text = std::string("cannot ") + what + " " + path + ": " + strerror(errno);
    if (file_.isOpen()) {
      file_.close();
      unlink(path.c_str());
    }
    path_.clear();
    return text;
  };
  // A ring that a killed run left here is evidence of that run only; whoever starts again has read or given it up.
  unlink(path.c_str());
  path_ = path;
  if (!file_.open(path.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600))
    return failure("create");
  file_.lockByMapping();  // for those who look for rings that nobody has any more
  uint64_t bytesNow = uint64_t(chunksStart + readyChunks) * record::chunkBytes;
  int fd = file_.descriptor(path.c_str());
  if (fd < 0 || ftruncate(fd, off_t(bytesNow)) != 0)
    return failure("size");
  fileBytes_ = bytesNow;
  // The first threads' slots, too: later the file system would make them wait for the pages that are being faulted in.
  if (!reserve(0, slotOffset + uint64_t(firstSlots) * record::slotBytes) ||
      !reserve(uint64_t(chunksStart) * record::chunkBytes, uint64_t(readyChunks) * record::chunkBytes))
    return failure("reserve disk space for");
  void *mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapping == MAP_FAILED)
    return failure("map");
  // Or the system reads ahead, which in a file of holes fills some 30 pages with zeros for each that is touched: it is
  // most of what the start of a profile costs, and so of the first scope of a forked child.
  madvise(mapping, bytes, MADV_RANDOM);

  countOther(slotOffset + uint64_t(firstSlots) * record::slotBytes);
  base_ = static_cast<uint8_t *>(mapping);
  firstChunk_ = chunksStart;
  chunkCount_ = chunks;
  record::RingHeader &head = header();
  head.version = record::formatVersion;
  head.pid = uint32_t(getpid());
  head.slotBytes = record::slotBytes;
  head.slots = record::slotCount;
  head.slotOffset = slotOffset;
  head.metaOffset = metaOffset;
  head.firstChunk = firstChunk_;
  head.chunks = readyChunks;
  __atomic_store_n(&head.magic, record::ringMagic, __ATOMIC_RELEASE);
  return {};
}

bool Ring::rename(const std::string &path, bool keepOld) {
  std::lock_guard<std::mutex> lock(fileMutex_);
  if (path == path_ || !file_.isAt(path_.c_str()))
    return true;
  // Of two names of one file rename() takes none away.
  unlink(path.c_str());
  // It may have been recovered meanwhile.
  std::string unfinished = path_.substr(0, path_.rfind('.')) + ".part";
  if (keepOld && access(unfinished.c_str(), F_OK) == 0) {
    if (link(path_.c_str(), path.c_str()) != 0)
      return false;
    path_ = path;
  } else if (::rename(path_.c_str(), path.c_str()) == 0) {
    path_ = path;
  }
  return true;
}

void Ring::remove() noexcept {
  std::lock_guard<std::mutex> lock(fileMutex_);
  if (exists() && file_.isAt(path_.c_str()))
    unlink(path_.c_str());
  path_.clear();
}

void Ring::makePrivate() noexcept {
  int fd = file_.descriptorNow();
  int opened = base_ && fd < 0 ? record::openRegular(path_.c_str(), O_RDWR | O_NOFOLLOW) : -1;
  if (opened >= 0 && file_.isOurs(opened))
    fd = opened;
  uint64_t bytes = uint64_t(firstChunk_ + chunkCount_) * record::chunkBytes;
  if (base_ && fd >= 0)
    mmap(base_, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
  // Else the program has closed and removed our files: then stores of such a scope still reach the parent's ring.
  if (opened >= 0)
    close(opened);
}

void Ring::abandon() noexcept {
  makePrivate();
  file_.close();
  base_ = nullptr;
}

hot::ThreadSlot &Ring::slot(uint32_t index) const {
  return *reinterpret_cast<hot::ThreadSlot *>(base_ + slotOffset + uint64_t(index) * record::slotBytes);
}

uint8_t *Ring::metaLog() const {
  return base_ + metaOffset;
}

record::ChunkHeader &Ring::chunk(uint32_t number) const {
  return *reinterpret_cast<record::ChunkHeader *>(base_ + uint64_t(number) * record::chunkBytes);
}

bool Ring::reserveSlot(uint32_t index) noexcept {
  if (!reserve(slotOffset + uint64_t(index) * record::slotBytes, record::slotBytes))
    return false;
  if (index >= firstSlots)
    countOther(record::slotBytes);
  return true;
}

bool Ring::reserveMeta(uint64_t from, uint64_t bytes) noexcept {
  if (!reserve(metaOffset + from, bytes))
    return false;
  countOther(bytes);
  return true;
}

bool Ring::reserveChunks(uint32_t number, uint32_t count) noexcept {
  if (!reserve(uint64_t(number) * record::chunkBytes, uint64_t(count) * record::chunkBytes))
    return false;
  header().chunks = number + count - firstChunk_;
  return true;
}

bool Ring::giveBack(uint32_t number) noexcept {
  std::lock_guard<std::mutex> lock(fileMutex_);
  int fd = file_.descriptor(path_.c_str());
  return fd >= 0 && fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                              off_t(uint64_t(number) * record::chunkBytes), off_t(record::chunkBytes)) == 0;
}

bool Ring::reserveAgain(uint32_t number) noexcept {
  return reserve(uint64_t(number) * record::chunkBytes, record::chunkBytes);
}

bool Ring::reserve(uint64_t offset, uint64_t bytes) noexcept {
  std::lock_guard<std::mutex> lock(fileMutex_);
  int fd = file_.descriptor(path_.c_str());
  if (fd < 0)
    return false;
  HeldWriteSignals held;
  int result;
  do
    result = fallocate(fd, 0, off_t(offset), off_t(bytes));
  while (result != 0 && errno == EINTR);
  // Some network file systems cannot reserve; there a full disk may still raise SIGBUS (docs/limits.md).
  if (result != 0 && errno == EOPNOTSUPP)
    result = offset + bytes > fileBytes_ ? ftruncate(fd, off_t(offset + bytes)) : 0;
  if (result == 0)
    fileBytes_ = std::max(fileBytes_, offset + bytes);
  // gcore copies memory by the MiB, and leaves one out of which the last page is not there. Costs no space.
  uint64_t whole = (fileBytes_ + gcoreBytes - 1) / gcoreBytes * gcoreBytes;
  if (result == 0 && whole != fileBytes_ && ftruncate(fd, off_t(whole)) == 0)
    fileBytes_ = whole;
  return result == 0;
}

void Ring::prefault(uint32_t number, uint32_t count) noexcept {
  uint8_t *from = base_ + uint64_t(number) * record::chunkBytes;
  uint64_t bytes = uint64_t(count) * record::chunkBytes;
  if (madvise(from, bytes, MADV_POPULATE_WRITE) == 0)
    return;
  for (uint64_t at = 0; at < bytes; at += pageBytes)  // a kernel before 5.14
    __atomic_fetch_or(from + at, uint8_t(0), __ATOMIC_RELAXED);
}

}  // namespace autoscope::collect
