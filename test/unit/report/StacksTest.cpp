// Collapsed stacks survive any name and sum up to the self time (G34).
#include "report/Stacks.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

TEST(Stacks, ReplaceSeparatorsAndSumUp) {
  test::SessionScript script;
  uint32_t a = script.function("std::function<void (int)>"), b = script.function("f 12");
  uint32_t c = script.function("x;y\nz"), d = script.function("lambda()#1");
  script.thread(1).enter(a, 2000).enter(b, 2010).scope(c, 2020, 2050).leave(2060).scope(d, 2070, 2080).leave(2100);
  model::Profile profile = model::buildProfile(*script.open());
  std::string path = test::temporaryPath("out.stacks");
  OutputStream out(path);
  writeStacks(profile, out);
  ASSERT_EQ(out.commit(), "");
  EXPECT_EQ(test::readAll(path), "std::function<void_(int)> 40\n"
                                 "std::function<void_(int)>;f_12 20\n"
                                 "std::function<void_(int)>;f_12;x_y_z 30\n"
                                 "std::function<void_(int)>;lambda()#1 10\n");
  EXPECT_EQ(profile.selfTotalNs, 100u);
}

}  // namespace
}  // namespace autoscope::report
