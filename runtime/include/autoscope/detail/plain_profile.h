#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// autoscope::options and profile for C++11 and C++14, and without exceptions: included by autoscope/profile.h, which is
// the header for people.
#ifndef AUTOSCOPE_DETAIL_PLAIN_PROFILE_H
#define AUTOSCOPE_DETAIL_PLAIN_PROFILE_H

#include <string>

namespace autoscope {

inline namespace cpp11 {

struct options {
  std::string output;
  std::string report;
  unsigned buffer = 0;
  std::string overflow;

  options() {}
  options(const char *output_) : output(output_) {}
  options(std::string output_) : output(static_cast<std::string &&>(output_)) {}
};

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)

// Records for as long as it lives. The constructor throws autoscope::error, or already_running; the destructor cannot,
// so call stop() where a failure to write matters.
class profile {
public:
  explicit profile(const options &wanted) {
    autoscope_options plain = {static_cast<unsigned>(sizeof(autoscope_options)),
                               wanted.buffer,
                               wanted.output.c_str(),
                               wanted.report.c_str(),
                               wanted.overflow.c_str(),
                               0};
    autoscope_failure failure = {0, nullptr, nullptr};
    number_ = autoscope_window_start(&plain, wanted.output.c_str(), &failure);
    if (number_ != 0)
      return;
    std::string refusal = taken(failure);
    if (failure.kind == autoscope_is_running)
      throw already_running(refusal);
    throw error(refusal);
  }
  ~profile() { stop(); }
  profile(const profile &) = delete;
  profile &operator=(const profile &) = delete;

  // Empty if all went well, else what could not be written, or that autoscope::stop() or a tool had ended the recording
  // before.
  status stop() {
    autoscope_failure failure = {0, nullptr, nullptr};
    uint64_t ends = number_;
    number_ = 0;
    if (ends == 0 || autoscope_window_stop(ends, &failure))
      return status{std::string()};
    return status{taken(failure)};
  }

private:
  static std::string taken(const autoscope_failure &failure) {
    std::string sentence = failure.text ? failure.text : "out of memory";
    autoscope_free(failure.text);
    autoscope_free(failure.choices);
    return sentence;
  }

  uint64_t number_ = 0;  // of what is recorded; 0: nothing is
};

#endif

}  // namespace cpp11

}  // namespace autoscope

#endif
