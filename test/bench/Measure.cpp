#include "Measure.h"

#include <algorithm>
#include <ctime>

namespace bench {

namespace {
double nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}
}  // namespace

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
