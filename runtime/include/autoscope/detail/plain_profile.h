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

// Records for as long as it lives. The constructor throws autoscope::error; the destructor cannot, so call stop() where
// a failure to write matters.
class profile {
public:
  explicit profile(const options &wanted) {
    autoscope_options plain = {static_cast<unsigned>(sizeof(autoscope_options)),
                               wanted.buffer,
                               wanted.output.c_str(),
                               wanted.report.c_str(),
                               wanted.overflow.c_str(),
                               0};
    if (const char *refusal = autoscope_start(&plain))
      throw error(refusal);
  }
  ~profile() { stop(); }
  profile(const profile &) = delete;
  profile &operator=(const profile &) = delete;

  status stop() {
    const char *message = running_ ? autoscope_stop() : nullptr;
    running_ = false;
    return status{message ? message : ""};
  }

private:
  bool running_ = true;
};

#endif

}  // namespace cpp11

}  // namespace autoscope

#endif
