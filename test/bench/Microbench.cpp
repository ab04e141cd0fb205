// One operation at a time, with Google Benchmark's statistics. `autoscope-bench` is the one that judges.
#include "Subjects.h"

#include "autoscope/profile.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace {

constexpr long callsPerIteration = 1000;

template <long (*Loop)(long)> void calls(benchmark::State &state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(Loop(callsPerIteration));
  state.SetItemsProcessed(state.iterations() * callsPerIteration);
}

template <long (*Loop)(long)> void recordedCalls(benchmark::State &state) {
  std::string output = "/tmp/autoscope-microbench-" + std::to_string(getpid()) + ".autoscope";
  autoscope::status started = autoscope::start(output);
  if (!started)
    state.SkipWithError(started.message.c_str());
  calls<Loop>(state);
  autoscope::stop();
  unlink(output.c_str());
}

BENCHMARK_TEMPLATE(calls, bench::loopPlain);
BENCHMARK_TEMPLATE(calls, bench::loopFloor);
BENCHMARK_TEMPLATE(calls, bench::loopScope);  // not recording
BENCHMARK_TEMPLATE(recordedCalls, bench::loopScope);
BENCHMARK_TEMPLATE(recordedCalls, bench::loopModule);
BENCHMARK_TEMPLATE(recordedCalls, bench::loopCalled);
BENCHMARK_TEMPLATE(recordedCalls, bench::loopTakenOver);

}  // namespace

BENCHMARK_MAIN();
