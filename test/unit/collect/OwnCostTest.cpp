// A recorded session says what its scopes and the recorder cost, and by that its times can be compensated.
#include "Recording.h"

#include "autoscope/abi.h"
#include "collect/OwnTimes.h"

#include <algorithm>
#include <utility>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void child(__autoscope_site *site) {
  __autoscope_guard guard;
  guard.__depth = site ? __autoscope_enter(site, &guard) : __autoscope_off;
  asm volatile("" ::: "memory");
  __autoscope_leave(&guard);
}

// Ends all reading of the counter before it, so that a scope is not hidden behind other work.
void wait() {
#if defined(__x86_64__)
  asm volatile("lfence" ::: "memory");
#else
  asm volatile("isb" ::: "memory");
#endif
}

constexpr int rounds = 40, calls = 2000;

std::string nameOf(const char *what, int round) {
  return what + std::to_string(round);
}

__autoscope_site makeSite(std::string &text) {
  return {sizeof(__autoscope_site), 0, __autoscope_kind_function, 0, text.c_str(), nullptr, nullptr};
}

TEST(OwnCost, CompensationBringsATimeNearThatWithoutScopes) {
  if (underSanitizer)
    GTEST_SKIP() << "the run time and its callers are slowed down unlike";
  struct Round {
    std::string withText, withoutText;
    __autoscope_site with, without;
  };
  static std::string childText = "A1\x1f"
                                 "function\x1f\x1f"
                                 "1\x1f"
                                 "a.cpp\x1f"
                                 "child\x1f"
                                 "child\x1f\x1f";
  static __autoscope_site childSite = makeSite(childText);
  static Round all[rounds];
  Recording recording("compensated");
  for (int i = 0; i < rounds; ++i) {
    auto text = [i](const char *what) {
      std::string name = nameOf(what, i);
      return "A1\x1f"
             "function\x1f\x1f" +
             std::to_string(i + 2) +
             "\x1f"
             "a.cpp\x1f" +
             name + "\x1f" + name + "\x1f\x1f";
    };
    all[i].withText = text("with");
    all[i].withoutText = text("without");
    all[i].with = makeSite(all[i].withText);
    all[i].without = makeSite(all[i].withoutText);
    for (__autoscope_site *scopes : {&childSite, static_cast<__autoscope_site *>(nullptr)}) {
      __autoscope_guard guard;
      guard.__depth = __autoscope_enter(scopes ? &all[i].with : &all[i].without, &guard);
      for (int call = 0; call < calls; ++call) {
        wait();
        child(scopes);
        wait();
      }
      __autoscope_leave(&guard);
    }
  }
  Session session = recording.stop();
  ASSERT_EQ(session.lost(), 0u);
  model::ProfileOptions options;
  options.compensate = true;
  model::Profile compensated = model::buildProfile(session.reader(), options);
  ASSERT_TRUE(compensated.compensated);
  // The shortest of many rounds: one that nothing interrupted.
  auto least = [](const model::Profile &profile, const char *what) {
    uint64_t ns = ~uint64_t{0};
    for (const model::Row &row : profile.rows)
      for (int i = 0; i < rounds; ++i)
        if (row.name == nameOf(what, i))
          ns = std::min(ns, row.totalNs);
    return static_cast<double>(ns);
  };
  double with = least(session.profile(), "with"), without = least(session.profile(), "without");
  double left = least(compensated, "with");
  EXPECT_GT(with, 1.3 * without);
  EXPECT_LT(left - without, 0.5 * (with - without)) << with << " " << without << " " << left;
  EXPECT_GT(left - without, -0.5 * (with - without)) << with << " " << without << " " << left;
}

TEST(OwnCost, TheSessionSaysHowLongTheRecorderTook) {
  uint64_t began = collect::OwnTimes::now();
  Session session = Recording("own-times").stop();
  uint64_t took = collect::OwnTimes::now() - began;
  const model::SelfCost &cost = session.profile().cost;
  ASSERT_TRUE(cost.startNs && cost.stopNs && cost.writerNs);
  EXPECT_GT(*cost.startNs, 0u);
  EXPECT_GT(*cost.stopNs, 0u);
  EXPECT_LT(*cost.startNs + *cost.stopNs, took);
  EXPECT_LT(*cost.writerNs, took);
  EXPECT_TRUE(cost.knowsScopes());
}

}  // namespace
}  // namespace autoscope::test
