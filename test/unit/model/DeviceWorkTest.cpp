// What devices did belongs to the innermost scope of the thread that asked for it, by the call's time; and to no scope
// where there is none, or nobody knows.
#include "model/DeviceWork.h"

#include "SessionScript.h"
#include "model/Averages.h"
#include "model/DeviceBusy.h"
#include "model/Occupancy.h"
#include "model/ScopeWalk.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using record::ActivityKind;
using test::SessionScript;

class Devices : public testing::Test {
protected:
  void call(uint32_t correlation, uint32_t tid, uint64_t from, uint64_t to,
            record::CallApi api = record::CallApi::Runtime) {
    record::CallActivity call = {};
    call.head.correlation = correlation;
    call.head.start = from;
    call.head.end = to;
    call.api = api;
    call.tid = tid;
    call.name = name_;
    script.activity(ActivityKind::Call, call);
  }
  void kernel(uint32_t correlation, uint64_t from, uint64_t to) {
    record::KernelActivity kernel = {};
    kernel.head.correlation = correlation;
    kernel.head.start = from;
    kernel.head.end = to;
    kernel.stream = 7;
    kernel.name = kernelName_;
    script.activity(ActivityKind::Kernel, kernel);
  }
  void launch(uint32_t correlation, uint32_t tid, uint64_t at, uint64_t ns = 100) {
    call(correlation, tid, at, at + 1);
    kernel(correlation, at + 10000, at + 10000 + ns);
  }
  // "1:f 2:-" for the scopes of the calls in order of their correlation.
  std::string scopesOfCalls(const record::SessionReader &session) {
    DeviceWork work(session);
    std::map<uint32_t, std::string> names;
    for (const DeviceCall &each : work.calls())
      names[each.correlation] = "-";
    for (size_t thread = 0; thread < session.threads().size(); ++thread) {
      CallsOfScopes calls(work, thread);
      ScopeWalk(session, session.threads()[thread]).run([&](const Scope &scope) {
        calls.enter([&](uint32_t number) {
          names[work.calls()[number].correlation] = session.names().sites()[scope.site].fields.name;
        });
      });
    }
    std::string text;
    for (const auto &[correlation, name] : names)
      text += (text.empty() ? "" : " ") + std::to_string(correlation) + ":" + name;
    return text;
  }

  SessionScript script;
  uint32_t name_ = script.string("cudaLaunchKernel"), kernelName_ = script.string("_Z3addPf");
  uint32_t f = script.function("f"), g = script.function("g"), h = script.function("h");
};

TEST_F(Devices, ACallIsOfTheInnermostScopeThatRunsWhenItBegins) {
  script.thread(1, 71).enter(f, 2000).scope(g, 2100, 2200).enter(h, 2300).scope(g, 2400, 2500).leave(2600).leave(3000);
  script.thread(1).scope(h, 4000, 4100);
  script.thread(2, 72).scope(h, 2000, 5000);
  uint64_t at[] = {1999, 2000, 2099, 2100, 2199, 2200, 2299, 2300, 2450, 2500, 2599, 2600, 2999, 3000, 4050, 4100};
  uint32_t correlation = 0;
  for (uint64_t each : at)
    launch(++correlation, 71, each);
  launch(++correlation, 72, 2450);
  launch(++correlation, 73, 2450);
  launch(++correlation, 0, 2450);
  EXPECT_EQ(scopesOfCalls(*script.open()),
            "1:- 2:f 3:f 4:g 5:g 6:f 7:f 8:h 9:g 10:h 11:h 12:f 13:f 14:- 15:h 16:- 17:h "
            "18:- 19:-");
}

TEST_F(Devices, ManyCallsOfOneScopeAreAllItsOwnInWhateverOrderTheyWereTold) {
  script.thread(1, 71).enter(f, 2000).scope(g, 3000, 3010).scope(g, 4000, 4010).leave(5000);
  for (uint32_t i = 0; i < 100; ++i)
    launch(1 + (i * 37) % 100, 71, 2000 + 30 * ((i * 37) % 100), 1);
  auto session = script.open();
  DeviceWork work(*session);
  EXPECT_EQ(work.inScopesOf(0).size(), 100u);
  std::vector<Average> rows = averagesOf({session.get()}, {});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].key, "f");
  EXPECT_EQ(rows[0].deviceNs, 100);
  EXPECT_EQ(rows[0].selfDeviceNs.value() + rows[1].selfDeviceNs.value(), 100);
  EXPECT_EQ(rows[2].key, "add(float*)");
  EXPECT_TRUE(rows[2].isDevice);
  EXPECT_EQ(rows[2].count, 100u);
  EXPECT_EQ(rows[2].selfDeviceNs, 100);
  EXPECT_EQ(rows[2].cpuNs, 0u);
}

TEST_F(Devices, TheOuterOfTwoCallsWithOneCorrelationIsTheProgramsOwn) {
  script.thread(1, 71).scope(f, 2000, 3000);
  call(5, 71, 2110, 2120, record::CallApi::Driver);
  call(5, 71, 2100, 2130);
  kernel(5, 2500, 2600);
  auto session = script.open();
  DeviceWork work(*session);
  ASSERT_EQ(work.calls().size(), 1u);
  EXPECT_EQ(work.calls()[0].api, record::CallApi::Runtime);
  EXPECT_EQ(work.deviceNs(0), 100u);
}

