// A profile that stops taking scopes for a while and goes on: one session, without what ran meanwhile.
#include "Recording.h"

#include "Runtime.h"
#include "autoscope/abi.h"
#include "autoscope/scope.h"

#include <sys/wait.h>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void taken() {
  AUTOSCOPE_SCOPE("taken");
}
[[gnu::noinline]] void missed() {
  AUTOSCOPE_SCOPE("missed");
}

void collect(bool collects) {
  EXPECT_EQ(Runtime::instance().setCollecting(collects), "");
}

TEST(Collecting, ScopesOfThePauseAreMissingAndNothingIsLost) {
  Recording recording("collecting");
  taken();
  for (int i = 0; i < 3; ++i) {
    collect(false);
    EXPECT_EQ(__autoscope_enabled, 0);
    missed();
    collect(true);
    taken();
  }
  collect(true);  // is as it was
  Session session = recording.stop();
  EXPECT_EQ(session.calls("taken"), 4u);
  EXPECT_EQ(session.calls("missed"), 0u);
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_FALSE(session.reader().damage().any());
}

TEST(Collecting, WhatIsOpenAtThePauseIsRecordedWhenItEnds) {
  Recording recording("collecting-open");
  {
    AUTOSCOPE_SCOPE("around");
    taken();
    collect(false);
  }
  collect(true);
  taken();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("around"), 1u);
  EXPECT_EQ(session.open("around"), 0u);
  EXPECT_EQ(session.calls("taken"), 2u);
}

TEST(Collecting, TheNextProfileCollects) {
  {
    Recording recording("collecting-first");
    collect(false);
    missed();
    EXPECT_EQ(recording.stop().calls("missed"), 0u);
  }
  Recording recording("collecting-second");
  taken();
  EXPECT_EQ(recording.stop().calls("taken"), 1u);
}

TEST(Collecting, IsRefusedWhereNothingIsRecorded) {
  EXPECT_EQ(Runtime::instance().setCollecting(false), "no profile is being recorded");
  EXPECT_EQ(Runtime::instance().setCollecting(true), "no profile is being recorded");
  EXPECT_EQ(__autoscope_enabled, 0);
}

TEST(Collecting, AForkInThePauseCollectsNothing) {
  Recording recording("collecting-fork");
  collect(false);
  pid_t child = fork();
  if (child == 0) {
    missed();
    _exit(__autoscope_enabled == 0 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  recording.stop();
}

}  // namespace
}  // namespace autoscope::test
