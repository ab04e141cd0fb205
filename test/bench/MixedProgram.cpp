#include "MixedProgram.h"

#include "autoscope/scope.h"

#include <thread>

namespace bench {

namespace {

struct Run {
  long left;
  unsigned random;
  unsigned next() { return random = random * 1664525 + 1013904223; }
};

using Function = void (*)(Run &, int);
extern const Function functions[32];

// Each function calls the same few others, as code does.
void callOthers(Run &run, unsigned number, int depth) {
  --run.left;
  if (depth >= 12)
    return;
  for (unsigned children = run.next() >> 30; children > 0 && run.left > 0; --children)
    functions[(number * 7 + children * 3) % 32](run, depth + 1);
}

#define FUNCTION(number)                                                                                               \
  __attribute__((noinline)) void function##number(Run &run, int depth) {                                               \
    AUTOSCOPE_SCOPE("app::Worker<float>::step" #number "(const Tensor &, int)");                                       \
    callOthers(run, number, depth);                                                                                    \
  }
// Numbers are octal: 000 to 037.
#define EIGHT(DO, n) DO(0##n##0) DO(0##n##1) DO(0##n##2) DO(0##n##3) DO(0##n##4) DO(0##n##5) DO(0##n##6) DO(0##n##7)
#define FOR_EACH_FUNCTION(DO) EIGHT(DO, 0) EIGHT(DO, 1) EIGHT(DO, 2) EIGHT(DO, 3)
FOR_EACH_FUNCTION(FUNCTION)
#define NAME(number) function##number,
const Function functions[32] = {FOR_EACH_FUNCTION(NAME)};

void runThread(Run &run) {
  while (run.left > 0)
    functions[run.next() % 32](run, 0);
}

}  // namespace

long runMixedProgram(long scopes) {
  Run first{scopes - scopes / 2, 1}, second{scopes / 2, 2};
  std::thread other([&second] { runThread(second); });
  runThread(first);
  other.join();
  return scopes - first.left - second.left;
}

}  // namespace bench
