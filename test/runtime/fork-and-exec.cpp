// A forked child is not profiled and leaves its parent's files alone, however it ends; a program that it executes with the
// same environment gets a profile of its own beside the parent's (G20).
// RUN: %clangxx -std=c++11 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t 2> %t.err
// RUN: FileCheck %s --check-prefix=SAID < %t.err
// RUN: ls %t.d | FileCheck %s --check-prefix=FILES
// RUN: %autoscope dump --stable %t.d/p.autoscope | FileCheck %s --check-prefix=PARENT
// RUN: %autoscope dump --stable %t.d/p.*.autoscope | FileCheck %s --check-prefix=EXECUTED

// SAID: autoscope: another process is writing {{.*}}/p.autoscope; this one writes {{.*}}/p.{{[0-9]+}}.autoscope
// SAID-NOT: autoscope
// FILES: {{^}}p.{{[0-9]+}}.autoscope{{$}}
// FILES-NEXT: {{^}}p.autoscope{{$}}
// FILES-NOT: {{.}}
// PARENT: parent
// PARENT-NOT: child
// PARENT-NOT: executed
// EXECUTED: executed

#include <autoscope/scope.h>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

static void wait() {
  int status = -1;
  if (waitpid(-1, &status, 0) < 0 || status != 0)
    abort();
}

int main(int argc, char **argv) {
  if (argc > 1) {
    AUTOSCOPE_SCOPE("executed");
    return 0;
  }
  AUTOSCOPE_SCOPE("parent");
  if (fork() == 0) {
    AUTOSCOPE_SCOPE("child");
    exit(0); // runs the library's destructor, too
  }
  wait();
  if (fork() == 0)
    return execl(argv[0], argv[0], "executed", static_cast<char *>(nullptr));
  wait();
}
