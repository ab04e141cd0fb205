// A process that goes on recording when the program has ended keeps its session, and is told where that will be.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: %autoscope run -o s.autoscope -- ./app >out 2>err
// RUN: FileCheck --check-prefix=PROGRAM --input-file=out %s && FileCheck --input-file=err %s
// RUN: touch stop; while ! ls .autoscope-run-*/*.autoscope; do sleep 0.1; done
// RUN: %autoscope report .autoscope-run-*/*.autoscope | FileCheck --check-prefix=DAEMON %s
// Also if it ends while we wait for the reader of our output, a pipe that the program has filled:
// RUN: rm -rf stop ready .autoscope-run-*
// RUN: env FILL=1 %autoscope run -o t.autoscope -- ./app 2>err | (sleep 2; touch stop; while ls .autoscope-run-*/*.part; do sleep 0.1; done; cat >out)
// RUN: %autoscope report .autoscope-run-*/*.autoscope | FileCheck --check-prefix=DAEMON %s
#include <cstdlib>
#include <string>
#include <unistd.h>

[[autoscope::scope]] void inProgram() {}
[[autoscope::scope]] void inDaemon() {}

static void waitFor(const char *file) {
  for (int i = 0; i < 600 && access(file, F_OK) != 0; ++i)
    usleep(100'000);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    inDaemon();
    if (symlink(".", "ready") == 0)
      waitFor("stop");
    return 0;
  }
  inProgram();
  if (fork() == 0) {
    execl(argv[0], argv[0], "daemon", nullptr);
    return 127;
  }
  waitFor("ready");
  std::string page(65536, ' ');
  if (getenv("FILL") && write(STDOUT_FILENO, page.data(), page.size()) != static_cast<ssize_t>(page.size()))
    return 1;
}
// PROGRAM: inProgram()
// PROGRAM-NOT: inDaemon()
// CHECK: autoscope: process [[PID:[0-9]+]] is still running: its session stays where it is written, /{{.*}}.d/.autoscope-run-{{[^/]*}}/[[PID]].autoscope
// DAEMON: inDaemon()
