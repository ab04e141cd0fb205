// A report alone is recorded into a session of a temporary name. Where another process writes that one, it comes all the
// same, and nothing is left.
// RUN: %clangxx -std=c++11 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d && env TMPDIR=%t.d/tmp %t 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: ls -A %t.d %t.d/tmp | FileCheck %s --check-prefix=LEFT

// CHECK: autoscope: another process is writing {{.*}}/tmp/autoscope-[[PID:[0-9]+]].autoscope; this one writes {{.*}}/tmp/autoscope-[[PID]].[[PID]].autoscope
// CHECK: {{^ *}}work {{.*}} 1{{ *$}}
// LEFT:      .d:
// LEFT-NEXT: tmp
// LEFT:      tmp:
// LEFT-NEXT: autoscope-{{[0-9]+}}.autoscope.part
// LEFT-NOT:  {{.}}

#include <autoscope/profile.h>
#include <autoscope/scope.h>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

__attribute__((noinline)) static void work() {
  AUTOSCOPE_SCOPE("work");
}

int main() {
  std::string part = std::string(getenv("TMPDIR")) + "/autoscope-" + std::to_string(getpid()) + ".autoscope.part";
  int file = open(part.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 || flock(file, LOCK_EX) != 0)
    return 1;
  autoscope::options wanted;
  wanted.report = "table";
  if (!autoscope::start(wanted).ok())
    return 2;
  work();
  return autoscope::stop().ok() ? 0 : 3;
}
