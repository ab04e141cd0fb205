#include "record/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace autoscope::record {

MappedFile::MappedFile(MappedFile &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_)
    munmap(const_cast<std::byte *>(data_), size_);
}

void MappedFile::letGo() const {
  if (data_)
    madvise(const_cast<std::byte *>(data_), size_, MADV_DONTNEED);
}

std::string MappedFile::open(const std::string &path) {
  // O_NONBLOCK: a FIFO given by mistake must be refused, not waited for.
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return "cannot read " + path + ": " + std::strerror(errno);
  std::string error;
  struct stat info{};
  if (fstat(fd, &info) != 0) {
    error = "cannot read " + path + ": " + std::strerror(errno);
  } else if (S_ISDIR(info.st_mode)) {
    error = "cannot read " + path + ": it is a directory";
  } else if (!S_ISREG(info.st_mode)) {
    error = "cannot read " + path + ": it is not a regular file";
  } else if (info.st_size > 0) {
    auto size = static_cast<size_t>(info.st_size);
    void *address = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) {
      error = "cannot map " + path + ": " + std::strerror(errno);
    } else {
      data_ = static_cast<const std::byte *>(address);
      size_ = size;
    }
  }
  ::close(fd);
  return error;
}

}  // namespace autoscope::record
