// Two profiles of one process, and GPU work before, in, between and behind them.
#include "stand-in.h"

#include <autoscope/profile.h>
#include <cstdio>

const StandInKernel add = {"_Z6vecaddPfS_i", 0, 7, 20000};

[[autoscope::scope]] void launch(int times) {
  for (int i = 0; i < times; ++i)
    standInLaunch(&add);
}

int main(int, char **arguments) {
  launch(10);
  int before = standInEnabledKinds();
  autoscope::start(arguments[1]);
  launch(3);
  int during = standInEnabledKinds();
  autoscope::stop();
  launch(10);
  int after = standInEnabledKinds();
  autoscope::start(arguments[2]);
  launch(2);
  autoscope::stop();
  printf("kinds before %d, while %d, after %d\n", before, during, after);
}
