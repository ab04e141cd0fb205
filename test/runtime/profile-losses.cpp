// What a profile lost is in its stats() and below its tables: scopes that a flight recorder gave up, and blocks beyond the names that
// a process may use.
// RUN: %clangxx -std=c++17 -O1 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d && env TMPDIR=%t.d %t 2>&1 | FileCheck %s

// CHECK:      given up: some, together 200000
// CHECK-NEXT: Lost: [[LOST:[0-9]+]] scopes that the flight recorder gave up for newer ones
// CHECK:      stats: [[LOST]]
// CHECK-NEXT: autoscope: lost {{[0-9]+}} scopes of record_function or operators whose names no longer found room
// CHECK-NEXT: names: some, together 33000
// CHECK-NEXT: Lost: [[NAMES:[0-9]+]] scopes of record_function or operators whose names no longer found room
// CHECK:      stats: [[NAMES]]
// CHECK-NOT: {{.}}

#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <cstdio>
#include <string>

static void print(const char *what, const autoscope::profile &p) {
  autoscope::ProfilerStats stats = p.stats();
  std::string table = p.key_averages().table();
  std::printf("%s: %s, together %llu\n%sstats: %llu\n", what, stats.lost_events ? "some" : "none",
              static_cast<unsigned long long>(stats.number_of_events + stats.lost_events),
              table.substr(std::min(table.find("Lost: "), table.size())).c_str(),
              static_cast<unsigned long long>(stats.lost_events));
  std::fflush(stdout);
}

int main() {
  autoscope::options wanted;
  wanted.overflow = "newest";
  wanted.buffer = 2;
  {
    autoscope::profile p(wanted);
    for (int i = 0; i < 200000; ++i)
      autoscope::record_function block("block");
    p.stop();
    print("given up", p);
  }
  autoscope::profile p;
  for (int i = 0; i < 33000; ++i)
    autoscope::record_function block("name " + std::to_string(i));
  p.stop();
  print("names", p);
}
