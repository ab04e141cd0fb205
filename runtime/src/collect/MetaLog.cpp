#include "collect/MetaLog.h"

namespace autoscope::collect {

namespace {
constexpr size_t longestText = 60000;
constexpr uint64_t reserveStep = 1u << 20;
} // namespace

Entry::Entry(record::MetaKind kind) { u32(uint32_t(kind)).u32(0); }

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

bool MetaLog::append(Entry &entry) {
  const std::vector<uint8_t> &bytes = entry.bytes();
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t used = ring_.header().metaBytes;
  if (used + bytes.size() > record::metaCapacity)
    return false;
  if (used + bytes.size() > reserved_) {
    if (!ring_.reserveMeta(reserved_, reserveStep))
      return false;
    reserved_ += reserveStep;
  }
  memcpy(ring_.metaLog() + used, bytes.data(), bytes.size());
  __atomic_store_n(&ring_.header().metaBytes, used + bytes.size(), __ATOMIC_RELEASE);
  return true;
}

std::basic_string_view<uint8_t> MetaLog::published() const {
  return {ring_.metaLog(), __atomic_load_n(&ring_.header().metaBytes, __ATOMIC_ACQUIRE)};
}

} // namespace autoscope::collect
