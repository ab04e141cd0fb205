// The exit status or the signal of the program is that of `autoscope run`, and what it had recorded is shown.
// RUN: %autoscope_clangxx %s -o %t
// RUN: %autoscope run -- %t 0 | FileCheck %s
// RUN: (%autoscope run -- %t 7; echo status $?) | FileCheck --check-prefixes=CHECK,SEVEN %s
// Also where whoever started us ignores the end of children:
// RUN: (%python -c "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])" %autoscope run -- %t 7; echo status $?) | FileCheck --check-prefixes=CHECK,SEVEN %s
// RUN: (%autoscope run -- %t kill; echo status $?) 2>%t.err | FileCheck --check-prefixes=CHECK,KILL %s
// RUN: (%autoscope run -- %t abort; echo status $?) 2>%t.err | FileCheck --check-prefixes=CHECK,ABORT %s
// RUN: echo hello | %autoscope run --quiet -- cat 2>%t.err | FileCheck --check-prefix=STDIN %s
// RUN: FileCheck --check-prefix=PLAIN --input-file=%t.err %s
// RUN: (%autoscope run -- no-such-program; echo status $?) 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: (%autoscope run -- %S; echo status $?) 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: not %autoscope run 2>&1 | FileCheck --check-prefix=EMPTY %s
#include <csignal>
#include <cstdlib>
#include <cstring>

[[autoscope::scope]] void work() {}

int main(int, char **argv) {
  work();
  if (!std::strcmp(argv[1], "kill"))
    std::raise(SIGKILL);
  if (!std::strcmp(argv[1], "abort"))
    std::abort();
  return std::atoi(argv[1]);
}
// CHECK: work() {{ *}}100.00%
// KILL:  Recovered: the process ended before it could close its session
// SEVEN: status 7
// KILL:  status 137
// ABORT: status 134
// STDIN: hello
// PLAIN: autoscope: cat recorded nothing, because it is not instrumented: compile it with autoscope-clang++ or the plugin
// NONE:  autoscope: cannot run no-such-program: No such file or directory
// NONE:  status 127
// FOLDER: autoscope: cannot run {{.*}}: Permission denied
// FOLDER: status 126
// EMPTY: autoscope: no program given: autoscope run [options] -- PROGRAM [arguments]
