// A schedule answers what torch's own does, and a profile does by it what torch's profile does, for each number of
// steps: test/golden/torch-1.13/schedule.txt, printed by torch (make_schedule.py says what its columns are). Wrong
// schedules are refused with their values.
#include "GoldenSchedules.h"
#include "autoscope/detail/schedule_run.h"

#include <csetjmp>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <vector>

namespace autoscope {
namespace {

using test::Golden;
using test::goldenSchedules;
using test::letterOf;
using test::scheduleOf;
using test::steps;

// Notes what it is told to do, as make_schedule.py's.
struct Noting {
  detail::ScheduleRun<Noting> *run = nullptr;
  std::string done;
  bool isRecording = false;
  std::vector<long> window;
  std::vector<std::string> callbacks;

  void warn(ProfilerAction, ProfilerAction) { done += 'W'; }
  void prepare() { done += 'P'; }
  void startInVain() { start(); }
  void start() {
    done += 'S';
    isRecording = true;
    window.clear();
  }
  bool stop(bool) {
    done += 'T';
    isRecording = false;
    return true;
  }
  void ready();
  void openStep(long) {}
  void closeStep() {}
  std::string taken() {
    std::string text = done.empty() ? "." : done;
    done.clear();
    return text;
  }
};

void Noting::ready() {
  done += 'C';
  std::string text = std::to_string(run->step()) + ":";
  for (long step : window)
    text += (text.back() == ':' ? "" : ",") + std::to_string(step);
  callbacks.push_back(text);
}

struct Ran {
  std::vector<std::string> steps, callbacks;
  std::string end;
};

Ran run(const schedule_function &schedule, int count) {
  Noting acts;
  detail::ScheduleRun<Noting> run(acts, schedule);
  acts.run = &run;
  Ran ran;
  run.start();
  ran.steps.push_back(acts.taken());
  for (int step = 0; step < count; ++step) {
    if (acts.isRecording)
      acts.window.push_back(step);
    run.next();
    ran.steps.push_back(acts.taken());
  }
  ran.callbacks = acts.callbacks;
  acts.callbacks.clear();
  run.stop();
  ran.end = acts.taken();
  for (const std::string &callback : acts.callbacks)
    ran.end += "/" + callback;
  return ran;
}

TEST(Schedule, AnswersAndActsAsTorchs) {
  std::vector<Golden> all = goldenSchedules();
  ASSERT_EQ(all.size(), 108u + 48 + 60);
  for (const Golden &golden : all) {
    schedule_function schedule = scheduleOf(golden);
    std::string actions;
    for (long step = 0; step <= steps; ++step)
      actions += letterOf(schedule(step));
    EXPECT_EQ(actions, golden.actions) << golden.parameters;
    Ran whole = run(schedule, steps);
    EXPECT_EQ(whole.steps, golden.steps) << golden.parameters;
    EXPECT_EQ(whole.callbacks, golden.callbacks) << golden.parameters;
    ASSERT_EQ(golden.ends.size(), size_t(steps + 1));
    for (int count = 0; count <= steps; ++count)
      EXPECT_EQ(run(schedule, count).end, golden.ends[size_t(count)]) << golden.parameters << " after " << count;
  }
}

TEST(Schedule, RefusesWhatCannotBe) {
  auto refusal = [](const schedule_options &options) -> std::string {
    try {
      schedule made(options);
      return "";
    } catch (const schedule_error &wrong) {
      return wrong.what();
    }
  };
  EXPECT_EQ(refusal({0, 0, 1, 0, 0, 0}), "");
  EXPECT_EQ(refusal({1, 1, 0, 2, 0, 0}), "schedule: active=0 must be at least 1 (wait=1, warmup=1, active=0, repeat=2, "
                                         "skip_first=0, skip_first_wait=0)");
  EXPECT_EQ(refusal({-1, 1, 1, 0, 0, 0}).substr(0, 38), "schedule: wait=-1 must be at least 0 (");
  EXPECT_EQ(refusal({0, -2, 1, 0, 0, 0}).substr(0, 40), "schedule: warmup=-2 must be at least 0 (");
  EXPECT_EQ(refusal({0, 0, 1, -1, 0, 0}).substr(0, 40), "schedule: repeat=-1 must be at least 0 (");
  EXPECT_EQ(refusal({0, 0, 1, 0, -1, 0}).substr(0, 44), "schedule: skip_first=-1 must be at least 0 (");
  EXPECT_EQ(refusal({0, 0, 1, 0, 0, -1}).substr(0, 49), "schedule: skip_first_wait=-1 must be at least 0 (");
  EXPECT_NE(refusal({std::numeric_limits<long>::max(), 0, 1, 0, 0, 0}), "");
}

// What a handler throws comes out of step() when the next window has begun.
struct Throwing : Noting {
  void ready() {
    done += 'C';
    if (stops)
      throwing->stop();
    if (throws)
      throw std::runtime_error("handler");
  }
  detail::ScheduleRun<Throwing> *throwing = nullptr;
  bool stops = false, throws = false;
};

TEST(Schedule, GoesOnBehindAHandlerThatThrows) {
  Throwing acts;
  acts.throws = true;
  detail::ScheduleRun<Throwing> run(acts, schedule(0, 0, 1));
  run.start();
  acts.taken();
  EXPECT_THROW(run.next(), std::runtime_error);
  EXPECT_EQ(acts.taken(), "TCPS");
  EXPECT_EQ(run.step(), 1);
  EXPECT_TRUE(run.isRunning());
  EXPECT_THROW(run.stop(), std::runtime_error);
  EXPECT_EQ(acts.taken(), "TC");
  EXPECT_FALSE(run.isRunning());
}

TEST(Schedule, EndsBehindAHandlerThatStops) {
  Throwing acts;
  acts.stops = true;
  detail::ScheduleRun<Throwing> run(acts, schedule(0, 0, 1));
  acts.throwing = &run;
  run.start();
  acts.taken();
  run.next();
  EXPECT_EQ(acts.taken(), "TC");
  EXPECT_FALSE(run.isRunning());
  EXPECT_EQ(run.action(), ProfilerAction::NONE);
  run.stop();
  EXPECT_EQ(acts.taken(), ".");
}

// Which ends what step() was at: the next one begins the next cycle.
struct Jumping : Noting {
  void ready() {
    done += 'C';
    if (jumps)
      longjmp(place, 1);
  }
  std::jmp_buf place;
  bool jumps = true;
};

TEST(Schedule, GoesOnBehindAHandlerThatJumpsOut) {
  static Jumping acts;
  static detail::ScheduleRun<Jumping> run(acts, schedule(0, 1, 1));
  run.start();
  run.next();
  acts.taken();
  if (setjmp(acts.place) == 0) {
    run.next();
    ADD_FAILURE();
  }
  EXPECT_EQ(acts.taken(), "TC");
  EXPECT_FALSE(run.isInHandler(__builtin_frame_address(0)));
  acts.jumps = false;
  run.next();
  EXPECT_EQ(acts.taken(), "PS");
  EXPECT_EQ(run.action(), ProfilerAction::RECORD_AND_SAVE);
  EXPECT_EQ(run.step(), 3);
  run.stop();
  EXPECT_EQ(acts.taken(), "TC");
}

TEST(Schedule, AnAnswerThatIsNoneChangesNothing) {
  Noting acts;
  detail::ScheduleRun<Noting> run(acts, [](long step) {
    if (step == 2)
      throw std::out_of_range("step");
    return step == 1 ? ProfilerAction(7) : ProfilerAction::RECORD;
  });
  run.start();
  acts.taken();
  try {
    run.next();
    ADD_FAILURE();
  } catch (const schedule_error &wrong) {
    EXPECT_STREQ(wrong.what(),
                 "the schedule answered 7 for step 1, which is no ProfilerAction; there are NONE, WARMUP, "
                 "RECORD and RECORD_AND_SAVE");
  }
  EXPECT_EQ(acts.taken(), ".");
  EXPECT_EQ(run.step(), 0);
  EXPECT_EQ(run.action(), ProfilerAction::RECORD);
}

}  // namespace
}  // namespace autoscope
