// `autoscope recover` of a session that its process could not close leaves that process its ring: the next session of the
// process is found after a kill.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %autoscope_clangxx -std=c++17 %s -o app
// RUN: ./app >said & while ! test -e ready; do sleep 0.05; done; %autoscope recover A.autoscope; ls A.autoscope* B.autoscope*; touch go; wait $! || true
// RUN: FileCheck --check-prefix=SAID --input-file=said %s
// RUN: not %autoscope report A.autoscope 2>&1 | FileCheck --check-prefix=A %s
// RUN: %autoscope recover B.autoscope && %autoscope report B.autoscope | FileCheck --check-prefix=B %s
// RUN: ls >files && FileCheck --check-prefix=FILES --input-file=files %s
#include <autoscope/profile.h>
#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

[[autoscope::scope]] void first() {}
[[autoscope::scope]] void second() {}

int main() {
  alarm(300);
  std::signal(SIGXFSZ, SIG_IGN);
  autoscope::start("A.autoscope");
  for (int i = 0; i < 1000; ++i)
    first();
  rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  rlimit full = old;
  full.rlim_cur = 700;
  setrlimit(RLIMIT_FSIZE, &full);
  std::puts(autoscope::stop().message.c_str());
  setrlimit(RLIMIT_FSIZE, &old);
  std::fflush(stdout);
  std::fclose(std::fopen("ready", "w"));
  while (access("go", F_OK) != 0)
    usleep(10000);
  autoscope::start("B.autoscope");
  for (int i = 0; i < 1000; ++i)
    second();
  std::raise(SIGKILL);
}
// SAID: A.autoscope
// A: Lost: 1000 scopes that could not be written to disk
// B: second() {{.*}} 1000
// FILES:     A.autoscope
// FILES-NOT: .ring
// FILES:     B.autoscope
// FILES-NOT: .ring
