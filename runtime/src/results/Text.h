// Texts and failures that a program gives back by autoscope_free.
//
// Any thread; nothing throws. Where there is no memory for a text, it is null.
#pragma once

#include "autoscope/detail/results_abi.h"

#include <exception>
#include <string_view>
#include <utility>

namespace autoscope::results {

char *copyOf(std::string_view text) noexcept;

// `choices`: one a line; empty: there is no list. Null failure: nobody wants to know.
void fail(autoscope_failure *failure, autoscope_failure_kind kind, std::string_view sentence,
          std::string_view choices = {}) noexcept;

// What `make` returns, or null and `failure`, whatever it throws.
template <class Make> auto orFail(autoscope_failure *failure, Make &&make) noexcept -> decltype(make()) {
  fail(failure, autoscope_no_failure, {});
  try {
    return std::forward<Make>(make)();
  } catch (const std::bad_alloc &) {
    fail(failure, autoscope_other_failure, "out of memory");
  } catch (const std::exception &thrown) {
    fail(failure, autoscope_other_failure, thrown.what());
  }
  return {};
}

}  // namespace autoscope::results
