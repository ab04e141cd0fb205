// The handles that a tool has given for the names of sites, so that it is handed each name once.
//
// For any thread, also in a signal handler that interrupted malloc: a table in pages of its own, of which only those
// that are touched take memory. Two threads may ask the tool for one name, which gives the same handle twice.
#pragma once

#include "record/Format.h"

#include <cstdint>
#include <string_view>
#include <sys/mman.h>

namespace autoscope::emit {

template <class Handle> class StringHandles {
public:
  // False: there is no memory.
  bool open() noexcept {
    void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    table_ = pages == MAP_FAILED ? nullptr : static_cast<Handle *>(pages);
    return table_;
  }

  // `make(text)`: asks the tool. Names of sites beyond the last one, which share an id, are asked for each time.
  template <class Make> Handle of(uint32_t site, std::string_view name, Make make) noexcept {
    bool isKept = site < record::maxSite;
    Handle handle = isKept ? __atomic_load_n(&table_[site], __ATOMIC_ACQUIRE) : nullptr;
    if (handle)
      return handle;
    char text[1024];
    size_t length = name.copy(text, sizeof text - 1);
    while (length < name.size() && length > 0 && (static_cast<unsigned char>(name[length]) & 0xc0) == 0x80)
      --length;  // not in the middle of a character
    text[length] = 0;
    handle = make(text);
    if (isKept)
      __atomic_store_n(&table_[site], handle, __ATOMIC_RELEASE);
    return handle;
  }

private:
  static constexpr size_t bytes = (record::maxSite + 1) * sizeof(Handle);
  Handle *table_ = nullptr;
};

}  // namespace autoscope::emit
