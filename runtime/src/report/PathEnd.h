// Names of files speak by their end.
#pragma once

#include <string_view>

namespace autoscope::report {

inline bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace autoscope::report