TEST_F(Devices, NodesOfAGraphAreTheLaunchsAndOneWithoutALaunchIsNobodys) {
  script.thread(1, 71).scope(f, 2000, 3000);
  call(5, 71, 2100, 2130);
  for (uint64_t node = 0; node < 3; ++node)
    kernel(5, 2500 + 200 * node, 2600 + 200 * node);
  kernel(6, 2500, 2600);  // launched before the profile began
  kernel(0, 2500, 2600);
  auto session = script.open();
  DeviceWork work(*session);
  EXPECT_EQ(work.activities().size(), 5u);
  EXPECT_EQ(work.deviceNs(0), 300u);
  std::vector<Average> rows = averagesOf({session.get()}, {});
  EXPECT_EQ(rows[0].selfDeviceNs, 300);
  EXPECT_EQ(rows[1].count, 5u);
}

TEST_F(Devices, WhatBeginsBeforeItsLaunchIsCounted) {
  script.thread(1, 71).scope(f, 2000, 3000);
  call(5, 71, 2100, 2130);
  kernel(5, 2060, 2600);
  call(6, 71, 2200, 2230);
  kernel(6, 2200, 2300);
  auto session = script.open();
  DeviceWork work(*session);
  EXPECT_EQ(work.early(), 1u);
  EXPECT_EQ(work.mostEarlyNs(), 40u);
}

TEST_F(Devices, DamageEndsARunAndIsCounted) {
  script.thread(1, 71).scope(f, 2000, 3000);
  launch(1, 71, 2100);
  size_t whole = script.activities().size();
  launch(2, 71, 2200);
  auto damaged = [&](auto &&change) {
    std::vector<uint64_t> before = script.activities();
    change();
    auto session = script.open();
    DeviceWork work(*session);
    script.activities() = before;
    return std::to_string(work.calls().size()) + "/" + std::to_string(work.activities().size()) + "/" +
           std::to_string(work.damaged());
  };
  EXPECT_EQ(damaged([] {}), "2/2/0");
  EXPECT_EQ(damaged([&] { script.activities().resize(whole + 2); }), "1/1/0");  // less than a head
  EXPECT_EQ(damaged([&] { script.activities().resize(whole + 4); }), "1/1/1");
  EXPECT_EQ(damaged([&] { script.activities()[whole] = 0; }), "1/1/1");                       // no length
  EXPECT_EQ(damaged([&] { script.activities()[whole] = uint64_t{16} << 16 | 4; }), "1/1/1");  // shorter than a head
  EXPECT_EQ(damaged([&] { script.activities()[whole + 2] = 0; }), "1/2/1");  // it ends before it begins
  // Of a kind that only a later version knows.
  EXPECT_EQ(damaged([&] { script.activities()[whole] = (script.activities()[whole] & ~uint64_t{0xffff}) | 99; }),
            "1/2/0");
}

TEST_F(Devices, AreBusyWhileAnyOfTheirWorkRuns) {
  kernel(1, 100, 200);
  kernel(2, 150, 250);  // beside it, on another stream
  kernel(3, 160, 170);
  kernel(4, 250, 300);
  kernel(5, 400, 500);
  record::CopyActivity copy = {};
  copy.device = 1;
  copy.head.start = 480;
  copy.head.end = 600;
  script.activity(ActivityKind::Copy, copy);
  auto session = script.open();
  DeviceBusy busy{DeviceWork(*session)};
  EXPECT_TRUE(busy.any());
  EXPECT_EQ(busy.nsWithin(0, 1000), 200u + 100 + 120);
  EXPECT_EQ(busy.nsWithin(0, 100), 0u);
  EXPECT_EQ(busy.nsWithin(180, 260), 80u);
  EXPECT_EQ(busy.nsWithin(290, 410), 20u);
  EXPECT_EQ(busy.nsWithin(300, 400), 0u);
  EXPECT_EQ(busy.nsWithin(490, 500), 20u);  // two devices
  EXPECT_EQ(busy.nsWithin(700, 600), 0u);
  EXPECT_FALSE(DeviceBusy(DeviceWork(*SessionScript().open())).any());
}

TEST(Occupancy, IsWhatTheScarcestResourceAllows) {
  record::DeviceDescription device = {};
  device.multiprocessors = 100;
  device.threadsOfWarp = 32;
  device.warpsOfMultiprocessor = 64;
  device.blocksOfMultiprocessor = 32;
  device.registersOfMultiprocessor = 65536;
  device.sharedOfMultiprocessor = 200 << 10;
  record::KernelActivity kernel = {};
  for (int i = 0; i < 3; ++i)
    kernel.grid[i] = kernel.block[i] = 1;
  kernel.grid[0] = 100000;
  kernel.block[0] = 256;
  kernel.registers = 32;
  EXPECT_EQ(occupancyOf(kernel, device)->percent, 100u);
  kernel.registers = 64;  // 8 blocks of 8 warps of 2048 registers: 65536 / 2048 = 32 warps
  EXPECT_EQ(occupancyOf(kernel, device)->percent, 50u);
  kernel.registers = 32;
  kernel.dynamicShared = 100 << 10;  // two blocks
  EXPECT_EQ(occupancyOf(kernel, device)->percent, 25u);
  kernel.dynamicShared = 0;
  kernel.block[0] = 32;  // 32 blocks of one warp
  EXPECT_EQ(occupancyOf(kernel, device)->percent, 50u);
  kernel.grid[0] = 100;  // and no more than one block each
  EXPECT_EQ(occupancyOf(kernel, device)->percent, 2u);
  EXPECT_DOUBLE_EQ(occupancyOf(kernel, device)->blocksPerMultiprocessor, 1.0);
  device.multiprocessors = 0;
  EXPECT_FALSE(occupancyOf(kernel, device));
}

}  // namespace
}  // namespace autoscope::model
