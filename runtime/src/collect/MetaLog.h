// Writer of the meta log: names and facts that must survive a kill, appended to the ring and published by its length.
//
// Any thread may append, under the log's lock. An entry that does not fit is refused, and the caller counts it. `Entry`
// also builds the entries that go to a session's stream alone.
#pragma once

#include "collect/Ring.h"

#include <cstring>
#include <mutex>
#include <string_view>
#include <vector>

namespace autoscope::collect {

// The payload of one entry, in the order of Format.h. At most about 64 KiB; longer text is cut.
class Entry {
public:
  explicit Entry(record::MetaKind kind);
  Entry &u32(uint32_t value) { return raw(&value, sizeof value); }
  Entry &u64(uint64_t value) { return raw(&value, sizeof value); }
  Entry &text(std::string_view value); // with a NUL
  Entry &raw(const void *data, size_t bytes);
  // Padded to 8 and with its length filled in.
  const std::vector<uint8_t> &bytes();

private:
  std::vector<uint8_t> bytes_;
};

class MetaLog {
public:
  explicit MetaLog(Ring &ring) : ring_(ring) {}
  bool append(Entry &entry);
  // What is published now. The bytes never change, so they may be read without the lock.
  std::basic_string_view<uint8_t> published() const;
  std::mutex &mutex() { return mutex_; }

private:
  Ring &ring_;
  std::mutex mutex_;
  uint64_t reserved_ = 0;
};

} // namespace autoscope::collect
