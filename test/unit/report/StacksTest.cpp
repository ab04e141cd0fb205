// Collapsed stacks survive any name and sum up to the self time (G34).
#include "report/Stacks.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

std::string stacksOf(const model::Profile &profile) {
  std::string path = test::temporaryPath("out.stacks");
  OutputStream out(path);
  writeStacks(profile, out);
  EXPECT_EQ(out.commit(), "");
  return test::readAll(path);
}

TEST(Stacks, ReplaceSeparatorsAndSumUp) {
  test::SessionScript script;
  uint32_t a = script.function("std::function<void (int)>"), b = script.function("f 12");
  uint32_t c = script.function("x;y\nz"), d = script.function("lambda()#1");
  script.thread(1).enter(a, 2000).enter(b, 2010).scope(c, 2020, 2050).leave(2060).scope(d, 2070, 2080).leave(2100);
  model::Profile profile = model::buildProfile(*script.open());
  EXPECT_EQ(stacksOf(profile), "std::function<void_(int)> 40\n"
                               "std::function<void_(int)>;f_12 20\n"
                               "std::function<void_(int)>;f_12;x_y_z 30\n"
                               "std::function<void_(int)>;lambda()#1 10\n");
  EXPECT_EQ(profile.selfTotalNs, 100u);
}

// Two blocks of one class, a function of each, and Base::forward called by Derived::forward, which is no module more.
test::SessionScript twoBlocks() {
  test::SessionScript script;
  uint32_t main = script.function("main()"), helper = script.function("help()");
  uint32_t net = script.site(test::siteText("Net::forward()", "a.cpp", 1, "", "Net", "Net::forward"));
  uint32_t inner = script.site(test::siteText("Net::step()", "a.cpp", 5, "", "", "Net::step"));
  uint32_t block = script.site(test::siteText("Block::forward()", "a.cpp", 2, "", "Block", "Block::forward"));
  uint32_t base = script.site(test::siteText("Base::forward()", "a.cpp", 3, "", "Base", "Base::forward"));
  uint32_t root = script.path(0, "Net", "Net"), layer = script.path(root, "layer", "Sequential");
  uint32_t zero = script.path(layer, "0", "Block"), one = script.path(layer, "1", "Block");
  test::Extras inZero{zero, 0, 0, false}, inOne{one, 0, 0, false};
  script.thread(1)
      .enter(main, 2000)
      .enter(net, 2000)
      .enter(inner, 2000)
      .enter(block, 2000)
      .enter(base, 2000)
      .scope(helper, 2000, 2010)
      .leave(2030, inZero)
      .leave(2060, inZero)
      .scope(block, 2060, 2100, inOne)
      .leave(2150)
      .leave(2200, {root, 0, 0, false})
      .leave(2300);
  return script;
}

TEST(Stacks, HaveAFrameForEachModule) {
  test::SessionScript script = twoBlocks();
  model::ProfileOptions options;
  options.byModule = true;
  EXPECT_EQ(stacksOf(model::buildProfile(*script.open(), options)),
            "main() 100\n"
            "main();Net;Net::forward() 50\n"
            "main();Net;Net::forward();Net::step() 50\n"
            "main();Net;Net::forward();Net::step();layer.0(Block);Block::forward() 30\n"
            "main();Net;Net::forward();Net::step();layer.0(Block);Block::forward();Base::forward() 20\n"
            "main();Net;Net::forward();Net::step();layer.0(Block);Block::forward();Base::forward();help() 10\n"
            "main();Net;Net::forward();Net::step();layer.1(Block);Block::forward() 40\n");
}

TEST(Stacks, NameModulesAsKinetoDoes) {
  test::SessionScript script = twoBlocks();
  model::ProfileOptions options;
  options.byModule = true;
  options.moduleNames = model::ModuleNames::Kineto;
  std::string stacks = stacksOf(model::buildProfile(*script.open(), options));
  EXPECT_NE(stacks.find("main();TOP(Net)::forward;Net::forward();Net::step();layer(Sequential).1(Block)::forward;"
                        "Block::forward() 40\n"),
            std::string::npos)
      << stacks;
}

TEST(Stacks, LeaveModulesOut) {
  test::SessionScript script = twoBlocks();
  std::string stacks = stacksOf(model::buildProfile(*script.open()));
  EXPECT_NE(stacks.find("main();Net::forward();Net::step();Block::forward() 70\n"), std::string::npos) << stacks;
}

}  // namespace
}  // namespace autoscope::report
