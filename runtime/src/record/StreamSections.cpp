#include "record/StreamSections.h"

#include <algorithm>
#include <cstring>

namespace autoscope::record {

namespace {

constexpr size_t mostMapped = 32u << 20;  // of the file, during a search

bool isType(SectionType type) {
  return type == SectionType::Chunk || type == SectionType::Meta || type == SectionType::End ||
         type == SectionType::Activity;
}

bool isWholeSection(const std::byte *begin, size_t bytes) {
  SectionHeader section;
  if (bytes < sizeof(section))
    return false;
  std::memcpy(&section, begin, sizeof(section));
  if (section.magic != sectionMagic || !isSectionStart(begin, bytes) || section.bytes > bytes)
    return false;
  if (section.type == SectionType::Chunk) {
    ChunkHeader chunk;
    ChunkCopy copy;
    if (section.bytes < sizeof(chunk) || section.bytes > chunkBytes || !readChunk(begin, section.bytes, copy))
      return false;
    std::memcpy(&chunk, begin, sizeof(chunk));
    return chunk.threadUid != 0 && chunk.words * sizeof(uint64_t) == section.bytes;
  }
  size_t rest = bytes - section.bytes;
  uint32_t next = sectionMagic;
  std::memcpy(&next, begin + section.bytes, std::min(rest, sizeof(next)));
  return next == sectionMagic && (section.type != SectionType::End || section.bytes == sizeof(section));
}

}  // namespace

bool isSectionStart(const std::byte *begin, size_t bytes) {
  SectionHeader section{sectionMagic, SectionType::Meta, sizeof(section)};
  std::memcpy(&section.magic, begin, std::min(bytes, sizeof(section.magic)));
  if (bytes >= sizeof(section))
    std::memcpy(&section, begin, sizeof(section));
  return section.magic == sectionMagic && isType(section.type) && section.bytes >= sizeof(section) &&
         section.bytes % 8 == 0;
}

size_t findSection(const MappedFile &file, size_t offset) {
  size_t kept = offset;
  for (offset = (offset + 7) & ~size_t{7}; offset < file.size() && file.size() - offset >= sizeof(SectionHeader);
       offset += 8) {
    if (isWholeSection(file.data() + offset, file.size() - offset))
      return offset;
    if (offset - kept > mostMapped) {
      file.letGo();
      kept = offset;
    }
  }
  return file.size();
}

uint32_t soundEnd(const ChunkCopy &chunk, uint64_t start) {
  constexpr uint64_t longest = uint64_t{1} << 55;  // ticks: months, and noise is mostly beyond
  uint32_t sound = chunk.from;
  uint64_t latest = 0, duration = 0;
  bool isLong = false;
  for (uint32_t i = chunk.from; i + 1 < chunk.to; i += 2) {
    uint64_t first = chunk.words[i], second = chunk.words[i + 1];
    bool isEscape = (static_cast<uint32_t>(second) & escapeSite) == escapeSite;
    auto kind = static_cast<Escape>(second >> 22 & 0x3ff);
    if (isEscape && kind != Escape::Long2) {
      if (kind == Escape::Long)
        duration = first;
      isLong = isLong || kind == Escape::Long;
      continue;
    }
    if (!isEscape && (second & escapeSite) == 0)  // no site has this number
      break;
    if (!isLong)
      duration = second >> 32;
    uint64_t end = first + duration;
    if (first == 0 || end < first || end < latest || (end > start && end - start > longest))
      break;
    latest = end;
    isLong = false;
    sound = i + 2;
  }
  return sound;
}

}  // namespace autoscope::record
