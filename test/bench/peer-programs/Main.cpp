// One program per tool: times the tool's scopes, or runs some and leaves what the tool writes.
//
//   PROGRAM off OPERATIONS SLICES            the tool is not switched on: prints what a call costs over a bare one
//   PROGRAM on OPERATIONS SLICES FOLDER      switched on: prints cost and ratio to the floor, of calls and of fib; then
//                                            how many scopes these were, CPU seconds of this thread and of the process
//   PROGRAM run SCOPES FOLDER                runs scopes, ends the tool, prints how long that end took and by what
//                                            memory grew
//   PROGRAM kill SCOPES FOLDER               runs scopes and kills itself
//
// Prints numbers in a line, for test/bench/peers.
#include "../Measure.h"
#include "Peer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace {

void print(const bench::Pair &pair) {
  printf("%.4f %.4f %.4f %.4f %.4f\n", pair.subject, pair.reference, pair.ratio, pair.least, pair.most);
}

// Pages of no file.
double privateBytes() {
  long kib = 0;
  char line[256];
  if (FILE *file = fopen("/proc/self/status", "r")) {
    while (fgets(line, sizeof line, file))
      if (sscanf(line, "RssAnon: %ld", &kib) == 1)
        break;
    fclose(file);
  }
  return double(kib) * 1024;
}

// With the tool's own threads.
double processSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

int timeOff(long operations, int slices) {
  print(bench::measurePair(peer::loop, peer::plainLoop, operations, slices));
  return 0;
}

int timeOn(long operations, int slices, const char *folder) {
  // fib(n) calls itself 2 fib(n + 1) - 1 times, counting the first.
  long n = 0, calls = 1, before = 1;
  while (calls + before + 1 < operations) {
    long next = calls + before + 1;
    before = calls;
    calls = next;
    ++n;
  }
  ++n;
  if (!peer::begin(folder))
    return 1;
  bench::Pair loop = bench::measurePair(peer::loop, peer::floorLoop, operations, slices);
  bench::Pair fib = bench::measurePair([n](long) { peer::fib(n); }, [n](long) { peer::floorFib(n); }, calls, slices);
  if (!peer::end())
    return 1;
  print(loop);
  print(fib);
  long scopes = operations * slices + operations / 10 + 1 + calls * (slices + 1);
  printf("%ld %.6f %.6f\n", scopes, bench::threadNanoseconds() * 1e-9, processSeconds());
  return 0;
}

int run(long scopes, const char *folder, bool killed) {
  if (!peer::begin(folder))
    return 1;
  double memory = privateBytes();
  peer::loop(scopes);
  if (killed)
    raise(SIGKILL);
  memory = privateBytes() - memory;
  double from = bench::wallNanoseconds();
  if (!peer::end())
    return 1;
  printf("%.6f %.0f\n", (bench::wallNanoseconds() - from) * 1e-9, memory);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "off"))
    return timeOff(atol(argv[2]), atoi(argv[3]));
  if (argc == 5 && !strcmp(argv[1], "on"))
    return timeOn(atol(argv[2]), atoi(argv[3]), argv[4]);
  if (argc == 4 && (!strcmp(argv[1], "run") || !strcmp(argv[1], "kill")))
    return run(atol(argv[2]), argv[3], argv[1][0] == 'k');
  fprintf(stderr, "usage: %s off|on|run|kill ...: see test/bench/peer-programs/Main.cpp\n", argv[0]);
  return 2;
}
