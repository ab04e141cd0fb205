#include "Measure.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <unistd.h>

namespace bench {

namespace {
double nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

double seconds(const timeval &time) {
  return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
}

// Of this process and the children that it has waited for.
double ownCpuSeconds() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

// user, nice, system, irq, softirq and steal of the machine: all but idle and waiting.
double machineCpuSeconds() {
  unsigned long long user = 0, nice = 0, system = 0, idle, wait, irq = 0, softirq = 0, steal = 0;
  if (FILE *file = fopen("/proc/stat", "r")) {
    if (fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &softirq,
               &steal) != 8)
      user = nice = system = irq = softirq = steal = 0;
    fclose(file);
  }
  return double(user + nice + system + irq + softirq + steal) / double(sysconf(_SC_CLK_TCK));
}

struct Moment {
  double wall = wallNanoseconds() * 1e-9, own = ownCpuSeconds(), machine = machineCpuSeconds();
};
Moment since;
double lastOthers = 0;
}  // namespace

double othersBusyCores() {
  Moment now;
  double wall = now.wall - since.wall, others = (now.machine - since.machine) - (now.own - since.own);
  // The kernel counts in hundredths of a second.
  if (wall > 0.2 || lastOthers == 0)
    lastOthers = wall > 0 ? std::max(0.0, others / wall) : 0;
  if (wall > 1)
    since = now;
  return lastOthers;
}

double threadNanoseconds() {
  return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}
double wallNanoseconds() {
  return nanoseconds(CLOCK_MONOTONIC);
}

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Pair measurePair(const std::function<void(long)> &subject, const std::function<void(long)> &reference, long operations,
                 int slices) {
  std::vector<double> subjects, references, ratios;
  subject(operations / 10 + 1);
  reference(operations / 10 + 1);
  for (int i = 0; i < slices; ++i) {
    double start = threadNanoseconds();
    reference(operations);
    double middle = threadNanoseconds();
    subject(operations);
    double end = threadNanoseconds();
    references.push_back((middle - start) / double(operations));
    subjects.push_back((end - middle) / double(operations));
    ratios.push_back((end - middle) / (middle - start));
  }
  return {median(subjects), median(references), median(ratios), *std::min_element(ratios.begin(), ratios.end()),
          *std::max_element(ratios.begin(), ratios.end())};
}

}  // namespace bench
