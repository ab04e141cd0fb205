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
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace autoscope {

struct StepTime {
  std::int64_t number = 0;
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;  // of all threads of the process
  // 1 is one core.
  double cpu_utilization() const {
    return wall_ns > 0 ? static_cast<double>(cpu_ns) / static_cast<double>(wall_ns) : 0;
  }
};

class StepList : public std::vector<StepTime> {
public:
  using std::vector<StepTime>::vector;

  std::string table() const { return text(0); }
  std::string to_json() const { return text(1); }
  std::string to_csv() const { return text(2); }

private:
  std::string text(unsigned format) const {
    std::vector<autoscope_step> steps;
    for (const StepTime &step : *this)
      steps.push_back({step.number, step.wall_ns, step.cpu_ns});
    return detail::textOf(
        [&](autoscope_failure *failure) { return autoscope_steps_text(steps.data(), steps.size(), format, failure); });
  }
};

inline std::ostream &operator<<(std::ostream &out, const StepList &steps) {
  return out << steps.table();
}

}  // namespace autoscope

#endif
