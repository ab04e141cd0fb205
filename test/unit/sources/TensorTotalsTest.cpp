// Totals of tensors are sums for the CPU, whatever order threads tell in, and what the allocator says for devices.
#include "sources/torch/TensorTotals.h"

#include <gtest/gtest.h>
#include <string>
#include <thread>

namespace autoscope::torch_operators {
namespace {

Allocation ofCpu(int64_t bytes) {
  return {nullptr, bytes, 0, 0, 0, -1, 0};
}

Allocation ofCuda(int index, int64_t allocated, int64_t reserved, uint32_t type = 1) {
  return {nullptr, 1, allocated, reserved, type, index, 0};
}

std::string textOf(const TensorTotals &totals) {
  std::vector<memory::MemoryNumbers> numbers;
  totals.read(numbers);
  std::string text;
  for (const auto &each : numbers) {
    text += each.device;
    for (const auto &value : {each.currentAllocated, each.peakAllocated, each.currentReserved, each.peakReserved})
      text += value ? " " + std::to_string(*value) : " -";
    text += "\n";
  }
  return text;
}

TEST(TensorTotals, AreSumsOfTheCpuFromAnyThread) {
  TensorTotals totals;
  auto work = [&totals] {
    for (int i = 0; i < 100000; ++i) {
      totals.add(ofCpu(3));
      totals.add(ofCpu(-2));
    }
  };
  std::thread other(work);
  work();
  other.join();
  std::vector<memory::MemoryNumbers> numbers;
  totals.read(numbers);
  EXPECT_EQ(numbers[0].currentAllocated, 200000);
  EXPECT_GE(*numbers[0].peakAllocated, 200000);
  EXPECT_LE(*numbers[0].peakAllocated, 200004);
  totals.resetPeaks();
  EXPECT_EQ(textOf(totals), "cpu 200000 200000 - -\n");
}

TEST(TensorTotals, OfDevicesAreWhatTheAllocatorCounts) {
  TensorTotals totals;
  totals.add(ofCuda(1, 10, 20));
  totals.add(ofCuda(0, 500, 600));
  totals.add(ofCuda(0, 100, 600));
  totals.add(ofCuda(-1, 7, 600));
  totals.add(ofCuda(0, 1, 2, 12));
  EXPECT_EQ(textOf(totals), "cpu 0 0 - -\ncuda:0 7 500 600 600\ncuda:1 10 10 20 20\nxpu:0 1 1 2 2\n");
}

TEST(TensorTotals, OfTheCpuAreAbsentOnceSomeWereMissed) {
  TensorTotals totals;
  totals.add(ofCpu(8));
  totals.add(ofCuda(0, 1, 2));
  totals.missed();
  EXPECT_EQ(textOf(totals), "cpu - - - -\ncuda:0 1 1 2 2\n");
}

TEST(TensorTotals, LeaveOutDevicesBeyondTheirRoom) {
  TensorTotals totals;
  for (int i = 0; i < 100; ++i)
    totals.add(ofCuda(i, 1, 2));
  std::vector<memory::MemoryNumbers> numbers;
  totals.read(numbers);
  EXPECT_EQ(numbers.size(), 1 + TensorTotals::mostDevices);
}

}  // namespace
}  // namespace autoscope::torch_operators
