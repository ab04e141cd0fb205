// Many scopes: none lost within the memory limit, or every one that is dropped counted.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] long leaf(long x) {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("" : "+r"(x));
  return x + 1;
}

void onThreads(int threads, long scopesEach) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([scopesEach] {
      long x = 0;
      for (long k = 0; k < scopesEach; ++k)
        x = leaf(x);
    });
  for (std::thread &thread : all)
    thread.join();
}

long kilobytes(const char *key) {
  FILE *file = fopen("/proc/self/status", "re");
  char line[256];
  long value = 0;
  while (fgets(line, sizeof line, file))
    if (std::string(line).find(key) == 0)
      value = atol(line + std::string(key).size() + 1);
  fclose(file);
  return value;
}

// In a process of its own: other tests have their own peaks.
int millionChild() {
  long before = kilobytes("VmRSS");
  Recording recording("million");
  onThreads(4, 250'000);
  stop();
  // A sanitizer's shadow of what we touch is not ours.
  if (!underSanitizer && kilobytes("VmHWM") - before >= 64 << 10)
    return 1;
  rename(recording.path().c_str(), getenv("TEST_SESSION"));
  return 0;
}
ChildFunction million("a million", millionChild);

TEST(Volume, AMillionScopesOnFourThreadsWithin64Megabytes) {
  std::string path = temporaryPath("million");
  EXPECT_EQ(runChild("a million", {{"TEST_SESSION", path}}).status, 0);
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 1'000'000u);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(Volume, DroppedScopesAreCountedOneByOne) {
  // The buffer is that of the process's first recording, so that this counts even if nothing is dropped.
  Recording recording("drop", 2, "drop");
  onThreads(4, 2'000'000);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("leaf") + session.lost(), 8'000'000u);
}

}  // namespace
}  // namespace autoscope::test
