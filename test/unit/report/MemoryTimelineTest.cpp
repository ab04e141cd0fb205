// Memory over time has the forms of torch.profiler's export_memory_timeline, of one device, by time over all threads.
#include "report/MemoryTimeline.h"

#include "SessionScript.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autoscope::report {
namespace {

using nlohmann::json;
using test::SessionScript;

constexpr uint32_t cuda = 1u << 16;

std::vector<DeviceAllocation> allocations() {
  SessionScript script;
  script.window(1000, 90000);
  uint32_t f = script.function("f");
  script.thread(1, 71)
      .enter(f, 2000)
      .allocation(2100, 16, 64, 64)
      .allocation(2200, 32, 100, 164)
      .scope(f, 2300, 2400)
      .allocation(8100, 16, -64, 106)
      .leave(8200)
      .allocation(9100, 1, 7, 7, 8, cuda);
  script.thread(2, 72).allocation(5100, 48, 6, 170).allocation(95000, 48, -6, 0);
  auto session = script.open();
  return allocationsOf(*session);
}

std::string textOf(std::string_view device, TimelineForm form) {
  std::string path = test::temporaryPath("timeline.json");
  OutputStream out(path);
  writeMemoryTimeline(allocations(), device, form, out);
  EXPECT_EQ(out.commit(), "");
  return test::readAll(path);
}

TEST(MemoryTimeline, RawHasEachAllocationByTime) {
  json rows = json::parse(textOf("cpu", TimelineForm::Raw));
  int64_t epoch = test::epochNs;
  EXPECT_EQ(
      rows,
      json::array(
          {{epoch + 2100, 2, 64, 7}, {epoch + 2200, 2, 100, 7}, {epoch + 5100, 2, 6, 7}, {epoch + 8100, 4, -64, 7}}));
}

TEST(MemoryTimeline, SizesHasARowForEachMicrosecond) {
  json both = json::parse(textOf("cpu", TimelineForm::Sizes));
  ASSERT_EQ(both.size(), 2u);
  int64_t epoch = test::epochNs / 1000;
  EXPECT_EQ(both[0], json::array({epoch + 2, epoch + 5, epoch + 8}));
  ASSERT_EQ(both[1].size(), 3u);
  const int64_t sums[] = {164, 170, 106};
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(both[1][i], json::array({0, 0, 0, 0, 0, 0, 0, 0, sums[i]}));
}

TEST(MemoryTimeline, IsOfOneDevice) {
  for (const char *device : {"cuda:0", "cuda"})
    EXPECT_EQ(json::parse(textOf(device, TimelineForm::Raw)).size(), 1u) << device;
  EXPECT_EQ(whyNothingOf(allocations(), "cuda:0"), "");
  EXPECT_EQ(whyNothingOf(allocations(), "cuda:1"),
            "libtorch told of no tensor on cuda:1 in this window; of these devices it did: cpu, cuda:0");
  EXPECT_EQ(whyNothingOf({}, "cpu"), "libtorch told of no tensor on cpu in this window");
}

TEST(MemoryTimeline, TakesTheFormFromTheName) {
  EXPECT_EQ(timelineFormOf("a.json"), TimelineForm::Sizes);
  EXPECT_EQ(timelineFormOf("a.json.gz"), TimelineForm::Sizes);
  EXPECT_EQ(timelineFormOf("a.raw.json.gz"), TimelineForm::Raw);
  EXPECT_EQ(whyNoTimeline("a.raw.json.gz"), "");
  EXPECT_EQ(whyNoTimeline("a.html"),
            "export_memory_timeline(a.html): there is no picture; write .json or .json.gz, or .raw.json.gz for HTA");
  EXPECT_EQ(whyNoTimeline("a.txt"),
            "export_memory_timeline(a.txt): the name must end in .json, .json.gz or .raw.json.gz");
}

}  // namespace
}  // namespace autoscope::report
