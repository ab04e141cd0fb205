// A thousand cycles, and waits of any length, take no more memory, files or descriptors than a few; while a profile waits or
// warms up a scope is off (G25).
// UNSUPPORTED: sanitized
// RUN: %clangxx -std=c++17 -O1 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d && env TMPDIR=%t.d %t 2> %t.err | FileCheck %s
// RUN: ls -A %t.d | count 0

// CHECK:      descriptors: 0 more
// CHECK-NEXT: mapped sessions: 1, 0 more
// CHECK-NEXT: memory: fine
// CHECK-NEXT: 1000 cycles, 1000 callbacks, 4000 scopes
// CHECK-NEXT: 99 of 100 steps were off

#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <unistd.h>

static long residentKilobytes() {
  long total = 0, resident = 0;
  FILE *file = std::fopen("/proc/self/statm", "r");
  if (std::fscanf(file, "%ld %ld", &total, &resident) != 2)
    resident = 0;
  std::fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static int descriptors() {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  while (readdir(directory))
    ++count;
  closedir(directory);
  return count;
}

static int mappedSessions() {
  int count = 0;
  char line[4096];
  FILE *file = std::fopen("/proc/self/maps", "r");
  while (std::fgets(line, sizeof line, file))
    count += std::strstr(line, ".autoscope (deleted)") != nullptr;
  std::fclose(file);
  return count;
}

int main() {
  int callbacks = 0, descriptorsAt50 = 0, mappedAt50 = 0;
  long memoryAt50 = 0;
  unsigned long long scopes = 0;
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(0, 1, 2);
  wanted.on_trace_ready = [&](autoscope::profile &p) {
    scopes += p.stats().number_of_events;
    if (++callbacks == 50) {
      descriptorsAt50 = descriptors();
      mappedAt50 = mappedSessions();
      memoryAt50 = residentKilobytes();
    } else if (callbacks == 1000) {
      std::printf("descriptors: %d more\n", descriptors() - descriptorsAt50);
      std::printf("mapped sessions: %d, %d more\n", mappedAt50, mappedSessions() - mappedAt50);
      long grown = residentKilobytes() - memoryAt50;
      std::printf("memory: %s\n", grown < 4096 ? "fine" : std::to_string(grown).c_str());
    }
  };
  {
    autoscope::profile p(wanted);
    for (int step = 0; step < 3000; ++step) {
      { autoscope::record_function block("block"); }
      p.step();
    }
    std::printf("1000 cycles, %d callbacks, %llu scopes\n", callbacks, scopes);
  }
  int off = 0;
  wanted.schedule = autoscope::schedule(99, 0, 1, 1);
  wanted.on_trace_ready = nullptr;
  autoscope::profile p(wanted);
  for (int step = 0; step < 100; ++step) {
    off += !__autoscope_enabled;
    p.step();
  }
  std::printf("%d of 100 steps were off\n", off);
}
