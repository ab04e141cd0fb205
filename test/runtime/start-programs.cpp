// Programs that a program starts by vfork, posix_spawn, system and popen have sessions of their own, and its own is as without
// them. Scopes of a vfork child are its parent's until it calls exec; those that exec leaves open end there (G20).
// UNSUPPORTED: tsan
// ThreadSanitizer makes a fork of vfork.
// RUN: %clangxx -std=c++11 -O1 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p%%p.autoscope %t > %t.pid
// RUN: %autoscope dump --stable %t.d/p$(cat %t.pid).autoscope | FileCheck --match-full-lines --strict-whitespace %s
// RUN: for file in %t.d/*; do %autoscope dump --stable $file; done | grep started | sort | FileCheck --check-prefix=STARTED %s
// RUN: ls %t.d | grep -c '^p[0-9]*.autoscope$' | FileCheck --check-prefix=FIVE %s

//      CHECK:thread main
// CHECK-NEXT:  calls vfork
// CHECK-NEXT:    vfork child (longjmp)
// CHECK-NEXT:  calls vfork
// CHECK-NEXT:    vfork child
// CHECK-NEXT:  calls posix_spawn
// CHECK-NEXT:  calls system
// CHECK-NEXT:  calls popen
//  CHECK-NOT:{{.}}
// STARTED:      started by popen
// STARTED-NEXT: started by posix_spawn
// STARTED-NEXT: started by system
// STARTED-NEXT: started by vfork
// STARTED-NOT:  {{.}}
// FIVE: {{^}}5{{$}}

#include <autoscope/scope.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char *self;

static void check(int status) {
  if (status != 0)
    abort();
}
static void wait(pid_t pid) {
  int status = -1;
  waitpid(pid, &status, 0);
  check(status);
}

__attribute__((noinline)) static void inVforkChild(bool calls_exec) {
  AUTOSCOPE_SCOPE("vfork child");
  if (calls_exec)
    execl(self, self, "vfork", static_cast<char *>(nullptr));
}
__attribute__((noinline)) static void callVfork(bool calls_exec) {
  AUTOSCOPE_SCOPE("calls vfork");
  pid_t pid = vfork();
  if (pid == 0) {
    inVforkChild(calls_exec);
    _exit(0);
  }
  wait(pid);
}
__attribute__((noinline)) static void callSpawn() {
  AUTOSCOPE_SCOPE("calls posix_spawn");
  char argument[] = "posix_spawn";
  char *arguments[] = {self, argument, nullptr};
  pid_t pid;
  check(posix_spawn(&pid, self, nullptr, nullptr, arguments, environ));
  wait(pid);
}
__attribute__((noinline)) static void callSystem() {
  AUTOSCOPE_SCOPE("calls system");
  check(system((std::string(self) + " system").c_str()));
}
__attribute__((noinline)) static void callPopen() {
  AUTOSCOPE_SCOPE("calls popen");
  FILE *pipe = popen((std::string(self) + " popen").c_str(), "w");
  check(pipe ? pclose(pipe) : 1);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    if (!strcmp(argv[1], "vfork")) {
      AUTOSCOPE_SCOPE("started by vfork");
    } else if (!strcmp(argv[1], "posix_spawn")) {
      AUTOSCOPE_SCOPE("started by posix_spawn");
    } else if (!strcmp(argv[1], "system")) {
      AUTOSCOPE_SCOPE("started by system");
    } else {
      AUTOSCOPE_SCOPE("started by popen");
    }
    return 0;
  }
  self = argv[0];
  printf("%d", static_cast<int>(getpid()));
  fflush(stdout);
  callVfork(true);
  callVfork(false);
  callSpawn();
  callSystem();
  callPopen();
}
