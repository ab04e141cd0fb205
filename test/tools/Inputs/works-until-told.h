// A program that works until there is a file `exit`, says by a file `ready` that it does, and never stays behind.
#include <cstdio>
#include <unistd.h>

[[autoscope::scope]] inline void work() { usleep(1000); }

inline void workUntilTold() {
  alarm(300);
  if (FILE *ready = fopen("ready", "w"))
    fclose(ready);
  while (access("exit", F_OK) != 0)
    work();
}
