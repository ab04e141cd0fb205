// Fork together with what else a process can be asked for: a flight recorder, its snapshots, rules for them, control
// from outside.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/abi.h"
#include "autoscope/scope.h"
#include "config/OutputPath.h"

#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace autoscope::test {
namespace {

constexpr int many = 600'000, few = 1000;  // more and less than the memory that these tests allow

[[gnu::noinline]] void work(int times) {
  for (int i = 0; i < times; ++i) {
    AUTOSCOPE_SCOPE("work");
    asm volatile("");
  }
}
[[gnu::noinline]] void first() {
  AUTOSCOPE_SCOPE("first");
  asm volatile("");
}
[[gnu::noinline]] void last() {
  AUTOSCOPE_SCOPE("last");
  asm volatile("");
}

std::string nameOf(const std::string &product, pid_t pid) {
  return config::withTag(product, std::to_string(pid));
}

bool endsWell(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && status == 0;
}

uint64_t lostTo(const Session &session, record::LossCause cause) {
  for (const auto &[each, count] : session.profile().losses.causes)
    if (each == cause)
      return count;
  return 0;
}

TEST(ForkModes, EachSideOfAFlightRecorderKeepsItsNewest) {
  Recording recording("fork-newest", 4, "newest");
  first();
  work(few);
  pid_t child = fork();
  if (child == 0) {
    first();
    work(many);
    last();
    _exit(stop().ok() ? 0 : 1);
  }
  EXPECT_TRUE(endsWell(child));
  work(few);
  last();
  Session parent = recording.stop(), own(nameOf(recording.path(), child));
  EXPECT_EQ(parent.calls("work"), 2u * few);
  EXPECT_EQ(parent.calls("first"), 1u);
  EXPECT_EQ(parent.calls("last"), 1u);
  EXPECT_EQ(parent.lost(), 0u);
  EXPECT_FALSE(parent.reader().damage().any());
  EXPECT_TRUE(own.reader().finished());
  EXPECT_FALSE(own.reader().damage().any());
  EXPECT_EQ(own.calls("first"), 0u);
  EXPECT_EQ(own.calls("last"), 1u);
  EXPECT_GT(own.calls("work"), 100'000u);
  EXPECT_EQ(own.calls("work") + own.lost(), many + 1u);
  EXPECT_EQ(lostTo(own, record::LossCause::Overwritten), own.lost());
}

TEST(ForkModes, AChildWhoseParentsFlightRecorderIsFullBeginsEmpty) {
  Recording recording("fork-full", 4, "newest");
  work(many);
  pid_t child = fork();
  if (child == 0) {
    last();
    _exit(stop().ok() ? 0 : 1);
  }
  EXPECT_TRUE(endsWell(child));
  Session own(nameOf(recording.path(), child));
  EXPECT_EQ(own.calls("last"), 1u);
  EXPECT_EQ(own.calls("work"), 0u);
  EXPECT_EQ(own.lost(), 0u);
  Session parent = recording.stop();
  EXPECT_EQ(parent.calls("last"), 0u);
  EXPECT_EQ(parent.calls("work") + parent.lost(), uint64_t(many));
}

TEST(ForkModes, EachSidesSnapshotIsOfItsOwnScopes) {
  Recording recording("fork-snapshot", 0, "newest");
  work(3);
  EXPECT_EQ(snapshot().message, "");
  pid_t child = fork();
  if (child == 0) {
    if (snapshot().ok())  // there is nothing yet
      _exit(2);
    work(5);
    _exit(snapshot().ok() && snapshot().ok() && stop().ok() ? 0 : 1);
  }
  EXPECT_TRUE(endsWell(child));
  work(4);
  EXPECT_EQ(snapshot().message, "");
  auto snapshotOf = [](const std::string &path, const char *number) {
    return config::withTag(path, std::string("snapshot-") + number);
  };
  std::string childs = nameOf(recording.path(), child);
  EXPECT_EQ(Session(snapshotOf(recording.path(), "1")).calls("work"), 3u);
  EXPECT_EQ(Session(snapshotOf(recording.path(), "2")).calls("work"), 7u);
  EXPECT_EQ(Session(snapshotOf(childs, "1")).calls("work"), 5u);
  EXPECT_EQ(Session(snapshotOf(childs, "2")).calls("work"), 5u);
  EXPECT_EQ(Session(childs).calls("work"), 5u);
  EXPECT_EQ(recording.stop().calls("work"), 7u);
}

[[gnu::noinline]] void slow() {
  AUTOSCOPE_SCOPE("slow");
  usleep(2000);
}

bool waitsFor(const std::string &path) {
  struct stat status;
  for (int i = 0; i < 4000; ++i, usleep(5000))
    if (stat(path.c_str(), &status) == 0)
      return true;
  return false;
}

int forkWithRule() {
  std::string path = getenv("AUTOSCOPE_OUTPUT");
  work(3);
  slow();
  if (!waitsFor(config::withTag(path, "snapshot-1")))
    return 2;
  pid_t child = fork();
  if (child == 0) {
    work(5);
    slow();
    exit(waitsFor(config::withTag(nameOf(path, getpid()), "snapshot-1")) ? 0 : 3);
  }
  fprintf(stderr, "%d\n", child);
  return endsWell(child) ? 0 : 4;
}
ChildFunction withRule("fork with rule", forkWithRule);

TEST(ForkModes, ARuleWatchesTheSameFunctionsInTheChild) {
  std::string path = temporaryPath("fork-rule");
  ChildResult result = runChild("fork with rule", {{"AUTOSCOPE_OUTPUT", path},
                                                   {"AUTOSCOPE_OVERFLOW", "newest"},
                                                   {"AUTOSCOPE_SNAPSHOT_WHEN", "slow > 1us"},
                                                   {"AUTOSCOPE_SNAPSHOT_LIMIT", "1"}});
  EXPECT_EQ(result.status, 0) << result.errors;
  size_t line = result.errors.find('\n');
  ASSERT_NE(line, std::string::npos);
  std::string childs = nameOf(path, pid_t(std::stol(result.errors.substr(line + 1))));
  EXPECT_NE(result.errors.find("autoscope: snapshot " + config::withTag(childs, "snapshot-1") + ": slow took "),
            std::string::npos)
      << result.errors;
  Session parents(config::withTag(path, "snapshot-1")), own(config::withTag(childs, "snapshot-1"));
  EXPECT_EQ(parents.calls("work"), 3u);
  EXPECT_EQ(parents.calls("slow"), 1u);
  EXPECT_EQ(own.calls("work"), 5u);
  EXPECT_EQ(own.calls("slow"), 1u);
  EXPECT_EQ(Session(childs).calls("slow"), 1u);
  EXPECT_EQ(Session(path).calls("slow"), 1u);
}

#define TEXT(line, name)                                                                                               \
  "A1\x1f"                                                                                                             \
  "function\x1f\x1f" line "\x1f"                                                                                       \
  "a.cpp\x1f" name "\x1f" name "\x1f\x1f"
__autoscope_site ofBoth = __AUTOSCOPE_FUNCTION_SITE(TEXT("1", "of both"));
__autoscope_site ofChild = __AUTOSCOPE_FUNCTION_SITE(TEXT("2", "of the child"));

void call(__autoscope_site &site, int times) {
  for (int i = 0; i < times; ++i) {
    __autoscope_guard guard;
    guard.__depth = __autoscope_enter(&site, &guard);
    __autoscope_leave(&guard);
  }
}

// Whole chunks, and time for the writer.
bool callUntilThrottled(__autoscope_site &site) {
  auto isThrottled = [&site] { return __atomic_load_n(&site.__id, __ATOMIC_RELAXED) == __autoscope_filtered; };
  for (int i = 0; i < 1000 && !isThrottled(); ++i) {
    call(site, 20'000);
    usleep(1000);
  }
  return isThrottled();
}

int forkThrottled() {
  if (!callUntilThrottled(ofBoth))
    return 2;
  pid_t child = fork();
  if (child == 0) {
    call(ofBoth, 100);
    exit(callUntilThrottled(ofChild) ? 0 : 3);
  }
  fprintf(stderr, "%d\n", child);
  int result = endsWell(child) ? 0 : 4;
  call(ofBoth, 100);
  call(ofChild, 100);
  return result;
}
ChildFunction throttled("fork throttled", forkThrottled);

TEST(ForkModes, AChildThrottlesWhatItsParentDidAndWhatItCallsItself) {
  std::string path = temporaryPath("fork-throttle");
  ChildResult result = runChild(
      "fork throttled",
      {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_THROTTLE", "1000"}, {"AUTOSCOPE_THROTTLE_BELOW", "1000000000"}});
  ASSERT_EQ(result.status, 0) << result.errors;
  Session parent(path), child(nameOf(path, pid_t(std::stol(result.errors))));
  auto throttledOf = [](const Session &session) {
    std::vector<std::string> names;
    for (const model::ThrottledFunction &function : session.profile().throttled)
      names.push_back(function.name);
    return names;
  };
  EXPECT_EQ(throttledOf(parent), std::vector<std::string>{"of both"});
  EXPECT_EQ(throttledOf(child), (std::vector<std::string>{"of both", "of the child"}));
  EXPECT_GT(parent.calls("of both"), 1000u);
  EXPECT_EQ(parent.calls("of the child"), 100u);
  EXPECT_EQ(child.calls("of both"), 0u);
  EXPECT_GT(child.calls("of the child"), 1000u);
  EXPECT_EQ(parent.lost() + child.lost(), 0u);
}

int forkUnderControl() {
  work(1);
  pid_t child = fork();
  if (child == 0) {
    work(2);
    pid_t grandchild = fork();
    if (grandchild == 0) {
      work(3);
      exit(0);
    }
    exit(endsWell(grandchild) ? 0 : 1);
  }
  work(1);
  return endsWell(child) ? 0 : 1;
}
ChildFunction underControl("fork under control", forkUnderControl);

TEST(ForkModes, AProcessThatListensForksLikeAnyOther) {
  char folder[] = "/tmp/autoscope-forkXXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  std::string path = std::string(folder) + "/p.autoscope";
  ChildResult child = runChild("fork under control",
                               {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_CONTROL", "1"}, {"XDG_RUNTIME_DIR", folder}});
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.errors, "");
  EXPECT_EQ(Session(path).calls("work"), 2u);
  uint64_t others = 0;
  for (int i = 0; i < 2; ++i) {
    FILE *list = popen(("ls " + std::string(folder) + "/p.*.autoscope").c_str(), "r");
    char name[256] = {};
    ASSERT_EQ(fscanf(list, "%255s", name), 1);
    pclose(list);
    others += Session(name).calls("work");
  }
  EXPECT_EQ(others, 5u);
  // No socket and nothing else is left.
  EXPECT_EQ(system(("rmdir " + std::string(folder) + "/autoscope && rmdir " + folder).c_str()), 0);
}

}  // namespace
}  // namespace autoscope::test
