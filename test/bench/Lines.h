// The lines of autoscope-bench: what was measured, its reference, the budget, and whether it was met.
//
// For the thread that runs the parts. Each line goes to standard output for people and, tab-separated, to the file of
// printLinesTo() for test/bench/record. Not a judge: a missed budget changes no exit status.
#pragma once

#include "Measure.h"

#include <string>

namespace bench {

// A goal that a busy neighbour excuses from: `quiet` alone on the machine, `busy` beside others. 0: none.
struct Budget {
  double quiet = 0, busy = 0;
  Budget() {}
  Budget(double both) : quiet(both), busy(both) {}
  Budget(double quiet_, double busy_) : quiet(quiet_), busy(busy_) {}
};

void printLinesTo(const std::string &path);
// From now on no budget is judged: counts are too small for it.
void judgeNothing();
void heading();
// Nanoseconds, and the ratio is what is judged.
void ratioLine(const std::string &what, const Pair &pair, Budget budget);
void valueLine(const std::string &what, double value, const char *unit, Budget atMost = {});
void rateLine(const std::string &what, double value, const char *unit, Budget atLeast = {});
// Not measured, and why.
void absentLine(const std::string &what, const std::string &why);

}  // namespace bench
