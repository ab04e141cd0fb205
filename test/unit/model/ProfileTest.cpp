// Calls, totals and selves add up: by name, by module and by call path.
#include "model/Profile.h"

#include "SessionScript.h"

#include <functional>
#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

ProfileOptions byFunction() {
  ProfileOptions options;
  options.groupBy = GroupBy::Function;
  return options;
}

const Row *find(const Profile &profile, const std::string &name) {
  for (const Row &row : profile.rows)
    if (row.name == name)
      return &row;
  return nullptr;
}

TEST(Profile, SumsRowsInOrderOfTheFirstCall) {
  SessionScript script;
  uint32_t b = script.function("b"), a = script.function("a");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2030).scope(b, 2040, 2050).leave(2100);
  script.thread(2).scope(b, 2500, 2600);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.rows.size(), 2u);
  EXPECT_EQ(profile.rows[0].name, "a");
  EXPECT_EQ(profile.rows[0].totalNs, 100u);
  EXPECT_EQ(profile.rows[0].selfNs, 70u);
  EXPECT_EQ(profile.rows[1].calls, 3u);
  EXPECT_EQ(profile.rows[1].totalNs, 130u);
  EXPECT_EQ(profile.selfTotalNs, 200u);
  EXPECT_EQ(profile.scopes, 4u);
  EXPECT_EQ(profile.threads, 2u);
}

// G36
TEST(Profile, CountsOnlyTheOutermostCallOfARecursion) {
  SessionScript script;
  uint32_t fib = script.function("fib");
  uint64_t now = 2000, calls = 0;
  std::function<void(int)> run = [&](int n) {
    script.thread(1).enter(fib, now);
    ++calls;
    now += 3;
    if (n > 1) {
      run(n - 1);
      run(n - 2);
    }
    now += 2;
    script.thread(1).leave(now);
  };
  run(12);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.rows.size(), 1u);
  EXPECT_EQ(profile.rows[0].calls, calls);
  EXPECT_EQ(profile.rows[0].totalNs, now - 2000);
  EXPECT_EQ(profile.rows[0].selfNs, now - 2000);
}

// G36
TEST(Profile, CountsMutualRecursionOnce) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1)
      .enter(a, 2000)
      .enter(b, 2010)
      .enter(a, 2020)
      .scope(b, 2030, 2040)
      .leave(2050)
      .leave(2060)
      .leave(2070);
  Profile profile = buildProfile(*script.open());
  EXPECT_EQ(find(profile, "a")->totalNs, 70u);
  EXPECT_EQ(find(profile, "b")->totalNs, 50u);
  EXPECT_EQ(find(profile, "a")->selfNs + find(profile, "b")->selfNs, 70u);
}

// G35
TEST(Profile, SelfIsLessChildrenOfTheSameThreadOnlyAndNeverNegative) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2050, 2100).leave(2100);  // child with the same end
  script.thread(2).scope(b, 1900, 2200);                             // what a waited for
  Profile profile = buildProfile(*script.open());
  EXPECT_EQ(find(profile, "a")->selfNs, 50u);
  EXPECT_EQ(find(profile, "b")->selfNs, 350u);
  EXPECT_EQ(profile.selfTotalNs, 400u);
}

TEST(Profile, MergesNamedSitesByNameAndOthersByFunction) {
  SessionScript script;
  uint32_t one = script.site(siteText("step", "a.cpp", 1, "n")), two = script.site(siteText("step", "b.cpp", 2, "n"));
  uint32_t f1 = script.site(siteText("f()", "a.h", 3)), f2 = script.site(siteText("f()", "a.h", 3));
  uint32_t other = script.site(siteText("f()", "b.cpp", 9));
  script.thread(1)
      .scope(one, 2000, 2010)
      .scope(two, 2020, 2030)
      .scope(f1, 2040, 2050)
      .scope(f2, 2060, 2070)
      .scope(other, 2080, 2090);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.rows.size(), 3u);
  EXPECT_EQ(profile.rows[0].calls, 2u);
  EXPECT_EQ(profile.rows[1].calls, 2u);
  EXPECT_EQ(profile.rows[2].calls, 1u);
}

