// Zeroed memory of a given size that costs only the pages that are written: a copy of a sparse file.
//
// Owned by who copies. Throws std::bad_alloc where there is not even the address space.
#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace autoscope::record {

class PrivateBytes {
public:
  PrivateBytes() = default;
  explicit PrivateBytes(size_t size) : size_(size) {
    void *mapping =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, 0);
    if (mapping == MAP_FAILED)
      throw std::bad_alloc();
    data_ = static_cast<std::byte *>(mapping);
  }
  PrivateBytes(PrivateBytes &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PrivateBytes &operator=(PrivateBytes &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  PrivateBytes(const PrivateBytes &) = delete;
  PrivateBytes &operator=(const PrivateBytes &) = delete;
  ~PrivateBytes() {
    if (data_)
      munmap(data_, size_);
  }

  std::byte *data() const { return data_; }
  size_t size() const { return size_; }

private:
  std::byte *data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace autoscope::record
