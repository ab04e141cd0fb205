// A signal handler may jump out of the recorder's slow half at any instruction, or wherever it is let in: the thread
// goes on being recorded, no lock stays held, and every scope is recorded or counted.
//
// The child steps through its own code by the trap flag. What is to be the asynchronous signal comes with the trap of
// one instruction, or of the first one behind it where the thread has not blocked it.
#include "../collect/ChildProcess.h"
#include "Recording.h"
#include "SlowDisk.h"
#include "Stepping.h"

#include "autoscope/scope.h"
#include "hot/ThreadState.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <ucontext.h>

namespace autoscope::test {
namespace {

// Of a scope: it is entered between the two.
struct Counted {
  std::atomic<uint64_t> attempts{0}, bodies{0};
};
struct {
  Counted target, handler, after, leaf;
} counted;

#define COUNTED_SCOPE(name)                                                                                            \
  ++counted.name.attempts;                                                                                             \
  AUTOSCOPE_SCOPE(#name);                                                                                              \
  ++counted.name.bodies

[[gnu::noinline]] void leaf() {
  COUNTED_SCOPE(leaf);
}
[[gnu::noinline]] void after() {
  COUNTED_SCOPE(after);
}
[[gnu::noinline]] void target() {
  COUNTED_SCOPE(target);
}

[[gnu::noinline]] void enterAndLeave(__autoscope_site &site, const void *object) {
  ++counted.target.attempts;
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {
      object ? __autoscope_enter_object(&site, &guard, object, nullptr) : __autoscope_enter(&site, &guard)};
  ++counted.target.bodies;
}

// Sites of one name, each new to the run time.
struct NewSite {
  explicit NewSite(unsigned kind, const __autoscope_parameters *parameters = nullptr) {
    static int made = 0;
    text = std::string("A1\037") + (kind == __autoscope_kind_module ? "module" : "function") + "\037\037" +
           std::to_string(++made) + "\037a.cpp\037target\037target\037Layer\037";
    site = {sizeof(__autoscope_site), 0, kind, 0, text.c_str(), nullptr, parameters};
  }
  std::string text;
  __autoscope_site site;
};
std::deque<NewSite> sites;

long rows = 0;
void describe(__autoscope_shapes *shapes, const volatile void *) {
  __autoscope_shape_open(shapes);
  __autoscope_shape_size(shapes, ++rows);
  __autoscope_shape_close(shapes);
}
const __autoscope_parameters oneMatrix[] = {{describe, "float"}, {nullptr, nullptr}};
[[gnu::noinline]] void describedTarget(__autoscope_site &site) {
  ++counted.target.attempts;
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {__autoscope_enter(&site, &guard)};
  ++counted.target.bodies;
  const volatile void *values[] = {&rows};
  __autoscope_arguments(&site, values);
}

using Jump = void (*)(sigjmp_buf, int);
Jump jump = siglongjmp;
thread_local sigjmp_buf back;
volatile long steps = 0, jumpAt = 0;
constexpr long never = 1'000'000'000, most = 1 << 20;
bool letsIn[most];  // whether a handler may run at that step of a round that nothing interrupts
thread_local volatile bool hasJumped = true;  // or there is nowhere to jump to

void handler() {
  {
    COUNTED_SCOPE(handler);
  }
  hasJumped = true;
  jump(back, 1);
}

void trap(int, siginfo_t *, void *context) {
  bool waits = sigismember(&static_cast<ucontext_t *>(context)->uc_sigmask, SIGUSR1);
  if (jumpAt == never && steps < most)
    letsIn[steps] = !waits;
  if (steps++ >= jumpAt && !waits && !hasJumped)
    handler();
}
// Jumps out at the instruction `at`, if there are so many.
[[gnu::noinline]] void stepAndJump(const std::function<void()> &run, long at) {
  steps = 0;
  jumpAt = at;
  hasJumped = false;
  if (sigsetjmp(back, 1) == 0)
    stepThrough(run);
}

struct Subject {
  void (*prepare)();
  void (*run)();
  bool onNewThread = false;
};
char objects[1 << 16];
size_t nextObject = 0;
const std::map<std::string, Subject> subjects = {
    {"chunk",
     {[] {
        while (((__autoscope_slot_of_thread->__state >> 32) & __autoscope_chunk_mask) != 0)
          leaf();
      },
      target}},
    {"site", {[] { sites.emplace_back(0u); }, [] { enterAndLeave(sites.back().site, nullptr); }}},
    {"module",
     {[] { sites.emplace_back(unsigned(__autoscope_kind_module)); },
      [] { enterAndLeave(sites.back().site, &objects[nextObject++ % sizeof objects]); }}},
    {"shapes",
     {[] {
        if (sites.empty())
          sites.emplace_back(0u, oneMatrix);
      },
      [] { describedTarget(sites.back().site); }}},
    {"thread", {[] {}, target, true}},
    {"scope", {[] {}, target}},
};

void onAlternateStack() {
  static thread_local char alternate[65536];
  stack_t stack = {alternate, 0, sizeof alternate};
  sigaltstack(&stack, nullptr);
}

void writeCounts() {
  std::ofstream file(getenv("TEST_COUNT"));
  for (auto &[name, count] : {std::pair<const char *, Counted *>{"handler", &counted.handler},
                              {"target", &counted.target},
                              {"after", &counted.after},
                              {"leaf", &counted.leaf}})
    file << name << " " << count->attempts << " " << count->bodies << "\n";
}

int jumpingChild() {
  alarm(100);  // ends it where a lock is held for ever
  const Subject &subject = subjects.at(getenv("TEST_SUBJECT"));
  bool alternate = getenv("TEST_ALTERNATE");
  if (getenv("TEST_UNSEEN"))
    jump = reinterpret_cast<Jump>(dlsym(RTLD_NEXT, "siglongjmp"));
  struct sigaction action = {};
  action.sa_sigaction = trap;
  action.sa_flags = SA_SIGINFO | (alternate ? SA_ONSTACK : 0);
  sigaction(SIGTRAP, &action, nullptr);
  auto round = [&](long at) {
    subject.prepare();
    bool jumped = false;
    auto run = [&] {
      if (alternate)
        onAlternateStack();
      stepAndJump(subject.run, at);
      after();
      jumped = hasJumped;
    };
    if (subject.onNewThread)
      std::thread(run).join();
    else
      run();
    return jumped;
  };
  leaf();
  for (int i = 0; i < 3; ++i)
    round(never);
  // A hundred thousand steps in all or some more: at those where a handler may run, and at one of each stretch where it
  // waits.
  std::vector<long> places;
  for (long at = 0, all = steps; at < all; ++at)
    if (letsIn[at] || (at > 0 && letsIn[at - 1]))
      places.push_back(at);
  const size_t rounds = std::max<size_t>(40, 100'000 / size_t(steps)), stride = places.size() / rounds + 1;
  long jumps = 0;
  for (size_t i = 0; i < places.size(); i += stride)
    jumps += round(places[i]);
  writeCounts();
  return jumps >= 30 ? 0 : 1;
}
ChildFunction jumping("jumping out", jumpingChild);

// What the child counted against what is in its session. `lostPerJump`: of each scope but the handler's, whose own may
// all be lost.
void check(const std::string &name, Environment environment, uint64_t lostPerJump = 0) {
  std::string path = temporaryPath("jumped"), counts = path + ".count";
  environment["AUTOSCOPE_OUTPUT"] = path;
  environment["TEST_COUNT"] = counts;
  ChildResult child = runChild(name, environment);
  EXPECT_TRUE(WIFEXITED(child.status) && WEXITSTATUS(child.status) == 0) << child.status << "\n" << child.errors;
  EXPECT_EQ(child.errors.find("unfinished"), std::string::npos) << child.errors;
  EXPECT_EQ(access(path.c_str(), F_OK), 0) << "the session is not finished";
  Session session(path);
  uint64_t recorded = 0, bodies = 0, jumps = 0;
  std::ifstream file(counts);
  std::string scope;
  for (uint64_t attempts, ran; file >> scope >> attempts >> ran;) {
    uint64_t calls = 0;
    for (const model::Row &row : session.profile().rows)
      calls += row.name.rfind(scope, 0) == 0 ? row.calls : 0;
    EXPECT_LE(calls, attempts) << scope;
    if (scope == "handler") {
      jumps = ran;
    } else {
      EXPECT_LE(ran, calls + jumps * lostPerJump) << scope;
    }
    recorded += calls;
    bodies += ran;
    // Of what its attempts are more than its bodies the handler has cut off each.
    EXPECT_LE(attempts, ran + jumps) << scope;
  }
  EXPECT_GE(jumps, 30u);
  for (const auto &[cause, count] : session.profile().losses.causes)
    EXPECT_TRUE(cause == record::LossCause::Reentered) << count << " lost by cause " << int(cause);
  // A handler that interrupts what describes an argument is taken for a part of that.
  bool describes = environment.count("AUTOSCOPE_SHAPES");
  EXPECT_LE(bodies, recorded + session.lost() + (describes ? jumps : 0));
  EXPECT_LE(recorded + session.lost(), bodies + jumps);
  unlink(counts.c_str());
}

struct Case {
  const char *name, *subject;
  Environment environment;
  uint64_t lostPerJump = 0;
};
const Environment plain = {}, alternate = {{"TEST_ALTERNATE", "1"}}, systemClock = {{"AUTOSCOPE_CLOCK", "system"}},
                  shapes = {{"AUTOSCOPE_SHAPES", "1"}},
                  // As with libautoscope.a, or by __builtin_longjmp: what is called next and reaches deeper is lost.
    unseen = {{"TEST_UNSEEN", "1"}}, unseenShapes = {{"TEST_UNSEEN", "1"}, {"AUTOSCOPE_SHAPES", "1"}},
                  unseenSystemClock = {{"TEST_UNSEEN", "1"}, {"AUTOSCOPE_CLOCK", "system"}};
const Case cases[] = {
    {"Chunk", "chunk", plain},
    {"ChunkAndAlternateStack", "chunk", alternate},
    {"ChunkAndUnseenJump", "chunk", unseen, 1},
    {"Site", "site", plain},
    {"Module", "module", alternate},
    {"ModuleAndUnseenJump", "module", unseen, 1},
    {"Shapes", "shapes", shapes},
    {"ShapesAndUnseenJump", "shapes", unseenShapes, 1},
    {"Thread", "thread", plain},
    {"ThreadAndUnseenJump", "thread", unseen, 1},
    {"SlowScope", "scope", systemClock},
    {"SlowScopeAndUnseenJump", "scope", unseenSystemClock, 1},
};
void PrintTo(const Case &tried, std::ostream *to) {
  *to << tried.name;
}
class JumpedOutAnywhere : public testing::TestWithParam<Case> {};

TEST_P(JumpedOutAnywhere, LosesNothingButScopesOfTheHandler) {
  if (underSanitizer || !canStep)
    GTEST_SKIP() << "the instructions would be the sanitizer's, or there is no trap flag";
  Environment environment = GetParam().environment;
  environment["TEST_SUBJECT"] = GetParam().subject;
  check("jumping out", environment, GetParam().lostPerJump);
}
INSTANTIATE_TEST_SUITE_P(Of, JumpedOutAnywhere, testing::ValuesIn(cases),
                         [](const auto &chosen) { return std::string(chosen.param.name); });

void jumpBack(int) {
  if (!hasJumped)
    handler();
}

void handleBy(void (*function)(int), int signal) {
  struct sigaction action = {};
  action.sa_handler = function;
  sigaction(signal, &action, nullptr);
}

// Several threads, each with a time-out of its own, and a disk that stands still for a while.
int timeOutsChild() {
  alarm(100);
  bool isSlow = getenv("TEST_SLOW_DISK");
  handleBy(jumpBack, SIGUSR1);
  constexpr int threads = 3, jumpsOfEach = 100;
  std::atomic<int> left{threads};
  auto work = [&] {
    static thread_local volatile int jumps;
    for (jumps = 0; jumps < jumpsOfEach; jumps = jumps + 1) {
      if (sigsetjmp(back, 1) == 0) {
        hasJumped = false;
        for (;;)
          target();
      }
      after();
    }
    --left;
    while (left >= 0)  // until the last signal has been sent
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  std::vector<std::thread> all;
  diskStandsStill = isSlow;
  for (int i = 0; i < threads; ++i)
    all.emplace_back(work);
  for (int signals = 0; left > 0; ++signals) {
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    for (std::thread &thread : all)
      pthread_kill(thread.native_handle(), SIGUSR1);
    if (signals == 300)
      diskStandsStill = false;
  }
  left = -1;
  for (std::thread &thread : all)
    thread.join();
  writeCounts();
  return 0;
}
ChildFunction timeOuts("time-outs", timeOutsChild);

TEST(JumpedOut, ByTimeOutsOfManyThreads) {
  if (underSanitizer && !underThreadSanitizer)
    GTEST_SKIP() << "AddressSanitizer has a longjmp of its own: the jump is not seen (docs/limits.md)";
  // ThreadSanitizer takes a thread that has jumped out of a handler for one that is still in it.
  check("time-outs", {{"TSAN_OPTIONS", "report_signal_unsafe=0"}});
}
TEST(JumpedOut, ByTimeOutsOfManyThreadsThatWaitForTheDisk) {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer has a pwrite of its own";
  check("time-outs", {{"TEST_SLOW_DISK", "1"}, {"AUTOSCOPE_OVERFLOW", "block"}, {"AUTOSCOPE_BUFFER", "2"}});
}

}  // namespace
}  // namespace autoscope::test
