#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// Owners of what the C functions of results_abi.h return, and their failures as exceptions. C++17.
#ifndef AUTOSCOPE_DETAIL_HANDLES_H
#define AUTOSCOPE_DETAIL_HANDLES_H

#include "autoscope/detail/results_abi.h"
#include "autoscope/error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace autoscope {
namespace detail {

using ListHandle = std::shared_ptr<autoscope_list>;
using ResultHandle = std::shared_ptr<autoscope_result>;

// Of a text that autoscope_free takes back; null is empty.
inline std::string taken(char *text) {
  std::unique_ptr<char, void (*)(void *)> owner(text, autoscope_free);
  return text ? std::string(text) : std::string();
}

[[noreturn]] inline void throwFailure(autoscope_failure &failure) {
  std::string sentence = taken(failure.text), listed = taken(failure.choices);
  std::vector<std::string> choices;
  for (std::size_t at = 0; at < listed.size();) {
    std::size_t end = listed.find('\n', at);
    end = end == std::string::npos ? listed.size() : end;
    choices.push_back(listed.substr(at, end - at));
    at = end + 1;
  }
  if (sentence.empty())
    sentence = "out of memory";
  switch (failure.kind) {
  case autoscope_bad_usage:
    throw usage_error(sentence, choices);
  case autoscope_no_result:
    throw no_result(sentence);
  case autoscope_is_running:
    throw already_running(sentence);
  case autoscope_was_not_recorded:
    throw not_recorded(sentence);
  default:
    throw error(sentence);
  }
}

// What `call(failure)` returns, unless that is null, zero or empty: then its failure is thrown.
template <class Result, class Call> Result checked(Call &&call) {
  autoscope_failure failure = {};
  Result result = std::forward<Call>(call)(&failure);
  if (!result)
    throwFailure(failure);
  return result;
}

template <class Call> std::string textOf(Call &&call) {
  return taken(checked<char *>(std::forward<Call>(call)));
}

}  // namespace detail
}  // namespace autoscope

#endif
