// A coroutine's call is one call however often it is suspended, whoever runs it, and whenever a profile starts or
// stops.
#include "Recording.h"

#include "autoscope/scope.h"
#include "model/ScopeWalk.h"

#include <csetjmp>
#include <map>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

// What the plugin makes of a coroutine, with the frame as an object and resume() as a function.
class Call {
public:
  explicit Call(const __autoscope_site &site) : guard_{&site, 0, 0, __autoscope_off} {}
  ~Call() { __autoscope_coroutine_leave(&guard_); }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  [[gnu::always_inline]] void run() { __autoscope_coroutine_resumed(&guard_); }
  [[gnu::always_inline]] bool suspend(bool ready = false) { return __autoscope_coroutine_suspending(&guard_, ready); }
  [[gnu::always_inline]] void finish() { __autoscope_coroutine_leave(&guard_); }

  // What a resume calls: runs until the next suspension.
  [[gnu::noinline]] void slice() {
    __autoscope_coroutine_resumed(&guard_);
    work();
    __autoscope_coroutine_suspending(&guard_, false);
  }
  [[gnu::noinline]] static void work() {
    AUTOSCOPE_SCOPE("work");
    asm volatile("");
  }

private:
  __autoscope_coroutine guard_;
};

const char taskInfo[] = "A1\037function\037n\0371\037a.cpp\037task\037task\037\037";
const char otherInfo[] = "A1\037function\037n\0372\037a.cpp\037other\037other\037\037";
__autoscope_site task = {sizeof(__autoscope_site), 0, __autoscope_kind_function, 0, taskInfo, nullptr, nullptr};
__autoscope_site other = {sizeof(__autoscope_site), 0, __autoscope_kind_function, 0, otherInfo, nullptr, nullptr};

// "name#slice" per scope of all threads, in order of time, indented by level; calls are told apart by letter.
std::string drawing(const Session &session) {
  std::multimap<uint64_t, std::string> lines;
  std::map<uint64_t, char> calls;
  for (const record::Thread &thread : session.reader().threads())
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      std::string line = std::string(scope.level, '.');
      line += session.reader().names().sites()[scope.site].fields.name;
      if (uint64_t call = scope.coroutine.call) {
        char letter = calls.try_emplace(call, char('A' + calls.size())).first->second;
        line += std::string("#") + letter + std::to_string(scope.coroutine.number);
        line += scope.coroutine.suspended ? "~" : "";
      }
      line += scope.cutByLongjmp ? " cut" : "";
      line += scope.finished ? "" : " open";
      lines.emplace(scope.startNs, line + " ");
    });
  std::string text;
  for (const auto &[start, line] : lines)
    text += line;
  return text;
}

TEST(Coroutine, SlicesNestWhereTheyRunAndAreOneCall) {
  Recording recording("slices");
  {
    Call call(task);
    {
      AUTOSCOPE_SCOPE("main");
      call.slice();
      std::thread([&] { call.slice(); }).join();
    }
    call.run();
    EXPECT_TRUE(call.suspend(/*ready=*/true));  // does not end the slice
    call.run();                                 // nor does this begin one
    call.finish();
  }
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "main .task#A0~ ..work task#A1~ .work task#A2 ");
  EXPECT_EQ(session.calls("task"), 1u);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(Coroutine, DestroyedWhileSuspendedEndsOnceAndNowhereElse) {
  Recording recording("destroyed");
  {
    auto call = std::make_unique<Call>(task);
    call->slice();
    std::thread([&] { call.reset(); }).join();
  }
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "task#A0~ .work ");
  EXPECT_EQ(session.lost(), 0u);
}

TEST(Coroutine, NeverRunHasNoScope) {
  Recording recording("never");
  {
    Call call(task);
  }
  Session session = recording.stop();
  EXPECT_EQ(session.profile().scopes, 0u);
}

TEST(Coroutine, RunsAnotherInItsOwnStackFrame) {
  Recording recording("nested");
  Call outer(task), inner(other), again(task);
  // As if all were inlined here: one stack pointer for three slices and for the scopes between them.
  outer.run();
  inner.run();
  {
    AUTOSCOPE_SCOPE("between");
    again.run();
    again.suspend();
  }
  inner.suspend();
  outer.finish();
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "task#A0 .other#B0~ ..between ...task#C0~ ");
}

// By hand, in a coroutine: the guard lies in the frame and lives on.
TEST(Coroutine, AScopeThatSpansASuspensionIsCutThere) {
  Recording recording("spans");
  Call call(task);
  call.run();
  {
    AUTOSCOPE_SCOPE("spans");
    call.suspend();
    Call::work();
    call.run();
  }
  call.finish();
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "task#A0~ .spans cut work task#A1 ");
  EXPECT_EQ(session.lost(), 0u);
}

TEST(Coroutine, EverySessionCountsACallThatItSeesOnce) {
  Call call(task);
  call.slice();  // nobody records
  {
    Recording recording("first");
    call.slice();
    call.slice();
    call.run();
    Session session = recording.stop();
    EXPECT_EQ(drawing(session), "task#A0~ .work task#A1~ .work task#A2 open ");
    EXPECT_EQ(session.calls("task"), 1u);
  }
  Recording recording("second");
  call.suspend();  // of the first session: not shown
  call.slice();
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "task#A0~ .work ");
  call.slice();
}

TEST(Coroutine, ScopesThatALongjmpSkippedAreCut) {
  Recording recording("longjmp");
  Call call(task);
  jmp_buf back;
  AUTOSCOPE_SCOPE("main");
  if (setjmp(back) == 0) {
    call.run();
    [&]() __attribute__((noinline)) {
      AUTOSCOPE_SCOPE("skipped");
      longjmp(back, 1);
    }();
  }
  call.suspend();
  Session session = recording.stop();
  EXPECT_EQ(drawing(session), "main open .task#A0~ ..skipped cut ");
}

TEST(Coroutine, ALongjmpOutOfItCutsItsSlice) {
  Recording recording("longjmp-out");
  {
    AUTOSCOPE_SCOPE("main");
    Call call(task);
    jmp_buf back;
    if (setjmp(back) == 0) {
      call.run();
      longjmp(back, 1);
    }
  }
  Call::work();
  Session session = recording.stop();
  EXPECT_EQ(drawing(session).substr(0, 9), "main .tas");
  EXPECT_EQ(session.find("main")->open, 0u);
  EXPECT_EQ(session.find("work")->calls, 1u);
  EXPECT_EQ(session.profile().openScopes, 0u);
}

TEST(Coroutine, DeepNestingIsCountedAndBalanced) {
  Recording recording("deep");
  {
    std::vector<std::unique_ptr<Call>> calls;
    for (int i = 0; i < 600; ++i) {
      calls.push_back(std::make_unique<Call>(task));
      calls.back()->run();
    }
    while (!calls.empty()) {
      calls.back()->suspend();
      calls.pop_back();
    }
  }
  Call::work();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("task"), 500u);  // a slice takes two frames of 1000
  EXPECT_EQ(session.lost(), 100u);
  EXPECT_EQ(session.calls("work"), 1u);
}

TEST(Coroutine, ManyFillChunksWithoutLoss) {
  Recording recording("many");
  constexpr int count = 100'000;
  Call call(task);
  for (int i = 0; i < count; ++i)
    call.slice();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("task"), 1u);
  EXPECT_EQ(session.find("task")->scopes, uint64_t(count));
  EXPECT_EQ(session.calls("work"), uint64_t(count));
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
}

}  // namespace
}  // namespace autoscope::test
