#include "ElfImage.h"

#include <cstring>
#include <elf.h>

namespace autoscope::tool {

template <class T> bool ElfImage::read(uint64_t offset, T &value) const {
  if (offset > file_.size() || file_.size() - offset < sizeof(T))
    return false;
  std::memcpy(&value, file_.data() + offset, sizeof(T));
  return true;
}

std::string ElfImage::open(const std::string &path) {
  std::string error = file_.open(path);
  return error.empty() ? readHeader(path) : error;
}

std::string ElfImage::readHeader(const std::string &path) {
  if (file_.size() == 0)
    return path + " is empty";
  unsigned char ident[EI_NIDENT];
  if (!read(0, ident) || std::memcmp(ident, ELFMAG, SELFMAG) != 0)
    return path + " is not an ELF file";
  if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB)
    return path + " is not a 64-bit little-endian ELF file";
  Elf64_Ehdr header;
  if (!read(0, header))
    return path + " is truncated: it ends within its header";
  if (header.e_shoff == 0)
    return path + " has no section table";
  sectionTable_ = header.e_shoff;
  sectionSize_ = header.e_shentsize;
  sectionCount_ = header.e_shnum;
  nameSection_ = header.e_shstrndx;
  Elf64_Shdr first;
  if (sectionSize_ < sizeof(first) || !read(sectionTable_, first))
    return path + " is truncated: its section table is missing";
  // Files with very many sections keep both numbers in the first one.
  if (sectionCount_ == 0)
    sectionCount_ = first.sh_size;
  if (nameSection_ == SHN_XINDEX)
    nameSection_ = first.sh_link;
  if (sectionCount_ > (file_.size() - sectionTable_) / sectionSize_)
    return path + " is truncated: its section table is missing";
  return {};
}

std::vector<std::string_view> ElfImage::sections(std::string_view name) const {
  std::vector<std::string_view> found;
  Elf64_Shdr names;
  if (nameSection_ >= sectionCount_ || !read(sectionTable_ + nameSection_ * sectionSize_, names))
    return found;
  for (uint64_t i = 0; i < sectionCount_; ++i) {
    Elf64_Shdr section;
    if (!read(sectionTable_ + i * sectionSize_, section))
      break;
    uint64_t offset = names.sh_offset + section.sh_name;
    if (offset < names.sh_offset || offset > file_.size() || file_.size() - offset <= name.size())
      continue;
    auto *text = reinterpret_cast<const char *>(file_.data() + offset);
    if (std::string_view(text, name.size()) != name || text[name.size()] != '\0')
      continue;
    if (section.sh_type == SHT_NOBITS || section.sh_offset > file_.size() ||
        section.sh_size > file_.size() - section.sh_offset)
      continue;
    found.emplace_back(reinterpret_cast<const char *>(file_.data() + section.sh_offset), section.sh_size);
  }
  return found;
}

}  // namespace autoscope::tool
