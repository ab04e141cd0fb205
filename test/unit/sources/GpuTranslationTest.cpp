// CUPTI's records of every version become activities: what the versions agree on is read, what a later one appends is
// taken where it is there, and times are the session's.
#include "sources/gpu/Translation.h"

#include "record/Activity.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <string>

using namespace autoscope;
using namespace autoscope::gpu;

namespace {

// A buffer of records with the lengths of some version of CUPTI. Its iterator knows them.
struct Buffer {
  std::vector<uint64_t> words;
  static inline std::map<const void *, size_t> lengths;

  template <class Record> void add(const Record &record, size_t bytes) {
    if (words.capacity() == 0)
      words.reserve(1024);
    size_t at = words.size();
    words.resize(at + bytes / 8);
    std::memcpy(&words[at], &record, std::min(sizeof record, bytes));
    lengths[&words[at]] = bytes;
  }
  uint8_t *begin() { return reinterpret_cast<uint8_t *>(words.data()); }
  size_t bytes() const { return words.size() * 8; }
};

Result next(uint8_t *buffer, size_t bytes, cupti::Activity **record) {
  auto *at = reinterpret_cast<uint8_t *>(*record);
  at = at ? at + Buffer::lengths.at(at) : buffer;
  if (at >= buffer + bytes)
    return 12;
  *record = reinterpret_cast<cupti::Activity *>(at);
  return 0;
}

Result nameOf(int domain, uint32_t callback, const char **name) {
  if (domain == 2)
    *name = callback == 211 ? "cudaLaunchKernel_v7000" : callback == 16 ? "cudaSetDevice_v3020" : nullptr;
  else
    *name = callback == 307 ? "cuLaunchKernel" : "cuCtxGetCurrent";
  return *name ? 0 : 1;
}

class GpuTranslation : public testing::Test {
protected:
  GpuTranslation() {
    functions.nextRecord = next;
    functions.callbackName = nameOf;
  }
  static uint32_t intern(void *self, std::string_view text) {
    auto &texts = static_cast<GpuTranslation *>(self)->texts;
    texts.emplace_back(text);
    return uint32_t(texts.size());
  }
  template <class Activity> Activity at(size_t word) const {
    Activity activity;
    std::memcpy(&activity, &activities[word], sizeof activity);
    return activity;
  }

  CuptiFunctions functions = {};
  std::vector<std::string> texts;
  Translation translation{functions, {this, intern}};
  std::vector<uint64_t> activities;
};

cupti::KernelOfGraph someKernel() {
  cupti::KernelOfGraph record = {};
  cupti::Kernel &kernel = record.kernel;
  kernel.kind = cupti::Kind::ConcurrentKernel;
  kernel.registers = 32;
  kernel.start = 1000;
  kernel.end = 3000;
  kernel.device = 1;
  kernel.context = 2;
  kernel.stream = 7;
  for (int i = 0; i < 3; ++i) {
    kernel.grid[i] = 4 + i;
    kernel.block[i] = 32 + i;
  }
  kernel.staticShared = 128;
  kernel.dynamicShared = 256;
  kernel.correlation = 5;
  kernel.name = "_Z6vecaddPfS_i";
  record.graph = 9;
  record.graphNode = uint64_t{9} << 32 | 4;
  return record;
}

}  // namespace

TEST_F(GpuTranslation, AKernelOfEveryVersionIsTheSameKernel) {
  // CUpti_ActivityKernel4 to 10.
  for (size_t bytes : {144, 160, 168, 176, 200, 208, 216}) {
    Buffer buffer;
    buffer.add(someKernel(), bytes);
    buffer.add(someKernel(), bytes);
    activities.clear();
    translation.clock().setSame();
    ASSERT_EQ(translation.take(buffer.begin(), buffer.bytes(), activities), 2u) << bytes;
    ASSERT_EQ(activities.size() * 8, 2 * sizeof(record::KernelActivity));
    auto kernel = at<record::KernelActivity>(sizeof(record::KernelActivity) / 8);
    EXPECT_EQ(kernel.head.kind, record::ActivityKind::Kernel);
    EXPECT_EQ(kernel.head.bytes, sizeof kernel);
    EXPECT_EQ(kernel.head.correlation, 5u);
    EXPECT_EQ(kernel.head.start, 1000u);
    EXPECT_EQ(kernel.head.end, 3000u);
    EXPECT_EQ(kernel.device, 1u);
    EXPECT_EQ(kernel.context, 2u);
    EXPECT_EQ(kernel.stream, 7u);
    EXPECT_EQ(kernel.grid[2], 6u);
    EXPECT_EQ(kernel.block[1], 33u);
    EXPECT_EQ(kernel.registers, 32u);
    EXPECT_EQ(kernel.staticShared, 128u);
    EXPECT_EQ(kernel.dynamicShared, 256u);
    EXPECT_EQ(texts.at(kernel.name - 1), "_Z6vecaddPfS_i");
    EXPECT_EQ(kernel.graph, bytes >= 176 ? 9u : 0u) << "it is known from CUpti_ActivityKernel7 on";
  }
}

