// A child of fork is profiled by its parent's profile only where that has an output: then it has one of its own beside it. Else
// it leaves no file, since nobody asked for one.
// RUN: %clangxx -std=c++17 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d
// RUN: env TMPDIR=%t.d/tmp %t 2>&1 | count 0
// RUN: ls -A tmp | count 0
// RUN: env TMPDIR=%t.d/tmp %t out.json 2>&1 | count 0
// RUN: ls -A tmp | count 0
// RUN: ls -A . | count 4
// RUN: FileCheck %s --check-prefix=PARENT < out.json
// RUN: cat out.*.json | FileCheck %s --check-prefix=CHILDREN

// PARENT-NOT:   in child
// PARENT:       "name": "of the parent"
// PARENT-NOT:   in child
// CHILDREN-NOT: of the parent
// CHILDREN-DAG: "name": "in child 0"
// CHILDREN-DAG: "name": "in child 1"
// CHILDREN-NOT: of the parent

#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  autoscope::profile p(argc > 1 ? autoscope::options(argv[1]) : autoscope::options());
  // Where an output is asked for, a child that skips what is done at exit leaves a session as every process does.
  for (int i = 0; i < (argc > 1 ? 2 : 3); ++i) {
    pid_t child = fork();
    if (child == 0) {
      { autoscope::record_function block("in child " + std::to_string(i)); }
      if (i == 0)
        return 0;
      if (i == 1)
        exit(0);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  autoscope::record_function block("of the parent");
}
