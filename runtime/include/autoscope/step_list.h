#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// What each step of a profile took: profile::per_step(). Plain values. C++17.
#ifndef AUTOSCOPE_STEP_LIST_H
#define AUTOSCOPE_STEP_LIST_H

#include "autoscope/detail/handles.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace autoscope {

struct StepTime {
  std::int64_t number = 0;
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;    // of all threads of the process
  std::int64_t start_ns = 0;  // of CLOCK_MONOTONIC, as std::chrono::steady_clock
  // How long the GPUs worked between the step's begin and end, whoever launched it; of several GPUs the sum. Nothing
  // where no GPU was recorded.
  std::optional<std::int64_t> gpu_busy_ns;
  // 1 is one core.
  double cpu_utilization() const {
    return wall_ns > 0 ? static_cast<double>(cpu_ns) / static_cast<double>(wall_ns) : 0;
  }
  // 1 is one GPU that never waited; nothing where gpu_busy_ns is.
  std::optional<double> gpu_utilization() const {
    if (!gpu_busy_ns || wall_ns <= 0)
      return std::nullopt;
    return static_cast<double>(*gpu_busy_ns) / static_cast<double>(wall_ns);
  }
};

namespace detail {

inline std::vector<autoscope_step> plainSteps(const std::vector<StepTime> &steps) {
  std::vector<autoscope_step> plain;
  for (const StepTime &step : steps)
    plain.push_back({step.number, step.wall_ns, step.cpu_ns, step.start_ns, step.gpu_busy_ns.value_or(-1)});
  return plain;
}

}  // namespace detail

class StepList : public std::vector<StepTime> {
public:
  using std::vector<StepTime>::vector;

  std::string table() const { return text(0); }
  std::string to_json() const { return text(1); }
  std::string to_csv() const { return text(2); }

private:
  std::string text(unsigned format) const {
    std::vector<autoscope_step> steps = detail::plainSteps(*this);
    return detail::textOf(
        [&](autoscope_failure *failure) { return autoscope_steps_text(steps.data(), steps.size(), format, failure); });
  }
};

inline std::ostream &operator<<(std::ostream &out, const StepList &steps) {
  return out << steps.table();
}

}  // namespace autoscope

#endif
