#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// What the functions of autoscope/*.h throw: one base class, and a class for each kind of mistake.
//
// what() is one sentence that names what is wrong and what is allowed. Nothing is thrown out of a scope. C++11 and
// later; with -fno-exceptions there is nothing here, and only what returns a status is left.
#ifndef AUTOSCOPE_ERROR_H
#define AUTOSCOPE_ERROR_H

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace autoscope {

class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// An argument that cannot be: an unknown sort key, a text that is no JSON.
class usage_error : public error {
public:
  explicit usage_error(const std::string &sentence, std::vector<std::string> valid = std::vector<std::string>())
      : error(sentence), choices(std::move(valid)) {}
  std::vector<std::string> choices;  // what would have been valid, where that can be listed
};

// A schedule with a negative or impossible part.
class schedule_error : public usage_error {
public:
  using usage_error::usage_error;
};

// Events, averages or an export before a profile has recorded anything.
class no_result : public error {
public:
  using error::error;
};

// Another profile runs in this process, or waits for its next step.
class already_running : public error {
public:
  using error::error;
};

// The result lacks what is asked for, because no source of it was there or it was not switched on.
class not_recorded : public error {
public:
  using error::error;
};

}  // namespace autoscope

#endif
