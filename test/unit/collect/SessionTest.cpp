// What one thread records in one session: counts, exceptions, longjmp, open scopes, errors, sessions one after another.
#include "Recording.h"

#include "autoscope/scope.h"

#include <csetjmp>
#include <filesystem>
#include <thread>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int inner(int x) {
  AUTOSCOPE_SCOPE("inner");
  asm volatile("" : "+r"(x));
  return x + 1;
}

[[gnu::noinline]] int outer(int calls) {
  AUTOSCOPE_SCOPE("outer");
  int sum = 0;
  for (int i = 0; i < calls; ++i)
    sum += inner(i);
  return sum;
}

TEST(Session, RefusesABufferThatTheEnvironmentCouldNotSay) {
  options wanted(temporaryPath("buffer"));
  wanted.buffer = 1;
  EXPECT_NE(start(wanted).message.find("options.buffer=1 "), std::string::npos) << start(wanted).message;
}

TEST(Session, CountsCallsAndKeepsTheCallTree) {
  Recording recording("counts");
  for (int i = 0; i < 10; ++i)
    outer(7);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("outer"), 10u);
  EXPECT_EQ(session.calls("inner"), 70u);
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_TRUE(session.reader().finished());
  const model::Profile &profile = session.profile();
  ASSERT_EQ(profile.calls[0].children.size(), 1u);
  const model::CallNode &root = profile.calls[profile.calls[0].children[0]];
  EXPECT_EQ(profile.rows[root.row].name, "outer");
  ASSERT_EQ(root.children.size(), 1u);
  EXPECT_EQ(profile.calls[root.children[0]].calls, 70u);
}

TEST(Session, NothingIsRecordedWhileOff) {
  outer(3);
  Recording recording("off");
  inner(1);
  Session session = recording.stop();
  outer(3);
  EXPECT_EQ(session.calls("outer"), 0u);
  EXPECT_EQ(session.calls("inner"), 1u);
}

void throwing(int depth) {
  AUTOSCOPE_SCOPE("throwing");
  if (depth == 0)
    throw 1;
  throwing(depth - 1);
}

TEST(Session, ExceptionClosesScopes) {
  Recording recording("exception");
  for (int i = 0; i < 100; ++i) {
    AUTOSCOPE_SCOPE("catcher");
    try {
      throwing(4);
    } catch (int) {
    }
    inner(i);
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("throwing"), 500u);
  EXPECT_EQ(session.open("throwing"), 0u);
  // At the catcher's level again, not below a scope that was left by the exception.
  const model::Profile &profile = session.profile();
  for (const model::CallNode &node : profile.calls)
    if (&node != &profile.calls[0] && profile.rows[node.row].name == "inner") {
      EXPECT_EQ(profile.rows[profile.calls[node.parent].row].name, "catcher");
    }
}

std::jmp_buf back;

[[gnu::noinline]] void jumping(int depth) {
  AUTOSCOPE_SCOPE("jumping");
  asm volatile("" : "+r"(depth));
  if (depth == 0)
    longjmp(back, 1);
  if (depth < 100)
    jumping(depth - 1);
  asm volatile("" : : : "memory");
}

[[gnu::noinline]] void jumpOnce() {
  if (setjmp(back) == 0)
    jumping(2);
}

TEST(Session, LongjmpIsCutAndFlaggedAndDepthDoesNotGrow) {
  if (!__AUTOSCOPE_LOCALS_ON_STACK)
    GTEST_SKIP() << "AddressSanitizer moves locals: the cut is seen when the scope around is left";
  Recording recording("longjmp");
  {
    AUTOSCOPE_SCOPE("base");
    for (int i = 0; i < 1000; ++i)
      jumpOnce();
    inner(0);
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("jumping"), 3000u);
  EXPECT_EQ(session.calls("base"), 1u);
  uint64_t flagged = 0, deepest = 0;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);) {
      flagged += record.flags & record::scopeCutByLongjmp ? 1 : 0;
      deepest = std::max<uint64_t>(deepest, record.depth);
    }
  }
  EXPECT_EQ(flagged, 3000u);
  EXPECT_LE(deepest, 3u);
}

TEST(Session, StopShowsOpenScopesAndTheirLaterEndIsSilent) {
  auto recording = std::make_unique<Recording>("open");
  {
    AUTOSCOPE_SCOPE("still open");
    inner(1);
    Session session = recording->stop();
    EXPECT_EQ(session.open("still open"), 1u);
    EXPECT_EQ(session.calls("inner"), 1u);
    recording = std::make_unique<Recording>("open2");
  }
  inner(2);
  Session session = recording->stop();
  EXPECT_EQ(session.calls("still open"), 0u);
  EXPECT_EQ(session.calls("inner"), 1u);
}

TEST(Session, StartedInsideScopesSeesOnlyWhatFollows) {
  AUTOSCOPE_SCOPE("entered while off");
  Recording recording("inside");
  outer(2);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("entered while off"), 0u);
  EXPECT_EQ(session.calls("outer"), 1u);
}

TEST(Session, ErrorsAreSentences) {
  EXPECT_EQ(stop().message, "no profile is being recorded");
  EXPECT_EQ(start("/nonexistent/folder/x.autoscope").message,
            "cannot create /nonexistent/folder/x.autoscope.part: No such file or directory");
  EXPECT_EQ(start(temporaryPath("%q")).message.find("AUTOSCOPE_OUTPUT="), 0u);
  Recording recording("errors");
  EXPECT_EQ(start(temporaryPath("other")).message, "a profile is being recorded already");
  Session session = recording.stop();
}

TEST(Session, RecursionBeyondTheLimitIsCounted) {
  Recording recording("deep");
  struct Recursion {
    static int run(int n) {
      AUTOSCOPE_SCOPE("deep");
      asm volatile("" : "+r"(n));
      return n == 0 ? 0 : run(n - 1) + 1;
    }
  };
  EXPECT_EQ(Recursion::run(1499), 1499);
  testing::internal::CaptureStderr();
  Session session = recording.stop();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "autoscope: lost 500 scopes nested deeper than the limit of 1000\n");
  EXPECT_EQ(session.calls("deep"), 1000u);
  EXPECT_EQ(session.lost(), 500u);
}

TEST(Session, ManySessionsReachAMemoryPlateau) {
  auto resident = [] {
    FILE *file = fopen("/proc/self/statm", "re");
    long total = 0, pages = 0;
    EXPECT_EQ(fscanf(file, "%ld %ld", &total, &pages), 2);
    fclose(file);
    return pages * 4096;
  };
  auto sessions = [](int count) {
    for (int i = 0; i < count; ++i) {
      Recording recording("plateau");
      outer(99);
      ASSERT_EQ(stop().message, "");
      unlink(recording.path().c_str());
    }
  };
  sessions(100);
  long before = resident();
  sessions(400);
  if (!underSanitizer) {
    EXPECT_LT(resident() - before, 4 << 20);
  }
}

}  // namespace
}  // namespace autoscope::test
