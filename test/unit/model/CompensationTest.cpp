// Compensated times are the measured ones less what the scopes cost, to the nanosecond, agree in all views, and are
// never below nothing.
#include "model/Compensation.h"

#include "SessionScript.h"
#include "model/Profile.h"
#include "record/SessionInfo.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::SessionScript;

// A scope shows 3 ns of its own and costs its caller 7.
void sayCost(SessionScript &script, const char *inner = "3000", const char *outer = "10000") {
  script.info(record::infoKey::scopeInner, inner);
  script.info(record::infoKey::scopeOuter, outer);
}

Profile compensated(SessionScript &script, ProfileOptions options = {}) {
  options.compensate = true;
  return buildProfile(*script.open(), options);
}

const Row &rowOf(const Profile &profile, const std::string &name) {
  static const Row none;
  for (const Row &row : profile.rows)
    if (row.name == name)
      return row;
  ADD_FAILURE() << "no row " << name;
  return none;
}

TEST(Compensation, TakesTheInnerCostOffAScopeAndTheRestOffItsCaller) {
  SessionScript script;
  sayCost(script);
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2030).scope(b, 2040, 2050).leave(2100);
  script.thread(2).scope(b, 2500, 2600);
  Profile profile = compensated(script);
  ASSERT_TRUE(profile.compensated);
  EXPECT_EQ(rowOf(profile, "a").selfNs, 70u - 3 - 2 * 7);
  EXPECT_EQ(rowOf(profile, "a").totalNs, 100u - 3 - 2 * 10);
  EXPECT_EQ(rowOf(profile, "b").selfNs, 130u - 3 * 3);
  EXPECT_EQ(rowOf(profile, "b").totalNs, 130u - 3 * 3);
  EXPECT_EQ(profile.selfTotalNs, 200u - 4 * 3 - 2 * 7);
  EXPECT_EQ(profile.subtractedNs, 4u * 3 + 2 * 7);
  EXPECT_EQ(profile.beyondNs, 0u);
  EXPECT_EQ(rowOf(profile, "b").calls, 3u);
}

TEST(Compensation, CountsWhatIsBelowOnlyTheOutermostCallOfARecursion) {
  SessionScript script;
  sayCost(script);
  uint32_t f = script.function("f"), g = script.function("g");
  script.thread(1).enter(f, 2000).enter(g, 2100).scope(f, 2200, 2300).leave(2400).leave(2500);
  Profile profile = compensated(script);
  EXPECT_EQ(rowOf(profile, "f").totalNs, 500u - 3 - 2 * 10);
  EXPECT_EQ(rowOf(profile, "f").selfNs, (200u - 3 - 7) + (100 - 3));
  EXPECT_EQ(rowOf(profile, "g").totalNs, 300u - 3 - 10);
  EXPECT_EQ(rowOf(profile, "g").selfNs, 200u - 3 - 7);
  EXPECT_EQ(profile.selfTotalNs, rowOf(profile, "f").totalNs);
}

TEST(Compensation, NeverGoesBelowNothingAndSaysWhatItLeft) {
  SessionScript script;
  sayCost(script);
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2005, 2006).scope(b, 2007, 2008).leave(2030);
  Profile profile = compensated(script);
  EXPECT_EQ(rowOf(profile, "b").selfNs, 0u);
  EXPECT_EQ(rowOf(profile, "b").totalNs, 0u);
  EXPECT_EQ(rowOf(profile, "a").selfNs, 28u - 3 - 14);
  EXPECT_EQ(rowOf(profile, "a").totalNs, rowOf(profile, "a").selfNs);
  EXPECT_EQ(profile.subtractedNs, 2u + 3 + 14);
  EXPECT_EQ(profile.beyondNs, 2u * 3 - 2);
}

// Noise that is shorter than a scope averages out where scopes of one call path meet.
TEST(Compensation, SubtractsFromScopesOfOnePathTogether) {
  SessionScript script;
  sayCost(script);
  uint32_t b = script.function("b");
  script.thread(1).scope(b, 2000, 2001).scope(b, 2010, 2017);
  Profile profile = compensated(script);
  EXPECT_EQ(rowOf(profile, "b").selfNs, 8u - 2 * 3);
  EXPECT_EQ(profile.beyondNs, 0u);
}

