// What libtorch's tensors take on each device, now and at most, of what its allocators tell of.
//
// add() is called by the thread that allocates or frees: no lock, no allocation, some adds. The rest is for any thread.
#pragma once

#include "sources/memory/MemoryNumbers.h"
#include "sources/torch/OperatorHooks.h"

#include <atomic>
#include <vector>

namespace autoscope::torch_operators {

class TensorTotals {
public:
  static constexpr size_t mostDevices = 64;  // beside the CPU; what is told of further ones is left out

  void add(const Allocation &told) noexcept;
  // Somebody else was told of some of the CPU's: its sums are wrong from now on, and absent.
  void missed() noexcept { missed_.store(true, std::memory_order_relaxed); }

  // Appends the CPU's, and those of devices that were told of, in that order.
  void read(std::vector<memory::MemoryNumbers> &numbers) const;
  // Each peak becomes what there is now.
  void resetPeaks() noexcept;

private:
  struct Level {
    std::atomic<int64_t> current{0}, peak{0};
    void add(int64_t bytes) noexcept { raise(current.fetch_add(bytes, std::memory_order_relaxed) + bytes); }
    void set(int64_t bytes) noexcept {
      current.store(bytes, std::memory_order_relaxed);
      raise(bytes);
    }
    void raise(int64_t bytes) noexcept {
      int64_t before = peak.load(std::memory_order_relaxed);
      while (before < bytes && !peak.compare_exchange_weak(before, bytes, std::memory_order_relaxed)) {
      }
    }
    void reset() noexcept { peak.store(current.load(std::memory_order_relaxed), std::memory_order_relaxed); }
  };
  struct Device {
    std::atomic<uint64_t> key{0};  // 1 + type << 32 | index; 0: free
    Level allocated, reserved;
  };

  Device *of(uint64_t key) noexcept;

  std::atomic<bool> missed_{false};
  // Its allocator tells of itself only what it was asked to count, so sums of ours are the same, in any order of
  // threads.
  Level cpu_;
  Device devices_[mostDevices];
};

}  // namespace autoscope::torch_operators