// As averagesOf() has them, and so torch.
TEST(Profile, StepsAreOneRowAndAnOperatorWhoseOnlyCalleeIsItselfIsOneCall) {
  SessionScript script;
  uint32_t one = script.site(siteText("ProfilerStep#1", "", 0, "nu")),
           two = script.site(siteText("ProfilerStep#2", "", 0, "nu"));
  uint32_t conv = script.site(siteText("aten::conv2d", "", 0)), f = script.function("f()");
  script.thread(1).enter(one, 2000).enter(conv, 2010).enter(conv, 2020).scope(conv, 2030, 2040).leave(2050);
  script.thread(1).leave(2060).leave(2100);
  script.thread(1).enter(two, 2100).enter(conv, 2110).scope(conv, 2120, 2130).scope(f, 2140, 2150).leave(2160);
  script.thread(1).enter(f, 2170).scope(f, 2180, 2190).leave(2195).leave(2200);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.rows.size(), 3u);
  const Row &step = profile.rows.at(0), &row = profile.rows.at(1);
  EXPECT_EQ(step.name, "ProfilerStep*");
  EXPECT_EQ(step.calls, 2u);
  EXPECT_EQ(step.totalNs, 200u);
  EXPECT_EQ(row.name, "aten::conv2d");
  EXPECT_EQ(row.calls, 1u + 2u);
  EXPECT_EQ(row.totalNs, 100u);
  EXPECT_EQ(row.selfNs, 90u);
  EXPECT_EQ(find(profile, "f()")->calls, 3u);
  EXPECT_EQ(profile.scopes, 10u);
}

TEST(Profile, TellsFunctionsOfOneNameApartByTheirPlace) {
  SessionScript script;
  std::vector<std::string> sites = {
      siteText("helper(int)", "one/a.cpp", 3), siteText("helper(int)", "b.cpp", 9),
      siteText("twin()", "one/a.cpp", 7),      siteText("twin()", "two/a.cpp", 7),
      siteText("alone()", "one/a.cpp", 1),     siteText("alone()", "x.cpp", 1, "n"),
  };
  uint64_t at = 2000;
  for (const std::string &site : sites)
    script.thread(1).scope(script.site(site), at, at + 10), at += 20;
  std::vector<std::string> names;
  for (const Row &row : buildProfile(*script.open()).rows)
    names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string>{"helper(int) [a.cpp:3]", "helper(int) [b.cpp:9]", "twin() [one/a.cpp:7]",
                                             "twin() [two/a.cpp:7]", "alone() [a.cpp:1]", "alone()"}));
}

// G13
class Overloads : public testing::Test {
protected:
  Overloads() {
    uint32_t ofInt = script.site(siteText("A::run(int)", "a.cpp", 1, "", "", "A::run"));
    uint32_t ofDouble = script.site(siteText("A::run(double)", "a.cpp", 2, "", "", "A::run"));
    uint32_t elsewhere = script.site(siteText("A::run(int)", "b.cpp", 7, "", "", "A::run"));
    uint32_t other = script.site(siteText("B::run(int)", "a.cpp", 3, "", "", "B::run"));
    uint32_t named = script.site(siteText("A::run", "a.cpp", 4, "n", "", "A::walk"));
    script.thread(1)
        .enter(ofInt, 2000)
        .enter(other, 2100)
        .enter(ofDouble, 2200)
        .scope(ofInt, 2300, 2350)
        .leave(2500)
        .leave(2800)
        .leave(3000);
    script.thread(2).enter(elsewhere, 4000).scope(named, 4010, 4030).leave(4100);
  }

  SessionScript script;
};

TEST_F(Overloads, AreOneRowByFunctionWhoseTotalCountsTheOutermostCall) {
  Profile profile = buildProfile(*script.open(), byFunction());
  ASSERT_EQ(profile.rows.size(), 3u);
  const Row &run = profile.rows[0];
  EXPECT_EQ(run.name, "A::run [a.cpp:1]");  // the user calls another scope so
  EXPECT_EQ(run.calls, 4u);
  EXPECT_EQ(run.scopes, 4u);
  EXPECT_EQ(run.totalNs, 1000u + 100);
  EXPECT_EQ(run.selfNs, 300u + 250 + 50 + 80);
  EXPECT_EQ(run.firstNs, 2000u);
  EXPECT_EQ(run.line, 1u);
  EXPECT_EQ(profile.rows[1].name, "B::run");
  EXPECT_EQ(profile.rows[1].totalNs, 700u);
  EXPECT_EQ(profile.rows[1].selfNs, 400u);
  EXPECT_EQ(profile.rows[2].name, "A::run");
  EXPECT_EQ(profile.rows[2].calls, 1u);
  EXPECT_EQ(profile.selfTotalNs, 1100u);
}

