#include "config/EmitText.h"

#include <algorithm>

namespace autoscope::config {

EmitTools parseEmit(std::string_view text, std::string &why) {
  EmitTools tools;
  const struct {
    std::string_view name;
    bool &isNamed;
  } known[] = {{"nvtx", tools.nvtx}, {"itt", tools.itt}, {"torch", tools.torch}};
  for (size_t begin = 0; begin <= text.size() && why.empty();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string_view name = text.substr(begin, end - begin);
    bool isKnown = false;
    for (const auto &tool : known)
      if (tool.name == name)
        isKnown = tool.isNamed = true;
    if (!isKnown)
      why = "'" + std::string(name) + "' is none of nvtx, itt, torch";
    begin = end + 1;
  }
  return tools;
}

}  // namespace autoscope::config
