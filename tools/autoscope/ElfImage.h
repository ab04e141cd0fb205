// The sections of a 64-bit little-endian ELF file, by name.
//
// For `autoscope sites` and for telling whether a program is instrumented. Trusts nothing in the file: every offset is
// checked. Object files may have several sections of one name.
#pragma once

#include "record/MappedFile.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope::tool {

class ElfImage {
public:
  // Empty, or one sentence.
  std::string open(const std::string &path);
  std::vector<std::string_view> sections(std::string_view name) const;

private:
  template <class T> bool read(uint64_t offset, T &value) const;
  std::string readHeader(const std::string &path);

  record::MappedFile file_;
  uint64_t sectionTable_ = 0, sectionSize_ = 0, sectionCount_ = 0, nameSection_ = 0;
};

}  // namespace autoscope::tool
