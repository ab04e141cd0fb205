#include "record/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
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
  return *this;
}

MappedFile::~MappedFile() {
  if (data_)
    munmap(const_cast<std::byte *>(data_), size_);
  if (fd_ >= 0)
    ::close(fd_);
}

void MappedFile::letGo() const {
  if (data_)
    madvise(const_cast<std::byte *>(data_), size_, MADV_DONTNEED);
}

std::string MappedFile::open(const std::string &path) {
  path_ = path;
  // O_NONBLOCK: a FIFO given by mistake must be refused, not waited for.
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd_ < 0)
    return "cannot read " + path + ": " + std::strerror(errno);
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
  if (S_ISDIR(info.st_mode))
    return "cannot read " + path_ + ": it is a directory";
  if (!S_ISREG(info.st_mode))
    return "cannot read " + path_ + ": it is not a regular file";
  if (info.st_size == 0)
    return {};
  auto size = static_cast<size_t>(info.st_size);
  void *address = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd_, 0);
  if (address == MAP_FAILED)
    return "cannot map " + path_ + ": " + std::strerror(errno);
  data_ = static_cast<const std::byte *>(address);
  size_ = size;
  return {};
}

}  // namespace autoscope::record
