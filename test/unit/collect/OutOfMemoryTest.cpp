// Where memory ends, whichever allocation it is: starting, stopping and snapshots fail with a sentence, the program and
// its next profile go on.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "config/OutputPath.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <sys/wait.h>

namespace {
std::atomic<long> allocationsLeft{-1};  // negative: without end
}

// Of the whole test program, since that holds the recorder. Not inlined: the compiler takes the pair for a mismatch.
[[gnu::noinline]] void *operator new(size_t bytes) {
  long left = allocationsLeft.load(std::memory_order_relaxed);
  while (left > 0 && !allocationsLeft.compare_exchange_weak(left, left - 1)) {
  }
  void *memory = left == 0 ? nullptr : malloc(bytes ? bytes : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
  free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, size_t) noexcept {
  free(memory);
}

namespace autoscope::test {
namespace {

[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
}

// A rule wants a snapshot of each.
[[gnu::noinline]] void slow() {
  AUTOSCOPE_SCOPE("slow");
  usleep(100);
}

// What `call` says with memory for so many allocations.
template <typename Call> const char *with(long allocations, Call call) {
  allocationsLeft = allocations;
  const char *message = call();
  allocationsLeft = -1;
  return message;
}

int outOfMemoryChild() {
  const char *path = getenv("TEST_SESSION");
  std::string snapshot = std::string(path) + ".snapshot.autoscope";
  autoscope_options options = {sizeof options, 2, path, "none", "newest", 0};
  auto begin = [&] { return autoscope_start(&options); };
  for (long allocations = 0; allocations < 200; ++allocations) {
    if (with(allocations, begin) && begin())
      return 1;  // after a start that failed the next one has to work
    leaf();
    with(allocations, [] {
      slow();
      usleep(1000);  // for the writer
      return "";
    });
    with(allocations, [&] { return autoscope_snapshot(snapshot.c_str()); });
    with(allocations, autoscope_stop);
    if (!autoscope_stop())
      return 2;  // it has stopped, whatever it said
  }
  if (autoscope_snapshot(snapshot.c_str()) == nullptr || begin())
    return 3;
  for (int i = 0; i < 1000; ++i)
    leaf();
  if (autoscope_snapshot(snapshot.c_str()))
    return 4;
  return autoscope_stop() ? 5 : 0;
}
ChildFunction outOfMemory("out of memory", outOfMemoryChild);

TEST(OutOfMemory, NeverEndsTheProgram) {
  std::string path = temporaryPath("nomemory");
  ChildResult child =
      runChild("out of memory",
               {{"TEST_SESSION", path}, {"AUTOSCOPE_SNAPSHOT_WHEN", "slow > 10us"}, {"AUTOSCOPE_SNAPSHOT_LIMIT", "1"}});
  EXPECT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 0);
  for (const std::string &name : {path, path + ".snapshot.autoscope"}) {
    Session session(name);
    EXPECT_TRUE(session.reader().finished());
    EXPECT_EQ(session.calls("leaf"), 1000u);
    EXPECT_EQ(session.lost(), 0u);
  }
  unlink(config::withTag(path, "snapshot-1").c_str());
}

}  // namespace
}  // namespace autoscope::test
