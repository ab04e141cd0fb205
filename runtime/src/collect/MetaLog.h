// Writer of the meta log: names and facts that must survive a kill, appended to the ring and published by its length.
//
// Any thread may append, under the log's lock. An entry that does not fit is refused, and the caller counts it.
// Appending allocates nothing: the first scope at a site may be in a signal handler that interrupted malloc. `Entry`
// builds the entries that go to a session's stream alone.
#pragma once

#include "collect/Ring.h"

#include <cstring>
#include <initializer_list>
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
  Entry &text(std::string_view value);  // with a NUL
  Entry &raw(const void *data, size_t bytes);
  // Padded to 8 and with its length filled in.
  const std::vector<uint8_t> &bytes();

private:
  std::vector<uint8_t> bytes_;
};

// What comes in an entry before its text.
struct EntryNumbers {
  uint32_t first = 0, second = 0;
  const void *more = nullptr;  // further bytes
  size_t moreBytes = 0;
};

class MetaLog {
public:
  explicit MetaLog(Ring &ring) : ring_(ring) {}
  // Each text gets a NUL.
  bool append(record::MetaKind kind, const EntryNumbers &numbers, std::initializer_list<std::string_view> texts);
  bool append(Entry entry);
  bool appendClock(const record::ClockPoint &point);
  using Bytes = std::basic_string_view<uint8_t>;
  // Whole entries, as they are.
  bool append(Bytes entries);
  // What is published now. The bytes never change, so they may be read without the lock.
  Bytes published() const;
  std::mutex &mutex() { return mutex_; }
  // Of tables beside the log that belong to its names.
  void countMemory(uint64_t bytes) { ring_.countOther(bytes); }

private:
  // Room for `bytes` at the log's end, or null.
  uint8_t *room(uint64_t bytes);
  void publish(uint64_t bytes);

  Ring &ring_;
  std::mutex mutex_;
  uint64_t reserved_ = 0;
};

}  // namespace autoscope::collect
