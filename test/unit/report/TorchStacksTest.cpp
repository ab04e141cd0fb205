// export_stacks: a line an event, from the root, in whole microseconds.
#include "report/TorchStacks.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using model::Event;

Event event(std::vector<std::string> stack, uint64_t selfNs) {
  Event event;
  event.stack = std::move(stack);
  event.selfCpuNs = selfNs;
  return event;
}

std::string written(const std::vector<Event> &events, const std::string &metric) {
  std::string path = test::temporaryPath("stacks.txt");
  OutputStream out(path);
  EXPECT_EQ(writeTorchStacks(events, metric, out), "");
  EXPECT_EQ(out.commit(), "");
  return test::readAll(path);
}

TEST(TorchStacks, AreALineAnEventFromTheRoot) {
  std::vector<Event> events = {event({"b.cpp(2): g(int, x)", "a.cpp(1): f"}, 2999),
                               event({"a.cpp(1): f"}, 1000),
                               event({"a.cpp(1): f"}, 1000),
                               event({"a.cpp(1): f"}, 999),
                               event({}, 5000),
                               event({"a\t;\n.cpp(1): f"}, 1000)};
  EXPECT_EQ(written(events, "self_cpu_time_total"), "a.cpp(1):_f;b.cpp(2):_g(int,_x) 2\n"
                                                    "a.cpp(1):_f 1\n"
                                                    "a.cpp(1):_f 1\n"
                                                    "a___.cpp(1):_f 1\n");
  EXPECT_EQ(written(events, "self_cuda_time_total"), "");
  events[1].selfDeviceNs = 7000;
  EXPECT_EQ(written(events, "self_cuda_time_total"), "a.cpp(1):_f 7\n");
}

TEST(TorchStacks, NameTheMetricsWhenTheyGetAnother) {
  OutputStream out(test::temporaryPath("none.txt"));
  EXPECT_EQ(writeTorchStacks({}, "cpu_time_total", out),
            "unknown metric 'cpu_time_total'; valid ones are self_cpu_time_total, self_cuda_time_total, "
            "self_xpu_time_total, self_privateuse1_time_total, self_device_time_total");
}

}  // namespace
}  // namespace autoscope::report
