// A profile with a schedule records the steps that the schedule says, and calls its handler for each finished cycle, as torch's
// does; a window that is cut off is kept and flagged; nothing is left behind (G26).
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%source/runtime/include %s -o %t
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d && env TMPDIR=%t.d/tmp %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=SAID < %t.err
// RUN: %check_trace cycle-5.json
// RUN: %check_trace cycle-10.json
// RUN: %check_trace exit.json
// RUN: FileCheck %s --check-prefix=FIRST < cycle-5.json
// RUN: FileCheck %s --check-prefix=SECOND < cycle-10.json
// RUN: ls -A %t.d/tmp | count 0

// wait 1, warm-up 1, active 3: steps 2-4, then 7-9.
// CHECK:      cycles
// CHECK-NEXT: step 5: 2 3 4
// CHECK-NEXT: step 10: 7 8 9
// CHECK-NEXT: off in step 0: 1, in step 1: 1, in step 2: 0
// CHECK-NEXT: ended
// Torch calls it for what the end cuts off, too: step 12 alone, and step 2 that had hardly begun.
// CHECK-NEXT: repeat for ever, 13 steps
// CHECK-NEXT: step 5: 2 3 4
// CHECK-NEXT: step 10: 7 8 9
// CHECK-NEXT: step 13: 12 partial
// CHECK-NEXT: no schedule
// CHECK-NEXT: step 3: 0 1 2
// CHECK-NEXT: per step: 0 1 2
// CHECK-NEXT: a callable
// CHECK-NEXT: window of 1 partial
// CHECK-NEXT: wrong answer: the schedule answered 9 for step 1, which is no ProfilerAction; there are NONE, WARMUP, RECORD and RECORD_AND_SAVE
// CHECK-NEXT: schedule: active=0 must be at least 1 (wait=1, warmup=1, active=0, repeat=0, skip_first=0, skip_first_wait=0)
// CHECK-NEXT: handler threw: from the handler, at step 1, running
// CHECK-NEXT: stopped by the handler at step 2
// CHECK-NEXT: step() cannot be called by on_trace_ready

// SAID: autoscope: a profile's schedule has no warm-up: its first recorded step includes what starting costs
// SAID-NEXT: autoscope: the schedule of a profile answers NONE after RECORD: that window is cut off, and on_trace_ready is not called for it
// SAID-NEXT: autoscope: on_trace_ready threw as a profile ended: step() cannot be called by on_trace_ready
// SAID-NOT: {{.}}

// FIRST-NOT: "ProfilerStep#1"
// FIRST-DAG: "cat": "user_annotation", "name": "ProfilerStep#2"
// FIRST-DAG: "name": "ProfilerStep#3"
// FIRST-DAG: "name": "ProfilerStep#4"
// FIRST-NOT: "ProfilerStep#5"
// SECOND-NOT: "ProfilerStep#6"
// SECOND-DAG: "name": "ProfilerStep#7"
// SECOND-DAG: "name": "ProfilerStep#9"
// SECOND-NOT: "ProfilerStep#10"

#include <autoscope/profile.h>
#include <cstdio>
#include <stdexcept>
#include <string>

using autoscope::profile;
using autoscope::ProfilerAction;

static long current;
static std::string ran;  // steps whose bodies saw a recording, since the last handler

static void train_step() {
  if (__autoscope_enabled)
    ran += " " + std::to_string(current);
}

static void run(profile &p, long steps) {
  for (current = 0; current < steps; ++current) {
    train_step();
    p.step();
  }
}

static autoscope::options with(autoscope::schedule_function schedule) {
  autoscope::options wanted;
  wanted.schedule = schedule;
  wanted.on_trace_ready = [](profile &p) {
    std::printf("step %ld:%s%s\n", p.step_num(), ran.c_str(), p.stats().partial ? " partial" : "");
    ran.clear();
  };
  return wanted;
}

int main() {
  std::puts("cycles");
  {
    autoscope::options wanted = with(autoscope::schedule(1, 1, 3, 2));
    auto print = wanted.on_trace_ready;
    wanted.on_trace_ready = [&](profile &p) {
      print(p);
      p.export_chrome_trace("cycle-" + std::to_string(p.step_num()) + ".json");
    };
    profile p(wanted);
    std::string off = "off in";
    for (current = 0; current < 13; ++current) {
      train_step();
      if (current < 3)
        off += std::string(current ? "," : "") + (current ? " in step " : " step ") + std::to_string(current) + ": " +
               (__autoscope_enabled ? "0" : "1");
      p.step();
    }
    std::puts(off.c_str());
    p.stop();
    std::puts("ended");
  }
  std::puts("repeat for ever, 13 steps");
  {
    profile p(with(autoscope::schedule(1, 1, 3)));
    run(p, 13);
    p.stop();
    p.export_chrome_trace("exit.json");
  }
  std::puts("no schedule");
  {
    profile p(with(nullptr));
    run(p, 3);
    p.stop();
    std::string steps;
    for (const autoscope::StepTime &step : p.per_step())
      steps += " " + std::to_string(step.number);
    std::printf("per step:%s\n", steps.c_str());
  }
  std::puts("a callable");
  ran.clear();
  {
    profile p(with([](long step) { return step == 0 ? ProfilerAction::RECORD : ProfilerAction::NONE; }));
    run(p, 2);
    std::printf("window of%s%s\n", ran == " 0" ? " 1" : ran.c_str(), p.stats().partial ? " partial" : "");
    p.stop();
    ran.clear();
  }
  try {
    profile p(with([](long step) { return ProfilerAction(step * 9); }));
    p.step();
  } catch (const autoscope::schedule_error &wrong) {
    std::printf("wrong answer: %s\n", wrong.what());
  }
  try {
    autoscope::schedule(1, 1, 0);
  } catch (const autoscope::schedule_error &wrong) {
    std::puts(wrong.what());
  }
  autoscope::options wanted = with(autoscope::schedule(0, 0, 1));
  bool throws = true;
  wanted.on_trace_ready = [&](profile &) {
    if (throws)
      throw std::runtime_error("from the handler");
  };
  {
    profile p(wanted);
    try {
      p.step();
    } catch (const std::runtime_error &thrown) {
      std::printf("handler threw: %s, at step %ld, %s\n", thrown.what(), p.step_num(),
                  __autoscope_enabled ? "running" : "off");
    }
    throws = false;
  }
  wanted.on_trace_ready = [&](profile &p) {
    if (p.step_num() == 2)
      p.stop();
  };
  {
    profile p(wanted);
    p.step();
    p.step();
    std::printf("stopped by the handler at step %ld%s\n", p.step_num(), __autoscope_enabled ? ", running" : "");
    profile another(wanted);  // there can be one again
  }
  wanted.on_trace_ready = [&](profile &p) { p.step(); };
  profile p(wanted);
  try {
    p.step();
  } catch (const autoscope::usage_error &wrong) {
    std::puts(wrong.what());
  }
}
