// Steps are numbered by their start, scopes belong to the step around them, and a step's worst case is found.
#include "model/Profile.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

class StepsOfModules : public testing::Test {
protected:
  StepsOfModules() {
    forward = script.site(siteText("forward", "a.cpp", 1, "", "Net"));
    step = script.site(siteText("step", "a.cpp", 2, "n"));
    a = {script.path(0, "A", "A"), 0, 0, false};
    b = {script.path(0, "B", "B"), 0, 0, false};
    inner = {script.path(a.path, "inner", "Inner"), 0, 0, false};
  }

  ProfileOptions ofModules() {
    ProfileOptions options;
    options.bySteps = true;
    return options;
  }
  ProfileOptions ofFunction() {
    ProfileOptions options = ofModules();
    options.isStep = [](const record::SiteText &site) { return site.name == "step"; };
    return options;
  }
  const ModuleNode &node(const Profile &profile, const std::string &hierarchy) {
    for (const ModuleNode &module : profile.modules)
      if (module.module.hierarchy == hierarchy)
        return module;
    ADD_FAILURE() << "no module " << hierarchy;
    return profile.modules[0];
  }
  static std::vector<uint64_t> times(const ModuleNode &node) {
    return {node.steps.steps, node.steps.leastNs, node.steps.medianNs, node.steps.mostNs, node.steps.slowest};
  }

  SessionScript script;
  uint32_t forward, step;
  Extras a, b, inner;
};

using Times = std::vector<uint64_t>;

TEST_F(StepsOfModules, AreCountedForEachOutermostModule) {
  script.thread(1)
      .scope(forward, 2000, 2010, a)
      .scope(forward, 2100, 2105, b)
      .enter(forward, 2200)
      .scope(forward, 2201, 2202, inner)
      .scope(forward, 2203, 2205, inner)
      .leave(2230, a)
      .scope(forward, 2300, 2320, a);
  script.thread(2).scope(forward, 2050, 2090, a);  // a root of its own: the second by time
  Profile profile = buildProfile(*script.open(), ofModules());
  EXPECT_EQ(times(node(profile, "A")), (Times{4, 10, 20, 40, 1}));
  EXPECT_EQ(times(node(profile, "A.inner")), (Times{1, 3, 3, 3, 2}));
  EXPECT_EQ(times(node(profile, "B")), (Times{1, 5, 5, 5, 0}));
  EXPECT_EQ(profile.steps.size(), 5u);
  EXPECT_EQ(profile.stepTimes.steps, 5u);
}

TEST_F(StepsOfModules, AreOutermostCallsOfAFunction) {
  script.thread(1)
      .enter(step, 2000)
      .scope(forward, 2000, 2010, a)
      .scope(forward, 2010, 2030, a)
      .enter(step, 2040)  // inside the first
      .scope(forward, 2040, 2041, a)
      .leave(2050)
      .leave(2100)
      .scope(forward, 2500, 2600, a)  // between steps
      .enter(step, 3000)
      .scope(forward, 3000, 3007, a)
      .leave(3100);
  Profile profile = buildProfile(*script.open(), ofFunction());
  EXPECT_EQ(times(node(profile, "A")), (Times{2, 7, 7, 31, 0}));
  EXPECT_EQ(node(profile, "A").calls, 5u);
  EXPECT_EQ(node(profile, "A").steps.calls, 4u);
  EXPECT_EQ(profile.stepTimes.steps, 2u);
  EXPECT_EQ(profile.stepTimes.mostNs, 100u);
}

TEST_F(StepsOfModules, TakeInWhatOtherThreadsRunMeanwhile) {
  script.thread(1).scope(step, 2000, 2100).scope(step, 3000, 3100).scope(step, 5000, 5100);
  script.thread(2)
      .scope(forward, 1990, 2010, a)  // began before
      .scope(forward, 2050, 2150, a)  // goes on behind the end
      .scope(forward, 3000, 3010, a)
      .scope(forward, 3100, 3105, a)  // the end is no part of a step
      .scope(forward, 5050, 5060, a);
  script.thread(3).scope(forward, 2060, 2065, a).scope(step, 5040, 5080);  // two steps at once from here
  Profile profile = buildProfile(*script.open(), ofFunction());
  EXPECT_EQ(times(node(profile, "A")), (Times{2, 10, 10, 105, 0}));
}