TEST_F(Overloads, AreOneNodeBelowOneParentByFunction) {
  Profile profile = buildProfile(*script.open(), byFunction());
  ASSERT_EQ(profile.calls[0].children.size(), 1u);  // A::run of both files
  const CallNode &top = profile.calls[profile.calls[0].children[0]];
  EXPECT_EQ(top.calls, 2u);
  EXPECT_EQ(top.totalNs, 1100u);
  EXPECT_EQ(top.children.size(), 2u);
}

TEST_F(Overloads, AreRowsOfTheirOwnByDefault) {
  Profile profile = buildProfile(*script.open());
  std::vector<std::string> names;
  for (const Row &row : profile.rows)
    names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string>{"A::run(int) [a.cpp:1]", "B::run(int)", "A::run(double)",
                                             "A::run(int) [b.cpp:7]", "A::run"}));
  EXPECT_EQ(profile.rows[0].totalNs, 1000u);
  EXPECT_EQ(profile.rows[2].totalNs, 300u);
}

TEST(Profile, GroupsByFunctionAcrossUnnamedNamespaces) {
  SessionScript script;
  uint64_t at = 2000;
  for (const char *name :
       {"(anonymous a.cpp)::f()::(lambda 3:4)", "(anonymous b.cpp)::f()::(lambda 3:4)", "n::(anonymous a.cpp)::S::g",
        "n::(anonymous b.h)::S::g", "h<T::(anonymous struct 3:4)>", "(anonymous c.cpp"})
    script.thread(1).scope(script.site(siteText(name + std::to_string(at), "a.cpp", 1, "", "", name)), at, at + 10),
        at += 20;
  std::vector<std::string> names;
  for (const Row &row : buildProfile(*script.open(), byFunction()).rows)
    names.push_back(row.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"(anonymous namespace)::f()::(lambda 3:4)", "n::(anonymous namespace)::S::g",
                                      "h<T::(anonymous struct 3:4)>", "(anonymous c.cpp"}));
}

TEST(Profile, GroupsByTheNameWhereASiteHasNoQualifiedOne) {
  SessionScript script;
  std::string text = siteText("old()");
  script.thread(1).scope(script.site(text.substr(0, text.rfind("old()") - 1)), 2000, 2100);
  EXPECT_EQ(buildProfile(*script.open(), byFunction()).rows.at(0).name, "old()");
}

TEST(Profile, CountsOpenScopesUpToTheEndAndSaysHowMany) {
  SessionScript script;
  uint32_t a = script.function("a");
  script.window(1000, 3000);
  script.thread(1).enter(a, 2000);
  Profile profile = buildProfile(*script.open());
  EXPECT_EQ(profile.openScopes, 1u);
  EXPECT_EQ(profile.rows[0].open, 1u);
  EXPECT_EQ(profile.rows[0].totalNs, 1000u);
}

// G4
TEST(Profile, CountsACoroutinesCallOnceAndSumsItsSlices) {
  SessionScript script;
  uint32_t main = script.function("main"), task = script.function("task");
  script.window(1000, 9000);
  script.thread(1)
      .enter(main, 2000)
      .scope(task, 2010, 2020, {0, 0, 0, false, {1, 0, true}})
      .scope(task, 2030, 2040, {0, 0, 0, false, {2, 0, false}})
      .leave(2100);
  script.thread(2).scope(task, 3000, 3100, {0, 0, 0, false, {1, 1, true}}).enter(task, 8000).openSlice(1, 2);
  Profile profile = buildProfile(*script.open());
  const Row &row = profile.rows.at(1);
  EXPECT_EQ(row.name, "task");
  EXPECT_EQ(row.calls, 2u);
  EXPECT_EQ(row.scopes, 4u);
  EXPECT_EQ(row.open, 1u);
  EXPECT_EQ(row.totalNs, 1120u);
  EXPECT_EQ(profile.rows[0].selfNs, 80u);  // what it was suspended for is main's
  ASSERT_EQ(profile.calls[0].children.size(), 2u);
  EXPECT_EQ(profile.calls[profile.calls[0].children[1]].calls, 0u);  // on thread 2 it only went on
  EXPECT_EQ(profile.calls[profile.calls[0].children[1]].totalNs, 1100u);
}

