// How an autoscope::profile begins and ends: one at a time, what cannot be is refused by the exception that says so,
// its own recording and no other, windows of something, and children of fork.
#include "ProfileFixture.h"

#include <cstdio>
#include <sys/wait.h>

namespace autoscope {
namespace {

using test::messageOf;
using test::scopesNamed;
class ProfileLife : public test::ProfileFixture {};

TEST_F(ProfileLife, OneAtATime) {
  options wanted;
  wanted.schedule = schedule(5, 1, 1);
  profile waiting(wanted);
  EXPECT_EQ(messageOf<already_running>([] { profile nested; }),
            "another autoscope::profile of this process has been started and not stopped; there can be one at a time");
  waiting.start();  // runs already
  waiting.stop();
  {
    profile next;
  }
  ASSERT_EQ(autoscope::start(file("other.autoscope")).message, "");
  EXPECT_EQ(messageOf<already_running>([] { profile nested; }), "a profile is being recorded already");
  ASSERT_EQ(autoscope::stop().message, "");
  profile again;
}

// What a file of a session holds.
uint64_t scopesIn(const std::string &session) {
  autoscope_failure failure = {};
  detail::ResultHandle result(autoscope_result_open(session.c_str(), 0, &failure), autoscope_result_free);
  EXPECT_NE(result, nullptr) << detail::taken(failure.text);
  autoscope_facts facts = {};
  facts.size = sizeof facts;
  EXPECT_TRUE(autoscope_result_facts(result.get(), &facts, &failure));
  return facts.scopes;
}

TEST_F(ProfileLife, EndsNoRecordingButItsOwn) {
  const std::string ended = "what this profile recorded had been ended before, by autoscope::stop() or by a tool";
  options wanted;
  for (bool hasSchedule : {false, true}) {
    if (hasSchedule)
      wanted.schedule = [](long) { return ProfilerAction::RECORD; };
    profile p(wanted);
    {
      record_function block("mine");
    }
    ASSERT_EQ(autoscope::stop().message, "");
    ASSERT_EQ(autoscope::start(file("other.autoscope")).message, "");
    {
      record_function block("other");
    }
    EXPECT_EQ(messageOf<error>([&] { p.toggle_collection_dynamic(false, {ProfilerActivity::CPU}); }), ended);
    EXPECT_EQ(p.stop().message, ended);
    {
      record_function block("other");
    }
    EXPECT_EQ(p.stats().number_of_events, 1u) << hasSchedule;  // a step is there once it has ended
    EXPECT_EQ(autoscope::stop().message, "");
    EXPECT_EQ(scopesIn(file("other.autoscope")), 2u);
  }
}

TEST_F(ProfileLife, RefusesOptionsThatCannotBeAsItIsMade) {
  auto refusalOf = [](const options &wanted) {
    try {
      profile p(wanted, deferred);
    } catch (const usage_error &thrown) {
      std::string text = thrown.what();
      for (const std::string &choice : thrown.choices)
        text += "|" + choice;
      return text;
    }
    return std::string("nothing is thrown");
  };
  options wanted;
  wanted.overflow = "bogus";
  EXPECT_EQ(refusalOf(wanted), "options.overflow=bogus is not one of block, drop, newest|block|drop|newest");
  wanted.overflow = "newest";
  wanted.report = "tabel";
  EXPECT_EQ(refusalOf(wanted), "options.report=tabel is not one of none, table, tree|none|table|tree");
  wanted.report = "none";
  wanted.buffer = 1;
  EXPECT_EQ(refusalOf(wanted), "options.buffer=1 is not a whole number of MiB from 2 to 16384");
  wanted.buffer = 64;
  wanted.output = "x.xyz";
  EXPECT_EQ(refusalOf(wanted),
            "the output x.xyz cannot be used: the name must end in .json, .json.gz, .autoscope, .txt, "
            ".stacks or .folded|.json|.json.gz|.autoscope|.txt|.stacks|.folded");
  wanted.output = "%q.json";
  EXPECT_EQ(refusalOf(wanted).substr(0, 35), "the output %q.json cannot be used: ");
  wanted.output = file("%p.json");
  EXPECT_EQ(refusalOf(wanted), "nothing is thrown");
  options plain;
  plain.report = "tabel";
  EXPECT_EQ(autoscope::start(plain).message, "options.report=tabel is not one of none, table, tree");
}

// An armed or paused recorder, or one that cannot start, is not another profile.
TEST_F(ProfileLife, IsRefusedForWhatIsTheCase) {
  ASSERT_EQ(autoscope::start(file("other.autoscope")).message, "");
  ASSERT_NE(autoscope_window_toggle(/*number=*/0, /*enable=*/0, nullptr), 0);
  EXPECT_EQ(messageOf<already_running>([] { profile nested; }), "a profile is being recorded already");
  ASSERT_EQ(autoscope::stop().message, "");
}

TEST_F(ProfileLife, RefusesOutputsThatCannotBe) {
  EXPECT_EQ(messageOf<error>([] { profile p("/nonexistent/x.autoscope"); }),
            "cannot create /nonexistent/x.autoscope.part: No such file or directory");
  EXPECT_EQ(
      messageOf<usage_error>([] { profile p("x.xyz"); }),
      "the output x.xyz cannot be used: the name must end in .json, .json.gz, .autoscope, .txt, .stacks or .folded");
  EXPECT_EQ(messageOf<usage_error>([] {
              options twice;
              twice.activities = {ProfilerActivity::CPU, ProfilerActivity::CPU};
              profile p(twice);
            }),
            "the same activity is given twice");
  setenv("TMPDIR", "/nonexistent", 1);
  EXPECT_EQ(messageOf<error>([] { profile p; }).substr(0, 37), "cannot create /nonexistent/autoscope-");
}

// Torch starts a profiler there that it stops at once.
TEST_F(ProfileLife, AWarmUpThatNothingFollowsIsNoWindow) {
  options wanted(file("out.json"));
  wanted.schedule = schedule(0, 1, 3);
  testing::internal::CaptureStderr();
  profile p(wanted);
  std::string id;
  for (int i = 0; i < 8; ++i) {
    {
      record_function block("block");
    }
    p.step();
    if (i == 3) {
      id = p.get_trace_id();
      EXPECT_EQ(p.events().size(), 6u) << "while the next window is warmed up for";
    }
  }
  EXPECT_EQ(p.stop().message, "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(p.events().size(), 6u);
  EXPECT_EQ(p.per_step().size(), 3u);
  EXPECT_FALSE(p.stats().partial);
  EXPECT_EQ(scopesNamed(read("out.json"), "block"), 3);
  EXPECT_EQ(scopesNamed(read("out.json"), "ProfilerStep#7"), 1);
  EXPECT_EQ(read("out.json")["trace_id"], p.get_trace_id());
  EXPECT_NE(p.get_trace_id(), id);

  wanted.schedule = [](long step) { return step == 0 ? ProfilerAction::WARMUP : ProfilerAction::NONE; };
  wanted.output = file("none.json");
  testing::internal::CaptureStderr();
  profile other(wanted);
  other.step();
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "autoscope: the schedule of a profile answers NONE after WARMUP: nothing is recorded behind that warm-up\n");
  other.stop();
  EXPECT_EQ(messageOf<no_result>([&] { (void)other.stats(); }).substr(0, 31), "stats() needs a recorded window");
  EXPECT_EQ(files(), std::vector<std::string>{"out.json"});
}

TEST_F(ProfileLife, StartsAnewWithoutWhatItHad) {
  for (bool accumulates : {false, true}) {
    options wanted;
    wanted.acc_events = accumulates;
    wanted.schedule = schedule(1, 1, 1, 2);
    profile p(wanted);
    for (int i = 0; i < 7; ++i)
      p.step();
    p.stop();
    EXPECT_EQ(p.per_step().size(), accumulates ? 2u : 1u);
    EXPECT_EQ(p.key_averages()[0].count, accumulates ? 2 : 1);
    p.start();
    EXPECT_EQ(p.per_step().size(), 0u);
    EXPECT_EQ(messageOf<no_result>([&] { (void)p.key_averages(); }).substr(0, 38),
              "key_averages() needs a recorded window");
    EXPECT_EQ(messageOf<no_result>([&] { (void)p.stats(); }).substr(0, 31), "stats() needs a recorded window");
  }
}

TEST_F(ProfileLife, ResultsHoldNoDescriptors) {
  auto descriptors = [] {
    size_t count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (readdir(directory))
      ++count;
    closedir(directory);
    return count;
  };
  options wanted;
  wanted.acc_events = true;
  wanted.schedule = schedule(0, 1, 1);
  profile p(wanted);
  p.step();
  p.step();
  size_t before = descriptors();
  for (int i = 0; i < 20; ++i) {
    p.step();
    p.step();
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(p.key_averages()[0].count, 21);
}

TEST_F(ProfileLife, AChildOfForkLeavesItAlone) {
  profile p;
  {
    record_function block("block");
  }
  pid_t child = fork();
  if (child == 0) {
    bool isLeft = p.stop().message == "the profile belongs to the process that this one was forked from";
    p.step();
    _exit(isLeft ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(p.stop().message, "");
  EXPECT_EQ(p.stats().number_of_events, 1u);
}

// What ran in a child, by its own profile or the one that it began with.
TEST_F(ProfileLife, AChildOfForkCanProfileItself) {
  for (bool hasOutput : {false, true})
    for (bool hasScope : {false, true}) {
      profile p(hasOutput ? options(file("out.json")) : options());
      {
        record_function block("block");
      }
      pid_t child = fork();
      if (child == 0)
        try {
          if (hasScope)
            record_function inherited("inherited");
          profile own;
          {
            record_function block("own");
          }
          bool isRight = own.stop().ok() && own.stats().number_of_events == 1;
          p.start();
          for (int i = 0; i < 2; ++i)
            record_function again("again");
          isRight &= p.stop().ok() && p.stats().number_of_events == 2 && p.per_step().size() == 1;
          _exit(isRight ? 0 : 1);
        } catch (const std::exception &thrown) {
          std::fprintf(stderr, "%s\n", thrown.what());
          _exit(2);
        }
      int status = -1;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0) << hasOutput << hasScope;
      EXPECT_EQ(p.stop().message, "");
      EXPECT_EQ(p.stats().number_of_events, 1u);
    }
}

TEST_F(ProfileLife, AChildOfForkLeavesNoFileThatNobodyAskedFor) {
  profile p;
  {
    record_function block("block");
  }
  std::vector<std::string> before = allFiles();
  pid_t child = fork();
  if (child == 0) {
    {
      record_function block("block");
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(allFiles(), before);
}

}  // namespace
}  // namespace autoscope
