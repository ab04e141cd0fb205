// Every scope has the right parent and lies inside it, whatever is missing or skewed.
#include "model/ScopeWalk.h"

#include "SessionScript.h"

#include <gtest/gtest.h>
#include <random>

namespace autoscope::model {
namespace {

using test::SessionScript;

std::vector<Scope> walk(const record::SessionReader &session, size_t thread = 0) {
  std::vector<Scope> scopes;
  ScopeWalk(session, session.threads().at(thread)).run([&](const Scope &scope) { scopes.push_back(scope); });
  return scopes;
}

// "name[start,end]" indented by level, in order of visit.
std::string drawing(const record::SessionReader &session) {
  std::string text;
  for (const Scope &scope : walk(session)) {
    text += std::string(scope.level, '.') + std::string(session.names().sites()[scope.site].fields.name) + "[" +
            std::to_string(scope.startNs) + "," + std::to_string(scope.endNs) + "]";
    text += scope.finished ? " " : "* ";
  }
  return text;
}

TEST(ScopeWalk, VisitsParentsFirstAndLatestFirst) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), c = script.function("c");
  script.thread(1)
      .enter(a, 2000)
      .enter(b, 2010)
      .scope(c, 2020, 2030)
      .leave(2040)
      .scope(b, 2050, 2060)
      .leave(2100)
      .scope(c, 2200, 2300);
  EXPECT_EQ(drawing(*script.open()), "c[2200,2300] a[2000,2100] .b[2050,2060] .b[2010,2040] ..c[2020,2030] ");
}

TEST(ScopeWalk, ReadsAcrossChunks) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020).nextChunk().scope(b, 2030, 2040).nextChunk().leave(2100);
  EXPECT_EQ(drawing(*script.open()), "a[2000,2100] .b[2030,2040] .b[2010,2020] ");
}

TEST(ScopeWalk, ShowsOpenScopesUpToTheEndOfTheSession) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.window(1000, 9000);
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020).enter(b, 3000).scope(a, 3010, 3020);
  EXPECT_EQ(drawing(*script.open()), "a[2000,9000]* .b[3000,9000]* ..a[3010,3020] .b[2010,2020] ");
}

TEST(ScopeWalk, LeavesOutWhatStartedBeforeTheSession) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.window(2500, 9000);
  script.thread(1).enter(a, 2000).enter(a, 2100).scope(b, 2600, 2700).leave(3000);
  EXPECT_EQ(drawing(*script.open()), "b[2600,2700] ");
}

// A step is a record as it ends, of the depth of what it holds.
TEST(ScopeWalk, PutsAStepAroundTheCallsThatItHolds) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), step = script.function("step");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020);
  script.thread(1).step(step, 2005, 2030, 1).scope(b, 2040, 2050).step(step, 2030, 2060, 1).leave(2100);
  script.thread(1).scope(b, 2110, 2120).step(step, 2105, 2130, 0);
  EXPECT_EQ(
      drawing(*script.open()),
      "step[2105,2130] .b[2110,2120] a[2000,2100] .step[2030,2060] ..b[2040,2050] .step[2005,2030] ..b[2010,2020] ");
}

TEST(ScopeWalk, VisitsAStepThatOverlapsACallBesideTheTree) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), step = script.function("step");
  script.thread(1).scope(b, 1990, 1995).enter(a, 2000).scope(b, 2010, 2020);
  script.thread(1).step(step, 1980, 2030, 1, record::scopeOverlaps).scope(b, 2040, 2050).leave(2100);
  auto session = script.open();
  EXPECT_EQ(drawing(*session), "a[2000,2100] .b[2040,2050] .b[2010,2020] b[1990,1995] ");
  std::vector<Scope> beside;
  ScopeWalk(*session, session->threads().at(0))
      .run([](const Scope &) {}, [&](const Scope &scope) { beside.push_back(scope); });
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_EQ(beside[0].site, 3u);
  EXPECT_EQ(beside[0].startNs, 1980u);
  EXPECT_EQ(beside[0].endNs, 2030u);
  EXPECT_EQ(beside[0].level, 0u);
}

