// Names of files, as the readers look for what belongs together.
#pragma once

#include <string>
#include <string_view>
#include <unistd.h>

namespace autoscope::record {

inline bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

inline bool exists(const std::string &path) {
  return access(path.c_str(), F_OK) == 0;
}

// With its slash; empty: the working directory.
inline std::string directoryOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

}  // namespace autoscope::record
