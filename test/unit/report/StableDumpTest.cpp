// The dump is the same whatever times, ids and order of threads a run had.
#include "report/StableDump.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using test::SessionScript;
using test::siteText;

std::string dumpOf(SessionScript &script) {
  std::string path = test::temporaryPath("dump");
  auto session = script.open();
  OutputStream out(path);
  writeStableDump(*session, out);
  EXPECT_EQ(out.commit(), "");
  return test::readAll(path);
}

TEST(StableDump, FoldsEqualNeighboursAndThreads) {
  SessionScript script;
  uint32_t a = script.function("a()"), b = script.function("b()"), c = script.function("c()");
  auto &main = script.thread(7, 4242, "app");
  main.enter(a, 2000);
  for (int i = 0; i < 3; ++i)
    main.enter(b, 2100 + 100 * i).scope(c, 2110 + 100 * i, 2120 + 100 * i).leave(2150 + 100 * i);
  main.scope(b, 2500, 2600).leave(3000);
  script.thread(1, 1, "app").scope(c, 2000, 2001);
  script.thread(2, 2, "app").scope(c, 2300, 2400);
  script.thread(3, 3, "loader").enter(b, 2000);
  EXPECT_EQ(dumpOf(script), "thread main\n"
                            "  a()\n"
                            "    b() x3\n"
                            "      c()\n"
                            "    b()\n"
                            "thread x2\n"
                            "  c()\n"
                            "thread \"loader\"\n"
                            "  b() (open)\n");
}

TEST(StableDump, TellsALaterSliceFromACall) {
  SessionScript script;
  uint32_t f = script.function("f()");
  auto &main = script.thread(1, 4242);
  main.scope(f, 2000, 2010, {0, 0, 0, false, {9, 0, true}});
  for (uint32_t i = 1; i <= 3; ++i)
    main.scope(f, 2000 + 100 * i, 2010 + 100 * i, {0, 0, 0, false, {9, i, true}});
  main.enter(f, 3000).openSlice(9, 4);
  EXPECT_EQ(dumpOf(script), "thread main\n"
                            "  f()\n"
                            "  f() (resumed) x3\n"
                            "  f() (resumed) (open)\n");
}

TEST(StableDump, ShowsWhatWasDoneToTheHeap) {
  SessionScript script;
  test::Extras heap;
  heap.memory = -8;
  heap.heap = record::HeapUse{100, 3, 4, 72};
  script.thread(1, 4242).scope(script.function("f()"), 2000, 2010, heap).sample(2020, 5);
  EXPECT_EQ(dumpOf(script), "thread main\n  f() memory=-8 allocated=100 allocations=3 frees=4 peak=72\n");
}

TEST(StableDump, ShowsModulesShapesAndJumps) {
  SessionScript script;
  uint32_t f = script.site(siteText("Net::forward(int)", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "net", "Net"), shapes = script.string("[[2, 3], []]\x1f"
                                                                      "float\x1f");
  script.thread(1, 4242)
      .enter(f, 2000)
      .scope(script.function("g()"), 2010, 2020, {0, 0, record::scopeCutByLongjmp, false})
      .leave(3000, {net, shapes, 0, false, {}, 12, 0, -64, 512});
  EXPECT_EQ(dumpOf(script), "thread main\n"
                            "  Net::forward(int) [net] [[2, 3], []] float, - flops=12 memory=-64 device-memory=512\n"
                            "    g() (longjmp)\n");
}

}  // namespace
}  // namespace autoscope::report
