// Three steps: one that launches two kernels side by side, one that launches nothing, one that copies.
#include "stand-in.h"

#include <autoscope/profile.h>
#include <cstdio>
#include <unistd.h>

const StandInKernel one = {"_Z6vecaddPfS_i", 0, 7, 100000000}, other = {"_Z6vecmulPfS_i", 0, 13, 100000000};

int main(int count, char **) {
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(0, 0, 3, 1);
  if (count == 1)
    wanted.activities = {autoscope::ProfilerActivity::CPU, autoscope::ProfilerActivity::CUDA};
  autoscope::profile p(wanted);
  for (int step = 0; step < 3; ++step) {
    if (step == 0) {
      standInLaunch(&one);
      standInLaunch(&other);
    } else if (step == 2) {
      standInCopy(1 << 20, 0, 7, 2000000);
    }
    usleep(step == 0 ? 170000 : 20000);
    p.step();
  }
  for (const autoscope::StepTime &step : p.per_step())
    if (step.gpu_busy_ns)
      printf("step %ld: busy %s, %s\n", static_cast<long>(step.number),
             *step.gpu_busy_ns >= 100000000 && *step.gpu_busy_ns < 160000000        ? "once for both"
             : *step.gpu_busy_ns / 1000 == 1999 || *step.gpu_busy_ns / 1000 == 2000 ? "2 ms"
             : *step.gpu_busy_ns                                                    ? "?"
                                                                                    : "never",
             *step.gpu_utilization() == static_cast<double>(*step.gpu_busy_ns) / static_cast<double>(step.wall_ns)
                 ? "of its wall time"
                 : "of what?");
    else
      printf("step %ld: no GPU\n", static_cast<long>(step.number));
  std::fputs(p.per_step().table().c_str(), stdout);
  std::fputs(p.per_step().to_csv().c_str(), stdout);
}
