// What the C functions of results_abi.h return on failure. The root's do, too, which has no results in some tests.
#include "results/Text.h"

#include <cstdlib>
#include <cstring>

namespace autoscope::results {

char *copyOf(std::string_view text) noexcept {
  auto *copy = static_cast<char *>(malloc(text.size() + 1));
  if (copy) {
    if (!text.empty())
      memcpy(copy, text.data(), text.size());
    copy[text.size()] = 0;
  }
  return copy;
}

void fail(autoscope_failure *failure, autoscope_failure_kind kind, std::string_view sentence,
          std::string_view choices) noexcept {
  if (!failure)
    return;
  failure->kind = kind;
  failure->text = sentence.empty() ? nullptr : copyOf(sentence);
  failure->choices = choices.empty() ? nullptr : copyOf(choices);
}

}  // namespace autoscope::results
