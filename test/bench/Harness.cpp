// Prints every budget of docs/overhead.md that can be measured today, with its ratio to the floor of the same run.
//
//   autoscope-bench [DIRECTORY [MILLIONS]]     where sessions go (default /tmp), scopes per slice (default 1)
//
// Not a test: it says what was met, and exits 0.
#include "Measure.h"
#include "Subjects.h"

#include "autoscope/profile.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

using bench::Pair;

std::string session;
long operations = 1'000'000;
constexpr int slices = 21;

void heading() {
  printf("%-46s %10s %10s %8s %17s  %s\n", "what", "ns", "floor ns", "ratio", "(least - most)", "budget");
}

void line(const char *what, const Pair &pair, double budget) {
  printf("%-46s %10.2f %10.2f %8.3f %7.3f - %7.3f  <= %.2f %s\n", what, pair.subject, pair.reference, pair.ratio,
         pair.least, pair.most, budget, pair.ratio <= budget ? "met" : "MISSED");
  fflush(stdout);
}

void plainLine(const char *what, double value, const char *unit, double budget) {
  printf("%-46s %10.2f %s", what, value, unit);
  if (budget > 0)
    printf("  <= %.2f %s", budget, value <= budget ? "met" : "MISSED");
  printf("\n");
  fflush(stdout);
}

void later(const char *what, int issue) {
  printf("%-46s not measured yet (issue %d)\n", what, issue);
}

void begin() {
  autoscope::status started = autoscope::start(session);
  if (!started) {
    fprintf(stderr, "autoscope-bench: %s\n", started.message.c_str());
    exit(1);
  }
}

double end() {
  double from = bench::wallNanoseconds();
  autoscope::status stopped = autoscope::stop();
  if (!stopped)
    fprintf(stderr, "autoscope-bench: %s\n", stopped.message.c_str());
  return bench::wallNanoseconds() - from;
}

double sessionBytes() {
  struct stat status;
  return stat(session.c_str(), &status) == 0 ? double(status.st_size) : 0;
}

void enabledScope() {
  begin();
  Pair pair =
      bench::measurePair([](long n) { bench::loopScope(n); }, [](long n) { bench::loopFloor(n); }, operations, slices);
  end();
  line("enabled scope, streaming to disk", pair, 1.3);
  double scopes = double(slices) * double(operations) + double(operations / 10 + 1);
  plainLine("bytes per scope on disk", sessionBytes() / scopes, "bytes", 16.1);
}

void disabledScope() {
  Pair pair = bench::measurePair([](long n) { bench::loopScope(n); }, [](long n) { bench::loopPlain(n); },
                                 operations * 10, slices);
  plainLine("disabled scope, above the bare call", pair.subject - pair.reference, "ns", 0.7);
}

// AUTOSCOPE_FILTER is read at the first start of the process.
void setFilter() {
  std::string path = session + ".filter";
  if (FILE *file = fopen(path.c_str(), "w")) {
    fputs("exclude filtered\n", file);
    fclose(file);
  }
  setenv("AUTOSCOPE_FILTER", path.c_str(), 1);
}

void filteredScope() {
  begin();
  Pair pair = bench::measurePair([](long n) { bench::loopFiltered(n); }, [](long n) { bench::loopPlain(n); },
                                 operations * 10, slices);
  end();
  plainLine("scope that AUTOSCOPE_FILTER leaves out", pair.subject - pair.reference, "ns", 0);
  if (sessionBytes() > 16.0 * double(operations))
    fprintf(stderr, "autoscope-bench: the filter did not work\n");
}

void recursion() {
  begin();
  constexpr long n = 27;
  Pair pair = bench::measurePair([](long) { bench::fibScope(n); }, [](long) { bench::fibFloor(n); }, 832040, slices);
  end();
  line("fib(27), every call a scope", pair, 1.1);
}

// Each thread measures its own CPU time; the floor is the two threads' floor, so that a shared core hits both.
void twoThreads() {
  begin();
  std::vector<double> ratios[2], times[2], floors[2];
  std::atomic<int> ready{0};
  auto work = [&](int index) {
    bench::loopScope(1000);
    ++ready;
    while (ready < 2) {
    }
    for (int i = 0; i < slices; ++i) {
      Pair pair = bench::measurePair([](long n) { bench::loopScope(n); }, [](long n) { bench::loopFloor(n); },
                                     operations / 4, 1);
      times[index].push_back(pair.subject);
      floors[index].push_back(pair.reference);
      ratios[index].push_back(pair.ratio);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  end();
  for (int i = 0; i < 2; ++i) {
    auto [least, most] = std::minmax_element(ratios[i].begin(), ratios[i].end());
    Pair pair = {bench::median(times[i]), bench::median(floors[i]), bench::median(ratios[i]), *least, *most};
    line(i == 0 ? "two threads, first" : "two threads, second", pair, 1.3);
  }
}

void modulePath() {
  struct Subject {
    const char *what;
    long (*loop)(long);
    double goal;
    long (*plain)(long) = bench::loopScope;
  } subjects[] = {{"module path, cached, above a plain scope", bench::loopModule, 5},
                  {"its parent and it, one call each, above one scope", bench::loopChecked, 0},
                  {"a net of 20 layers, each scope above a plain one", bench::loopNet, 0, bench::loopNetOfScopes},
                  {"module path, cached, entered by the caller", bench::loopCalled, 5},
                  {"module path, cached, by caller and body", bench::loopTakenOver, 0}};
  for (const Subject &subject : subjects) {
    begin();
    Pair pair =
        bench::measurePair([&](long n) { subject.loop(n); }, [&](long n) { subject.plain(n); }, operations, slices);
    end();
    plainLine(subject.what, pair.subject - pair.reference, "ns", subject.goal);
  }
}

void startAndStop() {
  std::vector<double> starts, stops;
  for (int i = 0; i < slices; ++i) {
    double from = bench::wallNanoseconds();
    begin();
    starts.push_back(bench::wallNanoseconds() - from);
    bench::loopScope(1000);
    stops.push_back(end());
  }
  plainLine("first start in the process", starts[0] / 1e6, "ms", 0);
  plainLine("later starts, median", bench::median(starts) / 1e6, "ms", 0);
  plainLine("stop after 1000 scopes, median", bench::median(stops) / 1e6, "ms", 0);
}

}  // namespace

int main(int argc, char **argv) {
  session = std::string(argc > 1 ? argv[1] : "/tmp") + "/autoscope-bench-" + std::to_string(getpid()) + ".autoscope";
  if (argc > 2)
    operations = atol(argv[2]) * 1'000'000;
  setFilter();
  startAndStop();
  heading();
  enabledScope();
  disabledScope();
  filteredScope();
  recursion();
  twoThreads();
  modulePath();
  later("scopes lost on SIGKILL", 5);
  later("export rates, table of 10 M scopes", 5);
  later("memory counting, per malloc and free", 7);
  unlink(session.c_str());
  unlink((session + ".filter").c_str());
  return 0;
}
