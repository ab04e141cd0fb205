// What the kernel says of a process's memory is read by name, and what it does not say is absent.
#include "sources/memory/ProcessMemory.h"

#include <gtest/gtest.h>

namespace autoscope::memory {
namespace {

TEST(ProcessMemory, IsReadByName) {
  MemoryNumbers numbers =
      residentMemory("Name:\tVmRSS: 7\nVmHWM:\t    2048 kB\nVmRSS:\t     100 kB\nRssAnon:\t 9 kB\n");
  EXPECT_EQ(numbers.device, "process");
  EXPECT_EQ(numbers.currentReserved, 102400);
  EXPECT_EQ(numbers.peakReserved, 2097152);
  EXPECT_EQ(numbers.currentAllocated, std::nullopt);
}

TEST(ProcessMemory, IsAbsentWhereTheKernelSaysNothing) {
  for (const char *status : {"", "Name:\tx\n", "Name:\tx\nVmRSS:\tmany\nVmHWM:"}) {
    MemoryNumbers numbers = residentMemory(status);
    EXPECT_EQ(numbers.currentReserved, std::nullopt) << status;
    EXPECT_EQ(numbers.peakReserved, std::nullopt) << status;
  }
}

TEST(ProcessMemory, HasTheHeapOnceSomethingCountsIt) {
  ProcessMemory memory;
  EXPECT_EQ(memory.read().currentAllocated, std::nullopt);
  static bool wasReset = false;
  static const HeapSource source = {[](int64_t &current, int64_t &peak) {
                                      current = 5;
                                      peak = wasReset ? 5 : 9;
                                      return true;
                                    },
                                    [] { wasReset = true; }};
  ProcessMemory::setHeap(source);
  EXPECT_EQ(memory.read().currentAllocated, 5);
  EXPECT_EQ(memory.read().peakAllocated, 9);
  memory.resetPeak();
  EXPECT_EQ(memory.read().peakAllocated, 5);
}

}  // namespace
}  // namespace autoscope::memory
