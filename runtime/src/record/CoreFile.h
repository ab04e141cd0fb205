// A core of a process: which files it had mapped, and what of its memory the core holds.
//
// ELF64, little-endian, as the kernel and gdb's gcore write it. Trusts nothing in the file: every offset is checked.
// Owned by who looks for a ring in it (CoreRing.h). Failure is a sentence.
#pragma once

#include "record/MappedFile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::record {

class CoreFile {
public:
  struct Mapping {
    uint64_t begin = 0, end = 0;  // addresses in the process
    uint64_t offset = 0;          // in the file, bytes
    std::string_view name;        // absolute; a file that was gone may have " (deleted)" behind it
  };

  // Whether the file begins like a core; any other file is none, and so is one that cannot be read.
  static bool isCore(const std::string &path);

  // Empty, or one sentence.
  std::string open(const std::string &path);
  uint32_t pid() const { return pid_; }  // 0: it does not say
  const std::vector<Mapping> &mappings() const { return mappings_; }
  size_t size() const { return file_.size(); }
  bool isCut() const { return cut_; }  // a limit of file sizes has left out what it was to hold
  // False: not all of it is in the core.
  bool read(uint64_t address, void *to, uint64_t bytes) const;

private:
  struct Segment {
    uint64_t address, offset, bytes;
  };
  template <class T> bool at(uint64_t offset, T &value) const;
  void readNotes(uint64_t offset, uint64_t bytes);
  void readMappings(uint64_t offset, uint64_t bytes);

  MappedFile file_;
  uint32_t pid_ = 0;
  bool cut_ = false;
  std::vector<Segment> segments_;  // by address
  std::vector<Mapping> mappings_;
};

}  // namespace autoscope::record