TEST(ScopeWalk, GivesAScopeWithALostParentToTheOneAround) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), c = script.function("c");
  // The parent of c at depth 1 is not there; the b of that depth came later.
  auto record = [&](uint64_t start, uint64_t end, uint64_t depth, uint32_t site) {
    script.thread(1).word(start).word((end - start) << 32 | depth << 22 | site);
  };
  record(2010, 2020, 2, c);
  record(2030, 2040, 1, b);
  record(2000, 2100, 0, a);
  record(2200, 2210, 3, c);
  EXPECT_EQ(drawing(*script.open()), "c[2200,2210] a[2000,2100] .b[2030,2040] .c[2010,2020] ");
}

// So that what a report makes of a damaged session is no square of its size.
TEST(ScopeWalk, NestsNoDeeperThanARecorderDoes) {
  SessionScript script;
  uint32_t f = script.function("f");
  test::ScriptThread &finished = script.thread(1), &open = script.thread(2);
  for (uint32_t depth = 0; depth < 3 * record::maxDepth; ++depth) {
    finished.enter(f, 2000 + depth);
    open.enter(f, 2000 + depth);
  }
  for (uint32_t depth = 0; depth < 3 * record::maxDepth; ++depth)
    finished.leave(10'000 + depth, {0, 0, 0, true});
  auto session = script.open();
  for (size_t thread : {0, 1}) {
    std::vector<Scope> scopes = walk(*session, thread);
    EXPECT_EQ(scopes.size(), 3 * record::maxDepth);
    EXPECT_EQ(scopes[record::maxDepth].level, record::maxDepth);
    for (const Scope &scope : scopes)
      EXPECT_LE(scope.level, record::maxDepth);
  }
}

TEST(ScopeWalk, KeepsSkewedClocksNested) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  auto record = [&](uint64_t start, uint64_t end, uint64_t depth, uint32_t site) {
    script.thread(1).word(start).word((end - start) << 32 | depth << 22 | site);
  };
  record(1990, 2050, 1, b);  // begins before its parent
  record(2045, 2110, 1, b);  // begins before its brother ended, ends after its parent
  record(2000, 2100, 0, a);
  EXPECT_EQ(drawing(*script.open()), "a[2000,2100] .b[2045,2100] .b[2000,2045] ");
}

TEST(ScopeWalk, GivesScopesWithoutDurationANanosecondWhereThereIsOne) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).scope(b, 1500, 1500).enter(a, 2000).scope(b, 2010, 2010).scope(b, 2020, 2020).leave(2020);
  EXPECT_EQ(drawing(*script.open()), "a[2000,2020] .b[2019,2020] .b[2010,2011] b[1500,1501] ");
}

TEST(ScopeWalk, NestsAnyHeapOfRecords) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    SessionScript script;
    uint32_t site = script.function("f");
    for (int i = 0; i < 300; ++i) {
      uint64_t start = 2000 + random() % 2000, duration = random() % 300, depth = random() % 6;
      script.thread(1).word(start).word(duration << 32 | depth << 22 | site);
    }
    std::vector<Scope> stack;
    for (const Scope &scope : walk(*script.open())) {
      ASSERT_LE(scope.level, stack.size());
      ASSERT_LE(scope.startNs, scope.endNs);
      if (scope.level < stack.size()) {  // the brother visited before, which is later
        ASSERT_LE(scope.endNs, stack[scope.level].startNs);
      }
      stack.resize(scope.level);
      if (!stack.empty()) {
        ASSERT_GE(scope.startNs, stack.back().startNs);
        ASSERT_LE(scope.endNs, stack.back().endNs);
      }
      stack.push_back(scope);
    }
  }
}

}  // namespace
}  // namespace autoscope::model
