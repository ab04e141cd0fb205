// Trees show who is inside whom, containers included, with calls and times.
#include "report/TreeReport.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using test::SessionScript;
using test::siteText;

TEST(TreeReport, ShowsModulesBelowEachOther) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "net", "Net"), layer = script.path(net, "layer1", "Sequential");
  uint32_t block = script.path(layer, "0", "Block");
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, {block, 0, 0, false})
      .leave(2100, {net, 0, 0, false});
  EXPECT_EQ(formatTree(model::buildProfile(*script.open()), {}),
            "------------  ----------  ------------  ------------  ------------  ------------\n"
            "Module        Type          # of Calls     CPU total      Self CPU  CPU time avg\n"
            "------------  ----------  ------------  ------------  ------------  ------------\n"
            "net           Net                    1       0.100us       0.090us       0.100us\n"
            "  layer1      Sequential             -             -             -             -\n"
            "    layer1.0  Block                  1       0.010us       0.010us       0.010us\n"
            "------------  ----------  ------------  ------------  ------------  ------------\n");
}

TEST(TreeReport, ShowsCallsSortedAndCut) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), c = script.function("c");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020).enter(c, 2030).scope(b, 2035, 2036).leave(2090).leave(2100);
  model::Profile profile = model::buildProfile(*script.open());
  TreeOptions options{TreeOf::Calls, SortKey::cpu_time_total, 2};
  EXPECT_EQ(formatTree(profile, options), "--------  ------------  ------------  ------------  ------------\n"
                                          "Function    # of Calls     CPU total      Self CPU  CPU time avg\n"
                                          "--------  ------------  ------------  ------------  ------------\n"
                                          "a                    1       0.100us       0.030us       0.100us\n"
                                          "  c                  1       0.060us       0.059us       0.060us\n"
                                          "  b                  1       0.010us       0.010us       0.010us\n"
                                          "--------  ------------  ------------  ------------  ------------\n");
}

TEST(TreeReport, SaysThatThereIsNoModule) {
  SessionScript script;
  script.thread(1).scope(script.function("a"), 2000, 2100);
  EXPECT_EQ(formatTree(model::buildProfile(*script.open()), {}),
            "No module was entered: `autoscope tree --calls` of a kept session (`-o FILE.autoscope`) shows who called "
            "whom.\n");
}

}  // namespace
}  // namespace autoscope::report