TEST_F(GpuTranslation, CopiesSetsAndWaits) {
  cupti::MemcpyOfGraph copy = {};
  copy.copy.kind = cupti::Kind::Memcpy;
  copy.copy.copyKind = 1;
  copy.copy.sourceKind = 1;
  copy.copy.destinationKind = 3;
  copy.copy.bytes = 4096;
  copy.copy.start = 10;
  copy.copy.end = 20;
  copy.copy.stream = 7;
  copy.copy.correlation = 3;
  copy.graph = 8;
  cupti::MemcpyPeer peer = {};
  peer.kind = cupti::Kind::MemcpyPeer;
  peer.bytes = 1;
  peer.sourceDevice = 0;
  peer.destinationDevice = 1;
  peer.correlation = 4;
  cupti::MemsetOfGraph set = {};
  set.set.kind = cupti::Kind::Memset;
  set.set.value = 255;
  set.set.bytes = 64;
  set.set.memoryKind = 3;
  cupti::Synchronization wait = {};
  wait.kind = cupti::Kind::Synchronization;
  wait.type = 3;
  wait.stream = 7;
  Buffer buffer;
  buffer.add(copy, 72);  // CUpti_ActivityMemcpy3
  buffer.add(copy, 96);  // CUpti_ActivityMemcpy6
  buffer.add(peer, 96);
  buffer.add(set, 88);
  buffer.add(wait, 56);
  ASSERT_EQ(translation.take(buffer.begin(), buffer.bytes(), activities), 5u);
  size_t word = 0;
  auto first = at<record::CopyActivity>(word);
  EXPECT_EQ(first.byteCount, 4096u);
  EXPECT_EQ(int{first.kind}, 1);
  EXPECT_EQ(int{first.to}, 3);
  EXPECT_EQ(first.fromDevice, record::noDevice);
  EXPECT_EQ(first.graph, 0u);
  word += first.head.bytes / 8;
  EXPECT_EQ(at<record::CopyActivity>(word).graph, 8u);
  word += first.head.bytes / 8;
  EXPECT_EQ(at<record::CopyActivity>(word).fromDevice, 0u);
  EXPECT_EQ(at<record::CopyActivity>(word).toDevice, 1u);
  EXPECT_EQ(at<record::CopyActivity>(word).head.correlation, 4u);
  word += first.head.bytes / 8;
  auto zeroed = at<record::SetActivity>(word);
  EXPECT_EQ(zeroed.value, 255u);
  EXPECT_EQ(zeroed.byteCount, 64u);
  EXPECT_EQ(zeroed.memory, 3u);
  word += zeroed.head.bytes / 8;
  EXPECT_EQ(at<record::WaitActivity>(word).kind, 3u);
}

TEST_F(GpuTranslation, CallsHaveTheProgramsNamesAndTinyOnesAreLeftOut) {
  cupti::Call call = {};
  call.kind = cupti::Kind::Runtime;
  call.thread = 4711;
  call.correlation = 5;
  Buffer buffer;
  for (uint32_t callback : {211u, 16u, 999u}) {
    call.callback = callback;
    buffer.add(call, sizeof call);
  }
  call.kind = cupti::Kind::Driver;
  for (uint32_t callback : {307u, 1u}) {
    call.callback = callback;
    buffer.add(call, sizeof call);
  }
  ASSERT_EQ(translation.take(buffer.begin(), buffer.bytes(), activities), 3u);
  EXPECT_EQ(texts, (std::vector<std::string>{"cudaLaunchKernel", "cuda call 999", "cuLaunchKernel"}));
  EXPECT_EQ(at<record::CallActivity>(0).tid, 0u) << "CUPTI's own number of a thread is none of the kernel's";
  activities.clear();
  translation.trustThreads();
  translation.take(buffer.begin(), buffer.bytes(), activities);
  EXPECT_EQ(at<record::CallActivity>(0).tid, 4711u);
  EXPECT_EQ(texts.size(), 3u) << "each name is looked up once";
}

TEST(DeviceClock, BetweenTwoReadingsTimesAreInterpolated) {
  DeviceClock clock;
  clock.add({1000, 50});
  clock.add({3000, 1050});  // two ticks a nanosecond
  EXPECT_EQ(clock.ticksOf(550), 2000u);
  EXPECT_EQ(clock.ticksOf(1050), 3000u);
  EXPECT_EQ(clock.ticksOf(0), 0u) << "which says that it is not known";
  clock.setSame();
  EXPECT_EQ(clock.ticksOf(550), 550u);
}
