#include "record/MappedFile.h"

#include "record/OpenRegular.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace autoscope::record {

MappedFile::MappedFile(MappedFile &&other) noexcept {
  *this = std::move(other);
}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(covered_, other.covered_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_)
    munmap(const_cast<std::byte *>(data_), size_);
  closeDescriptor();
}

void MappedFile::closeDescriptor() {
  if (fd_ >= 0)
    ::close(std::exchange(fd_, -1));
}

void MappedFile::letGo() const {
  if (data_)
    madvise(const_cast<std::byte *>(data_), size_, MADV_DONTNEED);
}

std::string MappedFile::open(const std::string &path) {
  path_ = path;
  fd_ = openRegular(path.c_str(), O_RDONLY);
  if (fd_ < 0)
    return "cannot read " + path + ": " + whyNotOpened(errno);
  return map();
}

std::string MappedFile::grow() {
  if (data_)
    munmap(const_cast<std::byte *>(data_), size_);
  data_ = nullptr;
  size_ = 0;
  return map();
}

std::string MappedFile::map() {
  struct stat info{};
  if (fstat(fd_, &info) != 0)
    return "cannot read " + path_ + ": " + std::strerror(errno);
  if (info.st_size == 0)
    return {};
  auto size = static_cast<size_t>(info.st_size);
  void *address = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd_, 0);
  if (address == MAP_FAILED)
    return "cannot map " + path_ + ": " + std::strerror(errno);
  data_ = static_cast<const std::byte *>(address);
  size_ = size;
  covered_ = holes();
  for (const Hole &hole : covered_)
    if (mmap(static_cast<std::byte *>(address) + hole.from, hole.to - hole.from, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, /*fd=*/-1, 0) == MAP_FAILED)
      return "cannot map " + path_ + ": " + std::strerror(errno);
  return {};
}

// Whole pages. None where reading them costs nothing.
std::vector<MappedFile::Hole> MappedFile::holes() const {
  std::vector<Hole> holes;
  struct statfs system{};
  if (fstatfs(fd_, &system) != 0 || system.f_type != TMPFS_MAGIC)
    return holes;
  auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE)), size = uint64_t{size_};
  for (off_t at = 0; (at = lseek(fd_, at, SEEK_HOLE)) >= 0 && static_cast<uint64_t>(at) < size;) {
    off_t data = lseek(fd_, at, SEEK_DATA);  // fails behind the last data
    uint64_t from = (static_cast<uint64_t>(at) + page - 1) / page * page;
    uint64_t to = data < 0 ? (size + page - 1) / page * page : static_cast<uint64_t>(data) / page * page;
    if (from < to)
      holes.push_back({from, to});
    if (data < 0)
      break;
    at = data;
  }
  return holes;
}

bool MappedFile::holesAreFilled() const {
  return std::any_of(covered_.begin(), covered_.end(), [this](const Hole &hole) {
    off_t data = lseek(fd_, static_cast<off_t>(hole.from), SEEK_DATA);
    return data >= 0 && static_cast<uint64_t>(data) < hole.to;
  });
}

}  // namespace autoscope::record
