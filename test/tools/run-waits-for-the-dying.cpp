// A process that a kill of all, as by `timeout -s KILL`, has not quite ended when the program has, is waited for: its session is
// recovered, written and shown as any other's, and no folder stays behind.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx -std=c++17 %s -o app
// RUN: not --crash %autoscope run -o s.autoscope -- ./app >out 2>err
// RUN: FileCheck --input-file=out %s && FileCheck --check-prefix=QUIET --allow-empty --input-file=err %s
// RUN: cat s.autoscope s.*.autoscope > both && not ls -d .autoscope-run-*
#include <csignal>
#include <cstddef>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

[[autoscope::scope]] void inParent() {}
[[autoscope::scope]] void inChild(int ready) {
  // To unmap this takes the kernel tens of milliseconds, in which the session is still held.
  size_t bytes = size_t(512) << 20;
  void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (pages != MAP_FAILED && write(ready, "r", 1) == 1)
    pause();
}

int main(int argc, char **argv) {
  if (argc > 1) {
    inChild(std::stoi(argv[1]));
    return 1;
  }
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  inParent();
  pid_t pid = fork();
  if (pid == 0) {
    execl(argv[0], argv[0], std::to_string(ends[1]).c_str(), nullptr);
    return 1;
  }
  close(ends[1]);
  char byte;
  if (read(ends[0], &byte, 1) != 1)
    return 1;
  kill(pid, SIGKILL);
  raise(SIGKILL);
}
// CHECK:     inParent()
// CHECK:     Recovered: the process ended before it could close its session
// CHECK:     inChild(int)
// CHECK:     Recovered: the process ended before it could close its session
// QUIET-NOT: autoscope:
