// The parts of a site's text (abi.h) that the run time itself needs. The text is compiled into the program, so a malformed
// one is treated as empty, not as an error.
#pragma once

#include "autoscope/abi.h"

#include <string_view>

namespace autoscope::hot {

enum class InfoField { Version, Kind, Flags, Line, File, Name, QualifiedName, ModuleType, Parameters };

inline std::string_view infoField(const __autoscope_site &site, InfoField field) {
  std::string_view text = site.__info ? site.__info : "";
  for (int skip = int(field); skip > 0; --skip) {
    size_t separator = text.find('\x1f');
    if (separator == std::string_view::npos)
      return {};
    text.remove_prefix(separator + 1);
  }
  return text.substr(0, text.find('\x1f'));
}

// What the run time notes in __autoscope_site::__reserved when it registers the site, so as not to read the text again.
constexpr unsigned siteBaseIsTorch = 1;

inline unsigned flagsOf(const __autoscope_site &site) {
  return infoField(site, InfoField::Flags).find('t') != std::string_view::npos ? siteBaseIsTorch : 0;
}

} // namespace autoscope::hot
