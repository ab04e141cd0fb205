// What is really recorded by a schedule is what torch 1.13 records by it: the same callbacks at the same steps, with
// the bodies of the same steps in each window.
#include "GoldenSchedules.h"
#include "autoscope/profile.h"
#include "autoscope/record_function.h"

namespace autoscope {
namespace {

using test::Golden;

std::string windowOf(const profile &of) {
  std::string steps;
  for (const FunctionEvent &event : of.events())
    if (event.name.substr(0, 5) == "body ")
      steps += (steps.empty() ? "" : ",") + event.name.substr(5);
  return std::to_string(of.step_num()) + ":" + steps;
}

TEST(Windows, AreTorchs) {
  for (const Golden &golden : test::goldenSchedules()) {
    std::vector<std::string> callbacks;
    options wanted;
    wanted.schedule = test::scheduleOf(golden);
    wanted.on_trace_ready = [&](profile &p) { callbacks.push_back(windowOf(p)); };
    testing::internal::CaptureStderr();  // schedules of callables are warned of
    profile p(wanted);
    for (int step = 0; step < test::steps; ++step) {
      {
        record_function body("body " + std::to_string(step));
      }
      p.step();
    }
    EXPECT_EQ(callbacks, golden.callbacks) << golden.parameters << " " << golden.actions;
    callbacks.clear();
    p.stop();
    std::string end = golden.ends.back();
    size_t at = end.find('/');
    EXPECT_EQ(callbacks,
              at == std::string::npos ? std::vector<std::string>() : std::vector<std::string>{end.substr(at + 1)})
        << golden.parameters << " " << golden.actions;
    testing::internal::GetCapturedStderr();
  }
}

}  // namespace
}  // namespace autoscope
