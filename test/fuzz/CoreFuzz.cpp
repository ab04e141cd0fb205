// Any bytes as a core, and a sound core of a recorded process with any bytes patched into it, with any stream beside it,
// through the reader and every report.
//
// Input: a byte, whose upper six bits choose the report. Odd: the rest stands behind the first bytes of a core. Even: two
// bytes of length, so much of the stream's sections, which are there if bit 1 is set, then patches of the core: part,
// two bytes of offset in units of 8, length, bytes.
#include "FuzzTarget.h"
#include "ReadEverything.h"
#include "RingInput.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <unistd.h>

namespace {

using namespace autoscope;
using namespace autoscope::fuzz;

constexpr uint32_t pid = 4711;
constexpr uint64_t address = 0x7f0000000000, noteOffset = 256, ringOffset = 4096;
constexpr uint64_t pidOffset = 24, processBytes = 136;

Elf64_Ehdr coreHeader() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_CORE;
  header.e_phoff = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 3;
  return header;
}

void append(std::vector<char> &core, const void *bytes, size_t size) {
  core.insert(core.end(), static_cast<const char *>(bytes), static_cast<const char *>(bytes) + size);
  core.resize((core.size() + 3) / 4 * 4);
}

void appendNote(std::vector<char> &core, uint32_t type, const std::string &content) {
  Elf64_Nhdr note = {5, static_cast<uint32_t>(content.size()), type};
  append(core, &note, sizeof(note));
  append(core, "CORE", 5);
  append(core, content.data(), content.size());
}

std::string mappingsOf(const std::string &name, uint64_t bytes) {
  const uint64_t words[] = {1, 4096, address, address + bytes, 0};
  return std::string(reinterpret_cast<const char *>(words), sizeof(words)) + name + '\0';
}

std::vector<char> soundCore(const std::string &ringName) {
  std::vector<char> ring = usedRing(pid), core(noteOffset);
  std::string process(processBytes, '\0');
  std::memcpy(process.data() + pidOffset, &pid, sizeof(pid));
  appendNote(core, NT_PRPSINFO, process);
  appendNote(core, NT_FILE, mappingsOf(ringName, ring.size()));
  uint64_t noteBytes = core.size() - noteOffset;
  core.resize(ringOffset);
  core.insert(core.end(), ring.begin(), ring.end());
  Elf64_Ehdr header = coreHeader();
  Elf64_Phdr segments[3]{};
  segments[0].p_type = PT_NOTE;
  segments[0].p_offset = noteOffset;
  segments[0].p_filesz = noteBytes;
  // In two pieces, as where the kernel had split the mapping.
  const uint64_t ends[] = {0, record::chunkBytes, ring.size()};
  for (int i = 1; i < 3; ++i) {
    segments[i].p_type = PT_LOAD;
    segments[i].p_offset = ringOffset + ends[i - 1];
    segments[i].p_vaddr = address + ends[i - 1];
    segments[i].p_filesz = segments[i].p_memsz = ends[i] - ends[i - 1];
  }
  std::memcpy(core.data(), &header, sizeof(header));
  std::memcpy(core.data() + sizeof(header), segments, sizeof(segments));
  return core;
}

void patchCore(PatchedFile &core, const uint8_t *patches, size_t size) {
  const size_t parts[] = {0,
                          noteOffset,
                          ringOffset,
                          ringOffset + ringSlotOffset,
                          ringOffset + ringSlotOffset + record::slotBytes,
                          ringOffset + ringMetaOffset,
                          ringOffset + record::chunkBytes,
                          ringOffset + 2 * record::chunkBytes};
  while (size >= 4) {
    size_t offset = parts[patches[0] % std::size(parts)] + 8 * size_t(patches[1] | patches[2] << 8);
    size_t length = std::min<size_t>(patches[3], size - 4);
    core.patch({offset, patches + 4, length});
    patches += 4 + length;
    size -= 4 + length;
  }
}

std::vector<char> streamWith(const uint8_t *sections, size_t size) {
  record::FileHeader header{};
  header.magic = record::fileMagic;
  header.version = record::formatVersion;
  header.bytes = sizeof(header);
  header.pid = pid;
  header.sessionNumber = 1;
  header.start = {900, 5000, 1u << 30};
  std::vector<char> stream(sizeof(header));
  std::memcpy(stream.data(), &header, sizeof(header));
  stream.insert(stream.end(), sections, sections + size);
  return stream;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string raw = scratchFile(".raw"), stem = scratchFile(".core"), part = stem + ".part";
  static PatchedFile core(stem, soundCore(stem + ".ring"));
  if (size < 3)
    return 0;
  unsigned reports = data[0] >> 2;
  if (data[0] & 1) {
    Elf64_Ehdr header = coreHeader();
    std::vector<char> bytes(data + 1, data + size);
    std::memcpy(bytes.data(), &header, std::min(bytes.size(), offsetof(Elf64_Ehdr, e_machine)));
    writeFile(raw, bytes.data(), bytes.size());
    readEverything(raw, reports);
    unlink(raw.c_str());
    return 0;
  }
  bool hasStream = data[0] & 2;
  size_t length = std::min<size_t>(data[1] | data[2] << 8, size - 3);
  patchCore(core, data + 3 + length, size - 3 - length);
  if (hasStream) {
    std::vector<char> stream = streamWith(data + 3, length);
    writeFile(part, stream.data(), stream.size());
  }
  readEverything(stem, reports);
  if (hasStream)
    unlink(part.c_str());
  core.reset();
  return 0;
}

#ifdef AUTOSCOPE_FUZZ
// The inputs of the corpus have all reports made; changes of them have one, which is ten times as fast.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t mostSize);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t mostSize, unsigned seed) {
  using autoscope::fuzz::allReports;
  size = LLVMFuzzerMutate(data, size, mostSize);
  unsigned report = seed / 8 % allReports, way = seed % 4;
  if (size > 0 && ((data[0] >> 2) % (allReports + 1) == allReports || seed % 8 == 0))
    data[0] = static_cast<uint8_t>(report << 2 | way);
  return size;
}
#endif
