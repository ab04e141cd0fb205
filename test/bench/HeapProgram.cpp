// autoscope-bench-heap PAIRS SLICES SESSION TOOL: what a malloc of 24 bytes and its free cost where the heap is
// counted. TOOL: `autoscope`, to look at what was recorded; empty: nobody does.
//
// libautoscope-memory.so is in front of the C library's allocator here, so plain is what that one's own names cost. All
// ways take turns in each slice; starts and stops are not counted. Times are of the calling thread's CPU. Prints a line
// each for HeapPart: what, and nanoseconds a pair, of all but plain above that in the same slice; separated by a tab.
// Ends with 1 and a sentence where a way has not counted the pairs, which would be cheap.
#include "Measure.h"

#include "autoscope/profile.h"
#include "autoscope/scope.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

// glibc's own.
extern "C" void *__libc_malloc(size_t bytes);
extern "C" void __libc_free(void *block);

namespace {

constexpr size_t bytes = 24;

[[noreturn]] void fail(const std::string &sentence) {
  fprintf(stderr, "autoscope-bench-heap: %s\n", sentence.c_str());
  exit(1);
}

template <void *(*Allocate)(size_t), void (*Free)(void *)> double timeOf(long pairs) {
  double start = bench::threadNanoseconds();
  for (long i = 0; i < pairs; ++i) {
    void *block = Allocate(bytes);
    __asm__ volatile("" ::"r"(block) : "memory");
    Free(block);
  }
  return (bench::threadNanoseconds() - start) / static_cast<double>(pairs);
}

double plain(long pairs) {
  return timeOf<__libc_malloc, __libc_free>(pairs);
}
double hooked(long pairs) {
  return timeOf<malloc, free>(pairs);
}

class Counting {
public:
  Counting(const char *session, bool leaks, long pairs) : session_(session), pairs_(pairs) {
    setenv("AUTOSCOPE_MEMORY", "heap", 1);
    setenv("AUTOSCOPE_LEAKS", leaks ? "1" : "0", 1);
    if (autoscope::status started = autoscope::start(session); !started)
      fail(started.message);
  }
  ~Counting() {
    if (autoscope::status stopped = autoscope::stop(); !stopped)
      fail(stopped.message);
    // Every pair is somewhere.
    std::string command = tool + " report --limit -1 --format json " + session_ +
                          " | grep -o '\"allocations\": [0-9]*' | grep -o '[0-9]*$'";
    FILE *counts = popen(command.c_str(), "r");
    long all = 0, count;
    while (counts && fscanf(counts, "%ld", &count) == 1)
      all += count;
    if (counts)
      pclose(counts);
    if (!tool.empty() && all < pairs_)
      fail("only " + std::to_string(all) + " of " + std::to_string(pairs_) + " allocations were counted");
    unlink(session_);
  }
  static std::string tool;

private:
  const char *const session_;
  const long pairs_;
};
std::string Counting::tool;

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    fail("wants PAIRS SLICES SESSION TOOL");
  long pairs = std::max(1L, atol(argv[1])), slices = std::max(1L, atol(argv[2]));
  Counting::tool = argv[4];
  std::vector<double> floors, off, inside, outside, kept;
  for (long slice = -1; slice < slices; ++slice) {  // the first for what is done once
    double floor = plain(pairs), times[4] = {hooked(pairs)};
    {
      Counting counting(argv[3], false, 2 * pairs);
      {
        AUTOSCOPE_SCOPE("allocates");
        times[1] = hooked(pairs);
      }
      times[2] = hooked(pairs);
    }
    {
      Counting counting(argv[3], true, pairs);
      AUTOSCOPE_SCOPE("allocates");
      times[3] = hooked(pairs);
    }
    floor = std::min(floor, plain(pairs));
    if (slice < 0)
      continue;
    floors.push_back(floor);
    off.push_back(times[0] - floor);
    inside.push_back(times[1] - floor);
    outside.push_back(times[2] - floor);
    kept.push_back(times[3] - floor);
  }
  printf("plain\t%.3f\noff\t%.3f\ninside\t%.3f\noutside\t%.3f\nleaks\t%.3f\n", bench::median(floors),
         bench::median(off), bench::median(inside), bench::median(outside), bench::median(kept));
}
