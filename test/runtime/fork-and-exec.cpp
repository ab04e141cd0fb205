// A forked child has a profile of its own beside its parent's, however it ends; a program that it executes with the same
// environment has one, too, and a child that only executes one leaves nothing else (G20).
// RUN: %clangxx -std=c++11 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t > %t.pids 2> %t.err
// RUN: FileCheck %s --check-prefix=SAID < %t.err
// RUN: ls %t.d | sort > %t.ls && cat %t.pids %t.ls | FileCheck %s --check-prefix=FILES
// RUN: %autoscope dump --stable %t.d/p.autoscope | FileCheck %s --check-prefix=PARENT
// RUN: %autoscope dump --stable %t.d/p.$(sed -n 's/child //p' %t.pids).autoscope | FileCheck %s --check-prefix=FORKED
// RUN: %autoscope dump --stable %t.d/p.$(sed -n 's/executed //p' %t.pids).autoscope | FileCheck %s --check-prefix=EXECUTED
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_FORK=0 AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t > %t.pids 2> %t.err
// RUN: cat %t.pids > %t.ls && ls %t.d >> %t.ls && FileCheck %s --check-prefix=OFF < %t.ls

// SAID: autoscope: another process is writing {{.*}}/p.autoscope; this one writes {{.*}}/p.{{[0-9]+}}.autoscope
// SAID-NOT: autoscope
// FILES:      child [[FORKED_PID:[0-9]+]]
// FILES-NEXT: executed [[EXECUTED_PID:[0-9]+]]
// FILES-DAG:  {{^}}p.[[FORKED_PID]].autoscope{{$}}
// FILES-DAG:  {{^}}p.[[EXECUTED_PID]].autoscope{{$}}
// FILES-DAG:  {{^}}p.autoscope{{$}}
// FILES-NOT:  {{.}}
// PARENT: parent
// PARENT-NOT: child
// PARENT-NOT: executed
// FORKED-NOT: parent
// FORKED: child
// EXECUTED-NOT: parent
// EXECUTED: executed
// OFF:      executed [[EXECUTED_PID:[0-9]+]]
// OFF-NEXT: {{^}}p.[[EXECUTED_PID]].autoscope{{$}}
// OFF-NEXT: {{^}}p.autoscope{{$}}
// OFF-NOT:  {{.}}

#include <autoscope/scope.h>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

static void wait(const char *name, pid_t pid) {
  int status = -1;
  if (waitpid(pid, &status, 0) < 0 || status != 0)
    abort();
  printf("%s %d\n", name, static_cast<int>(pid));
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    AUTOSCOPE_SCOPE("executed");
    return 0;
  }
  AUTOSCOPE_SCOPE("parent");
  pid_t pid = fork();
  if (pid == 0) {
    AUTOSCOPE_SCOPE("child");
    exit(0);  // runs the library's destructor, too
  }
  wait("child", pid);
  pid = fork();
  if (pid == 0)
    return execl(argv[0], argv[0], "executed", static_cast<char *>(nullptr));
  wait("executed", pid);
}