TEST(Profile, ShowsACoroutineWhoseFirstSliceWasLost) {
  SessionScript script;
  script.thread(1).scope(script.function("task"), 2000, 2100, {0, 0, 0, false, {1, 3, false}});
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.rows.size(), 1u);
  EXPECT_EQ(profile.rows[0].calls, 0u);
  EXPECT_EQ(profile.rows[0].totalNs, 100u);
}

TEST(Profile, BuildsTheModuleTree) {
  SessionScript script;
  uint32_t net = script.site(siteText("Net::forward()", "a.cpp", 1, "", "app::Net"));
  uint32_t block = script.site(siteText("Block::forward()", "a.cpp", 9, "", "app::BlockImpl"));
  uint32_t helper = script.function("helper()");
  uint32_t root = script.path(0, "net", "app::Net"), layer = script.path(root, "layer1", "Sequential");
  uint32_t zero = script.path(layer, "0", "app::Block"), one = script.path(layer, "1", "app::Block");
  script.path(root, "unused", "Linear");
  script.thread(1)
      .enter(net, 2000)
      .enter(block, 2010)
      .scope(helper, 2020, 2030)
      .leave(2050, {zero, 0, 0, false})
      .scope(block, 2060, 2070, {one, 0, 0, false})
      .leave(2100, {root, 0, 0, false});
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.modules.size(), 5u);  // no module, net, layer1, 0, 1
  const ModuleNode &top = profile.modules[profile.modules[0].children.at(0)];
  EXPECT_EQ(top.module.hierarchy, "net");
  EXPECT_EQ(top.calls, 1u);
  EXPECT_EQ(top.totalNs, 100u);
  EXPECT_EQ(top.selfNs, 50u);
  ASSERT_EQ(top.children.size(), 1u);
  const ModuleNode &container = profile.modules[top.children[0]];
  EXPECT_EQ(container.calls, 0u);
  ASSERT_EQ(container.children.size(), 2u);
  const ModuleNode &first = profile.modules[container.children[0]];
  EXPECT_EQ(first.module.hierarchy, "net.layer1.0");
  EXPECT_EQ(first.module.type, "Block");
  EXPECT_EQ(first.totalNs, 40u);
  EXPECT_EQ(first.selfNs, 40u);  // functions are part of their module
}

TEST(Profile, CountsACallThroughTheBaseOnce) {
  SessionScript script;
  uint32_t derived = script.site(siteText("Net::forward()", "a.cpp", 1, "", "Net", "Net::forward"));
  uint32_t base = script.site(siteText("Base::forward()", "a.cpp", 2, "", "Base", "Base::forward"));
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Net");
  Extras inNet{net, 0, 0, false};
  script.thread(1)
      .enter(derived, 2000)
      .enter(base, 2010)
      .scope(base, 2020, 2030, {one, 0, 0, false})
      .leave(2050, inNet)
      .leave(2100, inNet)
      .scope(base, 2200, 2300, inNet);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.modules.size(), 3u);
  const ModuleNode &node = profile.modules[1];
  EXPECT_EQ(node.calls, 2u);
  EXPECT_EQ(node.scopes, 3u);
  EXPECT_EQ(node.totalNs, 200u);
  EXPECT_EQ(node.selfNs, 190u);
  EXPECT_EQ(node.insideNs, 200u);
  EXPECT_EQ(node.method, "forward");
  EXPECT_EQ(profile.modules[2].calls, 1u);
}