TEST(Compensation, CallTreeAndTableAgree) {
  SessionScript script;
  sayCost(script);
  uint32_t a = script.function("a"), b = script.function("b"), c = script.function("c");
  script.thread(1).enter(a, 2000).enter(b, 2100).scope(c, 2101, 2102).leave(2200).scope(c, 2300, 2310).leave(2500);
  script.thread(2).enter(b, 3000).scope(c, 3010, 3020).leave(3100);
  Profile profile = compensated(script);
  uint64_t roots = 0, selves = 0;
  for (uint32_t root : profile.calls[0].children)
    roots += profile.calls[root].totalNs;
  for (size_t node = 1; node < profile.calls.size(); ++node) {
    const CallNode &call = profile.calls[node];
    selves += call.selfNs;
    uint64_t total = call.selfNs;
    for (uint32_t child : call.children)
      total += profile.calls[child].totalNs;
    EXPECT_EQ(call.totalNs, total);
  }
  EXPECT_EQ(roots, selves);
  EXPECT_EQ(selves, profile.selfTotalNs);
  EXPECT_EQ(rowOf(profile, "c").selfNs, 0u + (10 - 3) + (10 - 3));
}

TEST(Compensation, ModulesLoseWhatAllScopesInThemCost) {
  SessionScript script;
  sayCost(script);
  uint32_t net = script.site(test::siteText("Net::forward", "a.cpp", 1, "", "Net"));
  uint32_t leaf = script.site(test::siteText("Leaf::forward", "a.cpp", 2, "", "Leaf")), f = script.function("f");
  uint32_t root = script.path(0, "net", "Net"), list = script.path(root, "list", "List");
  uint32_t first = script.path(list, "0", "Leaf");
  script.thread(1)
      .enter(net, 2000)
      .scope(f, 2010, 2040)
      .enter(leaf, 2100)
      .scope(f, 2110, 2150)
      .leave(2200, {first})
      .leave(2500, {root});
  Profile profile = compensated(script);
  auto nodeOf = [&](const std::string &hierarchy) -> const ModuleNode & {
    for (const ModuleNode &node : profile.modules)
      if (node.module.hierarchy == hierarchy)
        return node;
    ADD_FAILURE() << hierarchy;
    return profile.modules[0];
  };
  EXPECT_EQ(nodeOf("net").totalNs, 500u - 3 - 3 * 10);
  EXPECT_EQ(nodeOf("net").selfNs, 400u - 3 - 10 - 7);
  EXPECT_EQ(nodeOf("net.list.0").totalNs, 100u - 3 - 10);
  EXPECT_EQ(nodeOf("net.list.0").selfNs, 100u - 3 - 10);
  EXPECT_EQ(nodeOf("net.list").totalNs, nodeOf("net.list.0").totalNs);
  EXPECT_EQ(rowOf(profile, "Net::forward").totalNs, nodeOf("net").totalNs);
}

TEST(Compensation, IsNotDoneWhereTheCostIsUnknownOrImpossible) {
  auto isCompensated = [](const char *inner, const char *outer) {
    SessionScript script;
    if (inner)
      sayCost(script, inner, outer);
    script.thread(1).scope(script.function("a"), 2000, 2100);
    Profile profile = compensated(script);
    EXPECT_EQ(rowOf(profile, "a").selfNs, profile.compensated ? 97u : 100u);
    return profile.compensated;
  };
  EXPECT_TRUE(isCompensated("3000", "10000"));
  EXPECT_FALSE(isCompensated(nullptr, nullptr));
  EXPECT_FALSE(isCompensated("10001", "10000"));
  EXPECT_FALSE(isCompensated("3000", "0"));
  EXPECT_FALSE(isCompensated("3000", "-10000"));
  EXPECT_FALSE(isCompensated("3000", "10000ns"));
  EXPECT_FALSE(isCompensated("3000", "18446744073709551615"));
}

TEST(Compensation, IsNotDoneUnasked) {
  SessionScript script;
  sayCost(script);
  script.thread(1).scope(script.function("a"), 2000, 2100);
  Profile profile = buildProfile(*script.open());
  EXPECT_FALSE(profile.compensated);
  EXPECT_EQ(profile.selfTotalNs, 100u);
  EXPECT_EQ(profile.cost.innerPs, 3000u);
  EXPECT_EQ(profile.cost.outerPs, 10000u);
}

}  // namespace
}  // namespace autoscope::model
