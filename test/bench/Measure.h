// Pairwise timing: a subject in slices, each next to a slice of its reference, so that a busy neighbour or a change of
// the clock rate hits both alike. Times are of the calling thread's CPU.
#pragma once

#include <functional>
#include <vector>

namespace bench {

struct Pair {
  double subject;    // median ns per operation
  double reference;  // median ns per operation
  double ratio;      // median of the slices' ratios
  double least, most;
};

// Both run `operations` per slice.
Pair measurePair(const std::function<void(long)> &subject, const std::function<void(long)> &reference, long operations,
                 int slices);

double threadNanoseconds();
double wallNanoseconds();
double median(std::vector<double> values);

// How many cores all other processes of the machine keep busy, as a mean over the last second or more since the start
// of this process, as far as it is old enough; what a hypervisor takes away counts, too. 0 where /proc/stat cannot
// tell.
double othersBusyCores();

}  // namespace bench