TEST_F(StepsOfModules, CanBeLookedAtOneByOne) {
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2001, 2002, inner)
      .leave(2030, a)
      .scope(forward, 2050, 2055, b)
      .enter(forward, 2100)
      .scope(forward, 2101, 2104, inner)
      .scope(forward, 2104, 2105, inner)
      .leave(2150, a);
  ProfileOptions options = ofModules();
  options.onlyStep = 1;
  Profile profile = buildProfile(*script.open(), options);
  ASSERT_EQ(profile.modules.size(), 3u);  // none, A, A.inner: B had one step only
  EXPECT_EQ(node(profile, "A").calls, 1u);
  EXPECT_EQ(node(profile, "A").totalNs, 50u);
  EXPECT_EQ(node(profile, "A").selfNs, 46u);
  EXPECT_EQ(node(profile, "A.inner").calls, 2u);
  EXPECT_EQ(node(profile, "A.inner").totalNs, 4u);
}

// What is around the step is not part of it.
TEST_F(StepsOfModules, MayLieWithinAModule) {
  script.thread(1)
      .enter(forward, 2000)
      .enter(step, 2010)
      .scope(forward, 2020, 2030, inner)
      .leave(2040)
      .enter(step, 2050)
      .scope(forward, 2060, 2075, inner)
      .leave(2080)
      .leave(2100, a);
  ProfileOptions options = ofFunction();
  options.onlyStep = 1;
  Profile profile = buildProfile(*script.open(), options);
  EXPECT_EQ(node(profile, "A").scopes, 0u);
  EXPECT_EQ(node(profile, "A").selfNs, 0u);
  EXPECT_EQ(node(profile, "A").insideNs, 15u);
  EXPECT_EQ(node(profile, "A.inner").totalNs, 15u);
}

TEST_F(StepsOfModules, CountTheSlicesOfACoroutineAsOneStep) {
  script.thread(1)
      .enter(step, 2000)
      .scope(forward, 2001, 2003, a)
      .leave(2010, {0, 0, 0, false, {7, 0, true}})
      .scope(forward, 2020, 2029, a)  // while it is suspended, and no other runs
      .enter(step, 2030)
      .scope(forward, 2031, 2034, a)
      .leave(2040, {0, 0, 0, false, {7, 1, false}});
  Profile profile = buildProfile(*script.open(), ofFunction());
  EXPECT_EQ(profile.steps.size(), 1u);
  EXPECT_EQ(profile.stepTimes.mostNs, 20u);
  EXPECT_EQ(times(node(profile, "A")), (Times{1, 14, 14, 14, 0}));
  EXPECT_EQ(node(profile, "A").steps.calls, 3u);
}

// Their time is not known yet, so it is no least or most; nor is that of the modules in them.
TEST_F(StepsOfModules, LeaveOutStepsThatHaveNotEnded) {
  script.window(1000, 9000);
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, inner)
      .leave(2100, a)
      .enter(forward, 8990)
      .openModule(a.path)
      .scope(forward, 8991, 8993, inner);
  script.thread(2).scope(forward, 3000, 3005, b);
  Profile profile = buildProfile(*script.open(), ofModules());
  EXPECT_EQ(times(node(profile, "A")), (Times{1, 100, 100, 100, 0}));
  EXPECT_EQ(node(profile, "A").steps.calls, 1u);
  EXPECT_EQ(times(node(profile, "A.inner")), (Times{1, 10, 10, 10, 0}));
  EXPECT_EQ(node(profile, "A.inner").steps.calls, 1u);
  EXPECT_EQ(times(node(profile, "B")), (Times{1, 5, 5, 5, 0}));
  EXPECT_EQ(profile.stepTimes.steps, 2u);
  ASSERT_EQ(profile.steps.size(), 3u);
  int unfinished = 0;
  for (const Step &entry : profile.steps)
    unfinished += !entry.finished && entry.number == 1 && profile.modules[entry.root].module.hierarchy == "A";
  EXPECT_EQ(unfinished, 1);
  ProfileOptions options = ofModules();
  options.onlyStep = 1;
  profile = buildProfile(*script.open(), options);
  EXPECT_EQ(node(profile, "A.inner").totalNs, 2u);
}

// The module of a worker that hangs is not done, nor is the step that it works for; a function's step may be open
// alone.
TEST_F(StepsOfModules, LeaveOutStepsWhoseWorkersHaveNotEnded) {
  script.window(1000, 9000);
  script.thread(1).scope(step, 2000, 2100).scope(step, 3000, 3200).enter(step, 8000).scope(forward, 8100, 8200, a);
  script.thread(2).scope(forward, 2050, 2060, a).scope(forward, 3010, 3030, a).enter(forward, 3050).openModule(b.path);
  Profile profile = buildProfile(*script.open(), ofFunction());
  EXPECT_EQ(times(node(profile, "A")), (Times{1, 10, 10, 10, 0}));
  EXPECT_EQ(node(profile, "B").steps.steps, 0u);
  EXPECT_EQ(profile.stepTimes.steps, 1u);
  EXPECT_EQ(profile.stepTimes.mostNs, 100u);
}

}  // namespace
}  // namespace autoscope::model
