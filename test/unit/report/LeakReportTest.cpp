// What was never freed, and the memory of the process, as people read it.
#include "report/LeakReport.h"
#include "report/MemoryReport.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using test::SessionScript;

TEST(LeakReport, NamesFunctionModuleAndLineAndSaysWhatGrows) {
  SessionScript script;
  uint32_t f = script.site(test::siteText("f()", "a.cpp", 7));
  uint32_t net = script.path(0, "net", "Net");
  for (uint32_t step = 0; step < 10; ++step)
    script.liveBlocks({f, net, 1, step + 1, 4096, 2});
  script.liveBlocks({f, 0, 1, 4, 100, 1});
  script.liveBlocks({0, 0, 1, 0, 7, 1});
  model::Leaks leaks = model::leaksOf(script.open()->names());
  EXPECT_EQ(formatLeaks(leaks, {}),
            "Live bytes  Blocks  Allocated in  Module  Source   Steps\n"
            "  40.00 KB      20  f()           net     a.cpp:7  grows 4.00 KB a step, steps 0 to 9\n"
            "     100 B       1  f()           -       a.cpp:7  only in step 3\n"
            "       7 B       1  (no scope)    -       -        -\n"
            "Live at the end: 40.10 KB in 22 blocks\n");
  LeakOptions one;
  one.rowLimit = 1;
  std::string text = formatLeaks(leaks, one);
  EXPECT_EQ(text.find("only in step"), std::string::npos);
  EXPECT_NE(text.find("22 blocks\n2 more places: --limit -1 shows all\n"), std::string::npos);
}

TEST(LeakReport, SaysThatThereIsNone) {
  EXPECT_EQ(formatLeaks({}, {}), "Nothing that was allocated in the session was live at its end.\n");
}

TEST(MemoryReport, NamesWhatRanAtTheHighest) {
  SessionScript script;
  uint32_t outer = script.function("outer()"), inner = script.function("inner()");
  script.thread(1, 7, "worker").enter(outer, 2000).scope(inner, 2100, 2200).scope(inner, 2300, 2400).leave(2500);
  script.thread(2).scope(inner, 2300, 2400);
  script.processMemory({-1024, 1 << 20, 2350, 1, 2300});
  EXPECT_EQ(memoryReport(model::buildProfile(*script.open())),
            "Heap of the process, allocated less freed in the session: 1.00 MB at most, -1.00 KB at the end\n"
            "At most while this ran:\n"
            "  thread 7 (worker): outer() > inner() (a.cpp:1)\n");
}

TEST(MemoryReport, NamesNothingThatIsNotRecorded) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2100);
  EXPECT_EQ(memoryReport(model::buildProfile(*script.open())), "");
  script.processMemory({0, 64, 2350, 1, 0});
  EXPECT_EQ(memoryReport(model::buildProfile(*script.open())),
            "Heap of the process, allocated less freed in the session: 64 B at most, 0 B at the end\n");
}

}  // namespace
}  // namespace autoscope::report
