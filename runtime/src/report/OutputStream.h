// Where a report goes: a file that appears when it is whole, compressed when its name ends in .gz.
//
// Used by every report, on one thread. Memory is bounded by the buffer. The first failure is kept as a sentence and
// makes the rest do nothing; commit() tells whether all of it arrived.
#pragma once

#include "record/AtomicFile.h"
#include "report/TextBuffer.h"

#include <memory>
#include <string>

namespace autoscope::report {

class OutputStream {
public:
  explicit OutputStream(const std::string &path);
  ~OutputStream();

  // As AtomicFile::limit(): bytes in the file.
  void limit(uint64_t bytes, const std::string &reason) { file_.limit(bytes, reason); }

  // Append to this, and call drain() now and then.
  TextBuffer &buffer() { return buffer_; }
  void drain() {
    if (buffer_.size() >= drainBytes)
      flush();
  }
  // Empty, or one sentence.
  std::string commit();
  bool failed() const { return !file_.error().empty(); }

private:
  static constexpr size_t drainBytes = 256u << 10;
  class Gzip;
  void flush();

  record::AtomicFile file_;
  TextBuffer buffer_;
  std::unique_ptr<Gzip> gzip_;  // null: plain
};

}  // namespace autoscope::report
