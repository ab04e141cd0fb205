#include "Lines.h"

#include <cstdio>
#include <unistd.h>

namespace bench {

namespace {

// Above this the other processes of the machine are a busy neighbour.
constexpr double busyCores = 0.1;

FILE *table = nullptr;
bool judging = true;

void record(const std::string &what, double value, const char *unit, const Pair *pair, double budget,
            const char *verdict) {
  if (!table)
    return;
  fprintf(table, "%s\t%.6g\t%s\t", what.c_str(), value, unit);
  if (pair)
    fprintf(table, "%.6g\t%.6g\t%.6g\t%.6g\t", pair->reference, pair->ratio, pair->least, pair->most);
  else
    fprintf(table, "\t\t\t\t");
  if (budget > 0)
    fprintf(table, "%.6g", budget);
  fprintf(table, "\t%s\n", verdict);
  fflush(table);
}

struct Judged {
  double limit;
  const char *verdict, *beside;
};

Judged judge(double value, Budget budget, bool atMost = true) {
  bool busy = othersBusyCores() > busyCores;
  double limit = busy ? budget.busy : budget.quiet;
  const char *verdict = !judging || limit <= 0 ? "" : (atMost ? value <= limit : value >= limit) ? "met" : "MISSED";
  return {limit, verdict, busy && budget.quiet != budget.busy ? " (busy machine)" : ""};
}

void line(const std::string &what, double value, const char *unit, Budget budget, bool atMost) {
  Judged judged = judge(value, budget, atMost);
  printf("%-58s %7.2f %s", what.c_str(), value, unit);
  if (judged.limit > 0)
    printf("  %s %.2f %s%s", atMost ? "<=" : ">=", judged.limit, judged.verdict, judged.beside);
  printf("\n");
  fflush(stdout);
  record(what, value, unit, nullptr, judged.limit, judged.verdict);
}

}  // namespace

void printLinesTo(const std::string &path) {
  table = fopen(path.c_str(), "ae");
  if (!table)
    perror(("autoscope-bench: " + path).c_str());
}

void judgeNothing() {
  judging = false;
}

void heading() {
  printf("%-58s %10s %10s %8s %17s  %s\n", "what", "measured", "floor ns", "ratio", "(least - most)", "budget");
  fflush(stdout);
}

void ratioLine(const std::string &what, const Pair &pair, Budget budget) {
  Judged judged = judge(pair.ratio, budget);
  printf("%-58s %7.2f ns %10.2f %8.3f %7.3f - %7.3f ", what.c_str(), pair.subject, pair.reference, pair.ratio,
         pair.least, pair.most);
  if (judged.limit > 0)
    printf(" <= %.2f %s%s", judged.limit, judged.verdict, judged.beside);
  printf("\n");
  fflush(stdout);
  record(what, pair.subject, "ns", &pair, judged.limit, judged.verdict);
}

void valueLine(const std::string &what, double value, const char *unit, Budget atMost) {
  line(what, value, unit, atMost, true);
}

void rateLine(const std::string &what, double value, const char *unit, Budget atLeast) {
  line(what, value, unit, atLeast, false);
}

void absentLine(const std::string &what, const std::string &why) {
  printf("%-58s     n/a: %s\n", what.c_str(), why.c_str());
  fflush(stdout);
  record(what, 0, "n/a", nullptr, 0, why.c_str());
}

}  // namespace bench
