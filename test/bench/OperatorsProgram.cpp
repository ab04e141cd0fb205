// autoscope-bench-operators OPERATIONS SLICES SESSION: what an operator of libtorch costs while it is recorded, by
// autoscope and by libtorch's own profiler, which is the one below torch.profiler.
//
// All ways take turns in each slice, in this one process; their starts and stops are not counted. Times are of the
// calling thread's CPU, an operator, above the same operators just before, when nobody listens. Prints a line each for
// OperatorsPart: what, median, then for a comparison the other's median, median ratio, least and most; separated by
// tabs. Ends with 1 and a sentence where a way has not recorded the operators, which would be cheap.
#include "Measure.h"

#include "autoscope/profile.h"

#include <ATen/Parallel.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/ones.h>
#include <ATen/record_function.h>
#include <algorithm>
#include <c10/core/GradMode.h>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/stat.h>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <unistd.h>
#include <vector>

namespace {

namespace torch_profiler = torch::profiler::impl;

struct Way {
  const char *name;
  std::function<void()> begin;
  std::function<long()> end;  // how many operators it has recorded at least
  std::vector<double> costs = {};
};

[[noreturn]] void fail(const std::string &sentence) {
  fprintf(stderr, "autoscope-bench-operators: %s\n", sentence.c_str());
  exit(1);
}

void loop(long operations) {
  static const at::Tensor one = at::ones({1, 1});
  for (long i = 0; i < operations; ++i)
    at::addmm(one, one, one);
}

double timeOf(long operations) {
  double start = bench::threadNanoseconds();
  loop(operations);
  return bench::threadNanoseconds() - start;
}

long counted = 0;
at::CallbackHandle handle;

void listen(at::RecordFunctionCallback::StartCallback callback) {
  handle = at::addGlobalCallback(at::RecordFunctionCallback(callback));
}

std::unique_ptr<at::ObserverContext> countOne(const at::RecordFunction &) {
  ++counted;
  return nullptr;
}

std::unique_ptr<at::ObserverContext> doNothing(const at::RecordFunction &) {
  return nullptr;
}

Way callback() {
  return {"operator of libtorch: a callback that does nothing", [] { listen(doNothing); },
          [] {
            at::removeCallback(handle);
            return 0L;
          }};
}

Way autoscopeWay(const char *name, std::string session, unsigned recorded) {
  auto begin = [session, recorded] {
    autoscope_options options = {
        sizeof(autoscope_options), 0, session.c_str(), nullptr, nullptr, recorded | autoscope_records_operators};
    if (const char *message = autoscope_start(&options))
      fail(message);
  };
  auto end = [session] {
    if (const char *message = autoscope_stop())
      fail(message);
    struct stat status = {};
    stat(session.c_str(), &status);
    unlink(session.c_str());
    return static_cast<long>(status.st_size / 16);  // a scope has one word of two at least
  };
  return {name, begin, end};
}

Way torchWay(const char *name, bool withArguments, bool withMemory) {
  auto begin = [withArguments, withMemory] {
    torch_profiler::ProfilerConfig config(torch_profiler::ProfilerState::KINETO, /*report_input_shapes=*/withArguments,
                                          withMemory, /*with_stack=*/false, /*with_flops=*/withArguments);
    std::set<torch_profiler::ActivityType> activities{torch_profiler::ActivityType::CPU};
    torch::autograd::profiler::prepareProfiler(config, activities);
    torch::autograd::profiler::enableProfiler(config, activities);
  };
  auto end = [] { return static_cast<long>(torch::autograd::profiler::disableProfiler()->events().size()); };
  return {name, begin, end};
}

void compare(const char *what, const Way &ours, const Way &theirs) {
  std::vector<double> ratios;
  for (size_t i = 0; i < ours.costs.size(); ++i)
    ratios.push_back(ours.costs[i] / theirs.costs[i]);
  printf("%s\t%.3f\t%.3f\t%.5f\t%.5f\t%.5f\n", what, bench::median(ours.costs), bench::median(theirs.costs),
         bench::median(ratios), *std::min_element(ratios.begin(), ratios.end()),
         *std::max_element(ratios.begin(), ratios.end()));
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    fail("wants OPERATIONS SLICES SESSION");
  long operations = std::max(1L, atol(argv[1])), slices = std::max(1L, atol(argv[2]));
  at::set_num_threads(1);
  c10::NoGradGuard noGradients;
  loop(10);
  listen(countOne);
  loop(1);
  at::removeCallback(handle);
  const long each = counted;

  constexpr unsigned arguments = autoscope_records_input_shapes | autoscope_records_flop_counts;
  Way ways[] = {callback(),
                autoscopeWay("recorded", argv[3], 0),
                autoscopeWay("with shapes", argv[3], arguments),
                autoscopeWay("with memory", argv[3], autoscope_records_memory),
                torchWay("theirs", false, false),
                torchWay("theirs with shapes", true, false),
                torchWay("theirs with memory", false, true)};
  for (long slice = -1; slice < slices; ++slice) {  // the first for what is done once
    for (Way &way : ways) {
      double bare = timeOf(operations);
      way.begin();
      double time = timeOf(operations);
      if (way.end() < (way.name == ways[0].name ? 0 : operations * each))
        fail(std::string(way.name) + ": operators were not recorded");
      if (slice >= 0)
        way.costs.push_back((time - bare) / static_cast<double>(operations * each));
    }
  }
  printf("%s\t%.3f\n", ways[0].name, bench::median(ways[0].costs));
  compare("operator of libtorch, recorded; floor: torch.profiler's", ways[1], ways[4]);
  compare("the same with shapes and FLOPs; floor: torch.profiler's", ways[2], ways[5]);
  compare("the same with memory; floor: torch.profiler's", ways[3], ways[6]);
}
