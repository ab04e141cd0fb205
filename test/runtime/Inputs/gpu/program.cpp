// A program that has the stand-in's GPU work, on two threads, in modules' places and outside of scopes.
#include "stand-in.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>

const StandInKernel add = {"_Z6vecaddPfS_i", 0, 7, 20000};
const StandInKernel multiply = {"_Z6vecmulPfS_i", 0, 13, 50000};

[[autoscope::scope]] void leaf() {
  standInLaunch(&add);
}
[[autoscope::scope]] void copies() {
  standInCopy(1 << 20, 0, 7, 30000);
  standInSet(4096, 0, 7, 1000);
}
[[autoscope::scope]] void idle() {
}
[[autoscope::scope]] void step() {
  copies();
  leaf();
  idle();
  standInLaunch(&multiply);
  leaf();
  standInSynchronize(7, 100000);
}
[[autoscope::scope]] void graph() {
  for (int replay = 0; replay < 10; ++replay)
    standInLaunchGraph(&add, 3);
}
[[autoscope::scope]] void worker() {
  leaf();
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "all";
  if (!strcmp(what, "many")) {
    for (int i = 0; i < 20000; ++i)
      leaf();
  } else if (!strcmp(what, "killed")) {
    for (int i = 0; i < 1000; ++i)
      leaf();
    usleep(500000);
    kill(getpid(), SIGKILL);
  } else {
    step();
    graph();
    std::thread(worker).join();
    standInLaunch(&multiply);
    standInMemory(0x1000, 1 << 20, 0);
    standInMemory(0x1000, 1 << 20, 1);
  }
  printf("the program ran\n");
}
