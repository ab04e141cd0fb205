// What a core says of the files that the process had mapped.
#include "record/CoreFile.h"

#include "SessionScript.h"

#include <cstring>
#include <elf.h>
#include <gtest/gtest.h>

namespace autoscope::record {
namespace {

template <class T> std::string bytesOf(const T &value) {
  return {reinterpret_cast<const char *>(&value), sizeof value};
}

std::string coreWith(uint64_t mappings) {
  std::string list = bytesOf(mappings) + bytesOf(uint64_t{4096});
  for (uint64_t i = 0; i < mappings; ++i)
    list += bytesOf(0x1000 * (i + 1)) + bytesOf(0x1000 * (i + 2)) + bytesOf(i);
  for (uint64_t i = 0; i < mappings; ++i)
    list += std::string("/a.so") + '\0';
  Elf64_Nhdr note = {5, static_cast<Elf64_Word>(list.size()), NT_FILE};
  std::string notes = bytesOf(note) + std::string("CORE\0\0\0\0", 8) + list;

  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_CORE;
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  Elf64_Phdr segment = {};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = notes.size();
  return bytesOf(header) + bytesOf(segment) + notes;
}

TEST(CoreFile, KnowsItsMappings) {
  std::string path = test::temporaryPath("one.core");
  test::writeAll(path, coreWith(3));
  CoreFile core;
  ASSERT_EQ(core.open(path), "");
  ASSERT_EQ(core.mappings().size(), 3u);
  EXPECT_EQ(core.mappings()[2].begin, 0x3000u);
  EXPECT_EQ(core.mappings()[2].end, 0x4000u);
  EXPECT_EQ(core.mappings()[2].offset, 0x2000u);
  EXPECT_EQ(core.mappings()[2].name, "/a.so");
}

}  // namespace
}  // namespace autoscope::record
