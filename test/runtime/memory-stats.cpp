// memory_stats() tells what of the process is resident, now and at most, without a profile and without libtorch; what nobody tells is
// absent. A reset makes the peak that of what comes. At the end of a process AUTOSCOPE_MEMORY_STATS adds a line of JSON to a file, also
// for the child of a fork, or prints it.
// RUN: rm -rf %t.d && mkdir -p %t.d/folder && cd %t.d
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%source/runtime/include %s -o %t
// RUN: %t 2>&1 | FileCheck --match-full-lines %s
//      CHECK: one device
// CHECK-NEXT: process: allocated by nobody known, resident now, at most 64 MiB more
// CHECK-NEXT: after the reset: at most what is there
// CHECK-NOT:  {{.}}

// RUN: env AUTOSCOPE_MEMORY_STATS=- RANK=3 %t 2>&1 >/dev/null | %python -m json.tool --compact | FileCheck --check-prefix=LINE %s
// LINE: {"host":"{{.+}}","pid":{{[0-9]+}},"rank":3,"memory_stats":[{"device":"process","current_reserved":{{[1-9][0-9]+}},"peak_reserved":{{[1-9][0-9]+}}}]}

// Lines are added, by each process its own.
// RUN: echo before > lines.json && env AUTOSCOPE_MEMORY_STATS=lines.json %t fork > /dev/null 2>&1 && env AUTOSCOPE_MEMORY_STATS=lines.json %t >/dev/null
// RUN: cat lines.json && FileCheck --input-file lines.json --check-prefix=LINES %s
//      LINES: {{^}}before{{$}}
// LINES-NEXT: {{^}}{"host": {{.*}}"pid": [[CHILD:[0-9]+]],{{.*}}}{{$}}
// LINES-NEXT: {{^}}{"host": {{.*}}"pid": {{[0-9]+}},{{.*}}}{{$}}
// LINES-NEXT: {{^}}{"host": {{.*}}}{{$}}
// LINES-NOT:  {{.}}
// RUN: env AUTOSCOPE_MEMORY_STATS=of-%%r.json RANK=3 %t > /dev/null && grep -c memory_stats of-3.json | FileCheck --check-prefix=ONE %s
// ONE: {{^1$}}

// By the command, beside a profile; a name that is relative to where the command ran.
// RUN: %autoscope run --quiet --memory-stats -o p.autoscope -- %t chdir 2>&1 >/dev/null | grep -c '"process"' | FileCheck --check-prefix=ONE %s
// RUN: %autoscope run --quiet --memory-stats=run.json -o p.autoscope -- %t chdir > /dev/null && grep -c '"process"' run.json | FileCheck --check-prefix=ONE %s

// What cannot be written is said when the program starts, and nothing else is different.
// RUN: env AUTOSCOPE_MEMORY_STATS=none/x.json %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: autoscope: AUTOSCOPE_MEMORY_STATS=none/x.json cannot be used: {{.*}}/none/x.json cannot be written: No such file or directory; allowed are the name of a file, and - for standard error
// NONE-NEXT: one device
// RUN: env AUTOSCOPE_MEMORY_STATS=folder %t 2>&1 | FileCheck --check-prefix=FOLDER %s
// FOLDER: autoscope: AUTOSCOPE_MEMORY_STATS=folder cannot be used: {{.*}}/folder cannot be written: it is a directory;
// RUN: env AUTOSCOPE_MEMORY_STATS=%%x.json %t 2>&1 | FileCheck --check-prefix=PLACE %s
// PLACE: autoscope: AUTOSCOPE_MEMORY_STATS=%x.json cannot be used: {{.*}}%x
// RUN: mkfifo pipe && env AUTOSCOPE_MEMORY_STATS=pipe %t 2>&1 | FileCheck --check-prefix=PIPE %s
// PIPE: cannot be used: {{.*}}/pipe cannot be written: it is not a regular file;
#include <autoscope/memory.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

static autoscope::device_memory process() { return autoscope::memory_stats().back(); }

int main(int argc, char **argv) {
  std::string way = argc > 1 ? argv[1] : "";
  if (way == "chdir" && chdir("/") != 0)
    return 1;
  if (way == "fork") {
    pid_t child = fork();
    if (child == 0)
      return 0;
    waitpid(child, nullptr, 0);
  }
  autoscope::device_memory before = process();
  constexpr std::int64_t size = 64 << 20;
  char *volatile block = static_cast<char *>(std::malloc(size));  // or a compiler may do without it
  std::memset(block, 1, size);
  std::printf("%c", block[size / 2] == 1 ? 'o' : 'x');
  std::free(block);
  autoscope::device_memory after = process();
  std::printf("ne device%s\n", autoscope::memory_stats().size() == 1 ? "" : "s");
  bool isThere = *after.peak_reserved >= *before.current_reserved + size && *after.current_reserved < *after.peak_reserved;
  std::printf("%s: allocated by %s known, resident now, at most %s more\n", after.device.c_str(),
              after.current_allocated || after.peak_allocated ? "somebody" : "nobody", isThere ? "64 MiB" : "nothing");
  autoscope::reset_peak_memory_stats();
  autoscope::device_memory reset = process();
  bool isReset = !reset.peak_reserved || *reset.peak_reserved < *after.peak_reserved - size / 2;
  std::printf("after the reset: at most %s\n", isReset ? "what is there" : "what was");
}
