// daemon(3) is a fork whose parent ends by _exit: that one's session stays unfinished and readable, the daemon has its own.
// RUN: %clangxx -std=c++11 -O1 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env AUTOSCOPE_OUTPUT=p.autoscope ASAN_OPTIONS=detect_leaks=0 %t > %t.pids 2> %t.err
// RUN: count 0 < %t.err
// RUN: %autoscope dump --stable p.autoscope | FileCheck --check-prefix=FIRST %s
// RUN: %autoscope dump --stable p.$(sed -n 's/second //p' %t.pids).autoscope.part | FileCheck --check-prefix=SECOND %s
// RUN: %autoscope dump --stable p.$(sed -n 's/daemon //p' %t.pids).autoscope | FileCheck --check-prefix=DAEMON %s
// FIRST:       thread main
// FIRST-NEXT:    first
// FIRST-NOT:     {{[a-z]}}
// SECOND:      thread main
// SECOND-NEXT:   second
// SECOND-NEXT:     before (open)
// SECOND-NOT:      {{[a-z]}}
// DAEMON:      thread main
// DAEMON-NEXT:   daemon
// DAEMON-NOT:    {{[a-z]}}
#include <autoscope/scope.h>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static void say(const char *who) {
  printf("%s %d\n", who, static_cast<int>(getpid()));
  fflush(stdout);
}
int main() {
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  if (fork() == 0) {
    close(ends[0]);
    say("second");
    {
      AUTOSCOPE_SCOPE("second");
    }
    {
      AUTOSCOPE_SCOPE("before");
      if (daemon(/*nochdir=*/0, /*noclose=*/1) != 0)
        return 1;
    }
    AUTOSCOPE_SCOPE("daemon");
    say("daemon");
    return 0;
  }
  close(ends[1]);
  AUTOSCOPE_SCOPE("first");
  char none;
  return read(ends[0], &none, 1) == 0 ? 0 : 1;  // the daemon has ended
}
