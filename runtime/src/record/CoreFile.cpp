#include "record/CoreFile.h"

#include "record/OpenRegular.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

namespace autoscope::record {

namespace {

constexpr uint32_t offsetOfPid = 24;  // in an NT_PRPSINFO of 64 bits

bool isCoreHeader(const Elf64_Ehdr &header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_type == ET_CORE;
}

}  // namespace

bool CoreFile::isCore(const std::string &path) {
  int fd = openRegular(path.c_str(), O_RDONLY);
  if (fd < 0)
    return false;
  Elf64_Ehdr header{};
  bool whole = ::pread(fd, &header, sizeof(header), 0) == static_cast<ssize_t>(sizeof(header));
  ::close(fd);
  return whole && isCoreHeader(header);
}

template <class T> bool CoreFile::at(uint64_t offset, T &value) const {
  if (offset > file_.size() || file_.size() - offset < sizeof(T))
    return false;
  std::memcpy(&value, file_.data() + offset, sizeof(T));
  return true;
}

std::string CoreFile::open(const std::string &path) {
  if (std::string error = file_.open(path); !error.empty())
    return error;
  Elf64_Ehdr header;
  if (!at(0, header) || !isCoreHeader(header))
    return path + " is no core of a 64-bit process";
  uint64_t count = header.e_phnum;
  if (Elf64_Shdr first; count == PN_XNUM && at(header.e_shoff, first))
    count = first.sh_info;  // more segments than fit the header
  // Segments do not lie over each other, so all notes together are no longer than the file; a damaged core that says
  // otherwise is not read for hours.
  uint64_t noteBytes = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Elf64_Phdr segment;
    if (header.e_phoff > file_.size() || !at(header.e_phoff + i * sizeof(segment), segment))
      return path + " is a damaged core: its list of segments is cut";
    if (segment.p_type == PT_NOTE) {
      if (segment.p_filesz > file_.size() - noteBytes)
        return path + " is a damaged core: its notes are longer than the file";
      noteBytes += segment.p_filesz;
      readNotes(segment.p_offset, segment.p_filesz);
    }
    // A core may have been cut by a limit of file sizes.
    if (segment.p_type == PT_LOAD && segment.p_filesz > file_.size() - std::min(segment.p_offset, file_.size()))
      cut_ = true;
    if (segment.p_type == PT_LOAD && segment.p_offset < file_.size())
      segments_.push_back(
          {segment.p_vaddr, segment.p_offset, std::min<uint64_t>(segment.p_filesz, file_.size() - segment.p_offset)});
  }
  std::sort(segments_.begin(), segments_.end(),
            [](const Segment &a, const Segment &b) { return a.address < b.address; });
  return {};
}

void CoreFile::readNotes(uint64_t offset, uint64_t bytes) {
  if (offset > file_.size())
    return;
  uint64_t end = offset + std::min<uint64_t>(bytes, file_.size() - offset);
  auto padded = [](uint64_t size) { return (size + 3) / 4 * 4; };
  for (Elf64_Nhdr note; offset <= end && end - offset >= sizeof(note) && at(offset, note);) {
    uint64_t content = offset + sizeof(note) + padded(note.n_namesz);
    if (content > end || note.n_descsz > end - content)
      return;
    if (note.n_type == NT_FILE)
      readMappings(content, note.n_descsz);
    else if (note.n_type == NT_PRPSINFO && note.n_descsz >= offsetOfPid + sizeof(pid_))
      at(content + offsetOfPid, pid_);
    offset = content + padded(note.n_descsz);
  }
}

// Count and page size, then begin, end and offset in pages of each, then the names.
void CoreFile::readMappings(uint64_t offset, uint64_t bytes) {
  struct Entry {
    uint64_t begin, end, page;
  };
  uint64_t count = 0, pageBytes = 0, end = offset + bytes;
  if (bytes < 16 || !at(offset, count) || !at(offset + 8, pageBytes) || count > (bytes - 16) / sizeof(Entry))
    return;
  uint64_t name = offset + 16 + count * sizeof(Entry);
  for (uint64_t i = 0; i < count && name < end; ++i) {
    Entry entry;
    at(offset + 16 + i * sizeof(Entry), entry);
    const auto *text = reinterpret_cast<const char *>(file_.data() + name);
    size_t length = strnlen(text, end - name);
    if (length == end - name)
      return;
    if (entry.begin < entry.end)
      mappings_.push_back({entry.begin, entry.end, entry.page * pageBytes, {text, length}});
    name += length + 1;
  }
}

bool CoreFile::read(uint64_t address, void *to, uint64_t bytes) const {
  auto *target = static_cast<std::byte *>(to);
  while (bytes > 0) {
    auto next = std::upper_bound(segments_.begin(), segments_.end(), address,
                                 [](uint64_t value, const Segment &segment) { return value < segment.address; });
    if (next == segments_.begin())
      return false;
    const Segment &segment = *--next;
    uint64_t skipped = address - segment.address;
    if (skipped >= segment.bytes)
      return false;
    uint64_t part = std::min(bytes, segment.bytes - skipped);
    std::memcpy(target, file_.data() + segment.offset + skipped, part);
    target += part;
    address += part;
    bytes -= part;
  }
  return true;
}

}  // namespace autoscope::record
