// The wall clock may be set while a profile is recorded, forward or back: times and their order stay as they are, nothing is
// warned of, and the date of a trace is that of the session's start.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx -O1 %s -o app -rdynamic
// RUN: sh -c 'for how in "tsc 400" "tsc -400" "system 400"; do set -- $how; AUTOSCOPE_CLOCK=$1 AUTOSCOPE_OUTPUT=p.autoscope ./app $2 && %autoscope report p.autoscope && %autoscope convert p.autoscope p.json && %python %S/Inputs/times-are-right.py p.json; done' >out 2>&1
// RUN: FileCheck --input-file=out %s
// RUN: grep -c "^right" out | FileCheck --check-prefix=THREE %s
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

static std::atomic<long> setBy{0};  // seconds; the recorder reads the clock on a thread of its own

// The recorder's, too, as a program comes first.
extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept {
  if (syscall(SYS_clock_gettime, clock, time) != 0)
    return -1;
  if (clock == CLOCK_REALTIME)
    time->tv_sec += setBy;
  return 0;
}

[[autoscope::scope]] void before() { usleep(20'000); }
[[autoscope::scope]] void after() { usleep(20'000); }
[[autoscope::scope]] void across(long days) {
  setBy = days * 86400;
  usleep(20'000);
}
[[autoscope::scope]] void often() {}

// Fills chunks, after each of which the recorder reads the clocks.
static void readClocks() {
  for (int i = 0; i < 20'000; ++i)
    often();
}

int main(int, char **argv) {
  readClocks();
  before();
  readClocks();
  across(atol(argv[1]));
  readClocks();
  after();
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);  // was it set?
  return labs(long(now.tv_sec) - long(time(nullptr)) - atol(argv[1]) * 86400) < 1000 ? 0 : 1;
}
// CHECK-NOT: {{warning|clock}}
// THREE: {{^}}3{{$}}
