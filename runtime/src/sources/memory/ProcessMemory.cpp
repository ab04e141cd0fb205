#include "sources/memory/ProcessMemory.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace autoscope::memory {

namespace {

std::atomic<const HeapSource *> heap{nullptr};

std::optional<int64_t> kilobytes(const char *status, const char *key) {
  const char *line = strstr(status, key);
  if (!line)
    return std::nullopt;
  char *end = nullptr;
  const char *digits = line + strlen(key);
  long long value = strtoll(digits, &end, 10);
  if (end == digits || value < 0)
    return std::nullopt;
  return int64_t{value} * 1024;
}

}  // namespace

MemoryNumbers residentMemory(const char *status) {
  MemoryNumbers numbers;
  numbers.device = "process";
  numbers.currentReserved = kilobytes(status, "\nVmRSS:");
  numbers.peakReserved = kilobytes(status, "\nVmHWM:");
  return numbers;
}

void ProcessMemory::setHeap(const HeapSource &source) noexcept {
  heap.store(&source, std::memory_order_release);
}

MemoryNumbers ProcessMemory::read() const {
  char text[8192];
  size_t length = 0;
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  for (ssize_t got;
       file >= 0 && length + 1 < sizeof text && (got = ::read(file, text + length, sizeof text - 1 - length)) > 0;)
    length += static_cast<size_t>(got);
  if (file >= 0)
    close(file);
  text[length] = 0;
  MemoryNumbers numbers = residentMemory(text);
  if (!peakIsKnown_)
    numbers.peakReserved.reset();
  int64_t current = 0, peak = 0;
  if (const HeapSource *source = heap.load(std::memory_order_acquire); source && source->read(current, peak)) {
    numbers.currentAllocated = current;
    numbers.peakAllocated = peak;
  }
  return numbers;
}

void ProcessMemory::resetPeak() noexcept {
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  peakIsKnown_ = file >= 0 && write(file, "5", 1) == 1;
  if (file >= 0)
    close(file);
  if (const HeapSource *source = heap.load(std::memory_order_acquire))
    source->resetPeak();
}

}  // namespace autoscope::memory
