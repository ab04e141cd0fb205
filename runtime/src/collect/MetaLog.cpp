#include "collect/MetaLog.h"

#include <algorithm>

namespace autoscope::collect {

namespace {
constexpr size_t longestText = 60000;
constexpr uint64_t reserveStep = 1u << 20;
}  // namespace

Entry::Entry(record::MetaKind kind) {
  u32(uint32_t(kind)).u32(0);
}

Entry &Entry::text(std::string_view value) {
  if (value.size() > longestText)
    value = value.substr(0, longestText);
  raw(value.data(), value.size());
  bytes_.push_back(0);
  return *this;
}

Entry &Entry::raw(const void *data, size_t bytes) {
  const auto *from = static_cast<const uint8_t *>(data);
  bytes_.insert(bytes_.end(), from, from + bytes);
  return *this;
}

const std::vector<uint8_t> &Entry::bytes() {
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  auto length = uint32_t(bytes_.size());
  memcpy(&bytes_[offsetof(record::MetaEntry, bytes)], &length, sizeof length);
  return bytes_;
}

bool MetaLog::append(record::MetaKind kind, const EntryNumbers &numbers,
                     std::initializer_list<std::string_view> texts) {
  uint64_t bytes = sizeof(record::MetaEntry) + 8 + numbers.moreBytes;
  for (std::string_view text : texts)
    bytes += std::min(text.size(), longestText) + 1;
  bytes = (bytes + 7) / 8 * 8;

  std::lock_guard<std::mutex> lock(mutex_);
  uint8_t *to = room(bytes);
  if (!to)
    return false;
  uint32_t head[] = {uint32_t(kind), uint32_t(bytes), numbers.first, numbers.second};
  memcpy(to, head, sizeof head);
  to += sizeof head;
  if (numbers.moreBytes)
    memcpy(to, numbers.more, numbers.moreBytes);
  to += numbers.moreBytes;
  for (std::string_view text : texts) {
    size_t length = text.copy(reinterpret_cast<char *>(to), longestText);
    to[length] = 0;
    to += length + 1;
  }
  publish(bytes);  // the padding is zero: the log only grows over fresh pages
  return true;
}

bool MetaLog::append(Entry entry) {
  const std::vector<uint8_t> &bytes = entry.bytes();
  std::lock_guard<std::mutex> lock(mutex_);
  uint8_t *to = room(bytes.size());
  if (!to)
    return false;
  memcpy(to, bytes.data(), bytes.size());
  publish(bytes.size());
  return true;
}

bool MetaLog::appendClock(const record::ClockPoint &point) {
  record::MetaEntry head = {record::MetaKind::Clock, sizeof head + sizeof point};
  std::lock_guard<std::mutex> lock(mutex_);
  uint8_t *to = room(head.bytes);
  if (!to)
    return false;
  memcpy(to, &head, sizeof head);
  memcpy(to + sizeof head, &point, sizeof point);
  publish(head.bytes);
  return true;
}

bool MetaLog::append(Bytes entries) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint8_t *to = room(entries.size());
  if (!to)
    return false;
  if (!entries.empty())
    memcpy(to, entries.data(), entries.size());
  publish(entries.size());
  return true;
}

uint8_t *MetaLog::room(uint64_t bytes) {
  uint64_t used = ring_.header().metaBytes;
  if (used + bytes > record::metaCapacity)
    return nullptr;
  while (used + bytes > reserved_) {
    if (!ring_.reserveMeta(reserved_, reserveStep))
      return nullptr;
    reserved_ += reserveStep;
  }
  return ring_.metaLog() + used;
}

void MetaLog::publish(uint64_t bytes) {
  __atomic_store_n(&ring_.header().metaBytes, ring_.header().metaBytes + bytes, __ATOMIC_RELEASE);
}

MetaLog::Bytes MetaLog::published() const {
  return {ring_.metaLog(), __atomic_load_n(&ring_.header().metaBytes, __ATOMIC_ACQUIRE)};
}

}  // namespace autoscope::collect