TEST(Profile, SumsAModuleOverThreads) {
  SessionScript script;
  uint32_t forward = script.site(siteText("Net::forward()", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Layer");
  for (uint32_t uid : {1u, 2u, 3u})
    script.thread(uid)
        .enter(forward, 2000)
        .scope(forward, 2010, 2020, {one, 0, 0, false})
        .leave(2100, {net, 0, 0, false});
  script.thread(4).scope(forward, 2500, 2530, {one, 0, 0, false});  // ran without its parent, as a worker does
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.modules.size(), 3u);
  EXPECT_EQ(profile.modules[1].calls, 3u);
  EXPECT_EQ(profile.modules[1].totalNs, 300u);
  EXPECT_EQ(profile.modules[1].insideNs, 330u);
  EXPECT_EQ(profile.modules[1].selfNs, 270u);
  EXPECT_EQ(profile.modules[2].calls, 4u);
  EXPECT_EQ(profile.modules[2].totalNs, 60u);
}

// Of a container that is called, and whose children are called past it, too, both are known.
TEST(Profile, KnowsWhatRanBelowAContainer) {
  SessionScript script;
  uint32_t forward = script.site(siteText("forward()", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "Net", "Net"), list = script.path(net, "list", "ModuleList");
  uint32_t called = script.path(list, "0", "Sequential"), zero = script.path(called, "0", "Layer");
  Extras inZero{zero, 0, 0, false};
  script.thread(1)
      .enter(forward, 2000)
      .enter(forward, 2010)
      .scope(forward, 2010, 2020, inZero)
      .leave(2025, {called, 0, 0, false})
      .scope(forward, 2030, 2050, inZero)
      .leave(2100, {net, 0, 0, false});
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.modules.size(), 5u);
  EXPECT_EQ(profile.modules[2].module.hierarchy, "Net.list");
  EXPECT_EQ(profile.modules[2].scopes, 0u);
  EXPECT_EQ(profile.modules[2].insideNs, 35u);
  EXPECT_EQ(profile.modules[2].totalNs, 35u);
  EXPECT_EQ(profile.modules[2].method, "");
  EXPECT_EQ(profile.modules[3].totalNs, 15u);
  EXPECT_EQ(profile.modules[3].selfNs, 5u);
  EXPECT_EQ(profile.modules[3].insideNs, 35u);
  EXPECT_EQ(profile.modules[4].totalNs, 30u);
}

TEST(Profile, HasRowsByFunctionAndModule) {
  SessionScript script;
  uint32_t forward = script.site(siteText("forward()", "a.cpp", 1, "", "Net"));
  uint32_t help = script.function("help()");
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Net");
  script.thread(1)
      .scope(help, 1500, 1600)
      .enter(forward, 2000)
      .enter(help, 2010)  // a recursion across modules: each row has its outermost calls
      .enter(forward, 2020)
      .enter(help, 2030)
      .scope(help, 2040, 2050)
      .leave(2060)
      .leave(2070, {one, 0, 0, false})
      .leave(2080)
      .leave(2100, {net, 0, 0, false});
  ProfileOptions options;
  options.byModule = true;
  Profile profile = buildProfile(*script.open(), options);
  std::vector<std::string> rows;
  uint64_t self = 0;
  for (const Row &row : profile.rows) {
    rows.push_back(row.name + " in '" + row.place + "' x" + std::to_string(row.calls) + " " +
                   std::to_string(row.totalNs));
    self += row.selfNs;
    EXPECT_EQ(profile.modules[row.module].module.hierarchy, row.place);
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"help() in '' x1 100", "forward() in 'Net' x1 100", "help() in 'Net' x1 70",
                                            "forward() in 'Net.one' x1 50", "help() in 'Net.one' x2 30"}));
  EXPECT_EQ(self, profile.selfTotalNs);
  EXPECT_EQ(self, 200u);
}

TEST(Profile, NamesAModuleWithoutAPathByItsType) {
  SessionScript script;
  uint32_t net = script.site(siteText("Net::forward()", "a.cpp", 1, "", "Net"));
  script.thread(1).enter(net, 2000).scope(net, 2010, 2020).leave(2100);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.modules.size(), 3u);
  EXPECT_EQ(profile.modules[2].module.hierarchy, "Net.Net");
}

TEST(Profile, BuildsTheCallTree) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020).leave(2100).scope(b, 2200, 2300);
  script.thread(2).enter(a, 2400).scope(b, 2410, 2420).leave(2500);
  Profile profile = buildProfile(*script.open());
  ASSERT_EQ(profile.calls[0].children.size(), 2u);
  const CallNode &first = profile.calls[profile.calls[0].children[0]];
  EXPECT_EQ(profile.rows[first.row].name, "a");
  EXPECT_EQ(first.calls, 2u);
  EXPECT_EQ(first.selfNs, 180u);
  ASSERT_EQ(first.children.size(), 1u);
  EXPECT_EQ(profile.calls[first.children[0]].totalNs, 20u);
}

TEST(Profile, IsEmptyWithoutScopes) {
  SessionScript script;
  script.function("never");
  Profile profile = buildProfile(*script.open());
  EXPECT_TRUE(profile.rows.empty());
  EXPECT_EQ(profile.scopes, 0u);
}

}  // namespace
}  // namespace autoscope::model
