// Live blocks are summed up by function and module, and by the step that allocated them.
#include "model/Leaks.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::SessionScript;

TEST(Leaks, AreByFunctionAndModuleMostBytesFirst) {
  SessionScript script;
  uint32_t f = script.site(test::siteText("f()", "a.cpp", 7)), g = script.function("g()");
  uint32_t net = script.path(0, "net", "Net"), layer = script.path(net, "0", "Linear");
  script.liveBlocks({f, layer, 1, 2, 100, 1});
  script.liveBlocks({f, layer, 2, 2, 50, 1});
  script.liveBlocks({f, layer, 1, 4, 100, 2});
  script.liveBlocks({f, 0, 1, 0, 30, 1});
  script.liveBlocks({0, 0, 1, 0, 40, 5});
  script.liveBlocks({g, 0, 1, 0, 1000, 1});
  Leaks leaks = leaksOf(script.open()->names());
  EXPECT_EQ(leaks.bytes, 1320u);
  EXPECT_EQ(leaks.blocks, 11u);
  ASSERT_EQ(leaks.places.size(), 4u);
  EXPECT_EQ(leaks.places[0].name, "g()");
  EXPECT_EQ(leaks.places[1].name, "f()");
  EXPECT_EQ(leaks.places[1].file, "a.cpp");
  EXPECT_EQ(leaks.places[1].line, 7u);
  EXPECT_EQ(leaks.places[1].module, "net.0");
  EXPECT_EQ(leaks.places[1].bytes, 250u);
  EXPECT_EQ(leaks.places[1].blocks, 4u);
  EXPECT_EQ(leaks.places[1].steps, (std::map<uint32_t, uint64_t>{{1, 150}, {3, 100}}));
  EXPECT_EQ(leaks.places[2].name, "");
  EXPECT_EQ(leaks.places[2].blocks, 5u);
  EXPECT_EQ(leaks.places[3].module, "");
  EXPECT_TRUE(leaks.places[3].steps.empty());
}

TEST(Leaks, AreKnownWhereATableWasKept) {
  SessionScript without, with;
  without.function("f()");
  EXPECT_FALSE(keepsLiveBlocks(without.open()->names()));
  with.info("leaks", "1");
  EXPECT_TRUE(keepsLiveBlocks(with.open()->names()));
}

}  // namespace
}  // namespace autoscope::model
