// exit() inside scopes, on the main thread or another: the status is kept, and what is open is marked (G21).
// RUN: %clangxx -std=c++11 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: sh -c 'AUTOSCOPE_OUTPUT=%t.main.autoscope %t main; test $? = 17'
// RUN: sh -c 'AUTOSCOPE_OUTPUT=%t.thread.autoscope %t thread; test $? = 17'
// RUN: sh -c 'AUTOSCOPE_OUTPUT=%t.term.autoscope %t terminate; test $? = 134' 2>/dev/null
// RUN: %autoscope dump --stable %t.main.autoscope | FileCheck %s
// RUN: %autoscope dump --stable %t.thread.autoscope | FileCheck %s
// RUN: %autoscope dump --stable %t.term.autoscope | FileCheck %s

// CHECK: outer
// CHECK: leaver

#include <autoscope/scope.h>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>

static void leaver(bool terminate) {
  AUTOSCOPE_SCOPE("leaver");
  if (terminate)
    std::terminate();
  exit(17);
}

static void outer(bool terminate) {
  AUTOSCOPE_SCOPE("outer");
  leaver(terminate);
}

int main(int, char **argv) {
  if (strcmp(argv[1], "thread") == 0)
    std::thread(outer, false).join();
  outer(strcmp(argv[1], "terminate") == 0);
}
