#include "sources/torch/TensorTotals.h"

#include "record/DeviceName.h"

#include <algorithm>
#include <string>

namespace autoscope::torch_operators {

namespace {

std::string nameOf(uint64_t key) {
  return record::deviceName(static_cast<uint32_t>((key - 1) >> 32), static_cast<int32_t>(key - 1));
}

}  // namespace

TensorTotals::Device *TensorTotals::of(uint64_t key) noexcept {
  for (Device &device : devices_) {
    uint64_t there = device.key.load(std::memory_order_relaxed);
    if (there == 0 && device.key.compare_exchange_strong(there, key, std::memory_order_relaxed))
      return &device;
    if (there == key)
      return &device;
  }
  return nullptr;
}

void TensorTotals::add(const Allocation &told) noexcept {
  if (told.deviceType == 0)
    return cpu_.add(told.bytes);
  // A device without an index is the first one.
  auto index = static_cast<uint32_t>(std::max(told.deviceIndex, 0));
  Device *device = of((uint64_t{told.deviceType} << 32 | index) + 1);
  if (!device)
    return;
  // The allocator counts all of the device, whoever allocates, and tells of it under its lock.
  device->allocated.set(told.totalAllocated);
  device->reserved.set(told.totalReserved);
}

void TensorTotals::read(std::vector<memory::MemoryNumbers> &numbers) const {
  memory::MemoryNumbers cpu;
  cpu.device = "cpu";
  if (!missed_.load(std::memory_order_relaxed)) {
    cpu.currentAllocated = cpu_.current.load(std::memory_order_relaxed);
    cpu.peakAllocated = cpu_.peak.load(std::memory_order_relaxed);
  }
  numbers.push_back(cpu);
  size_t first = numbers.size();
  for (const Device &device : devices_)
    if (uint64_t key = device.key.load(std::memory_order_relaxed))
      numbers.push_back({nameOf(key), device.allocated.current.load(std::memory_order_relaxed),
                         device.allocated.peak.load(std::memory_order_relaxed),
                         device.reserved.current.load(std::memory_order_relaxed),
                         device.reserved.peak.load(std::memory_order_relaxed)});
  std::sort(numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.end(),
            [](const auto &a, const auto &b) { return a.device < b.device; });
}

void TensorTotals::resetPeaks() noexcept {
  cpu_.reset();
  for (Device &device : devices_) {
    device.allocated.reset();
    device.reserved.reset();
  }
}

}  // namespace autoscope::torch_operators
