#include "record/ArgumentText.h"

namespace autoscope::record {

namespace {
constexpr char separator = '\x1f';
}

ArgumentText parseArgumentText(std::string_view text) {
  ArgumentText arguments;
  size_t end = text.find(separator);
  arguments.shapes = text.substr(0, end);
  while (end != std::string_view::npos) {
    text.remove_prefix(end + 1);
    end = text.find(separator);
    arguments.types.push_back(text.substr(0, end));
  }
  return arguments;
}

std::string readableArguments(std::string_view text) {
  ArgumentText arguments = parseArgumentText(text);
  std::string readable(arguments.shapes);
  const char *before = " ";
  for (std::string_view type : arguments.types) {
    readable += before;
    readable += type.empty() ? "-" : std::string(type);
    before = ", ";
  }
  return readable;
}

}  // namespace autoscope::record
