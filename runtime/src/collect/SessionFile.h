// The stream of one session on disk: S.part while it runs, S once it is complete.
//
// One writer at a time (the collector's locks see to that). A section is there whole or not at all: when a write fails
// the file is cut back to the last whole section, and the caller counts what was in it. A `.part` that another process
// is writing is left alone. Whatever the program does to descriptors, nothing is written to a file that is not ours.
#pragma once

#include "collect/OwnFile.h"
#include "record/Format.h"

#include <string>
#include <sys/uio.h>

namespace autoscope::collect {

class SessionFile {
public:
  enum class Opened { Yes, BusyElsewhere, Failed };

  // Opens `path`.part. On Failed `error` is a sentence.
  Opened open(const std::string &path, std::string &error);
  // open() found a killed run's stream under the name and emptied it.
  bool replacesUnfinished() const { return replaces_; }
  bool isOpen() const { return file_.isOpen(); }
  const std::string &path() const { return path_; }
  const std::string &partPath() const { return part_; }

  bool append(const iovec *pieces, int count) noexcept;
  bool append(const void *data, size_t bytes) noexcept;
  bool appendSection(record::SectionType type, const void *payload, size_t bytes) noexcept;
  // Is what is written here the stream of that session, by whatever name?
  bool isAt(const std::string &path) const noexcept { return isOpen() && file_.isAt((path + ".part").c_str()); }
  uint64_t bytesWritten() const { return offset_; }
  // Gives the file its final name. Empty or a sentence; the file is closed in any case.
  std::string finish();
  // Child of a fork: closes our copy of the descriptor only.
  void close() noexcept { file_.close(); }

private:
  int descriptor() noexcept { return file_.descriptor(part_.c_str()); }
  // Back to the last whole section.
  bool cut() noexcept;

  OwnFile file_;
  uint64_t offset_ = 0;
  bool replaces_ = false;
  std::string path_, part_;
};

}  // namespace autoscope::collect
