// The text that describes a site: the one record that the plugin writes into "autoscope_info" (abi.h says its fields).
//
// Parsed by SessionReader (sites of a session) and by `autoscope sites` (sites of a binary). All fields view the given
// text. A text that is no such record gives nothing; texts with more fields than we know are read as far as we know.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace autoscope::record {

struct SiteText {
  bool module = false;  // kind
  std::string_view flags;
  uint32_t line = 0;
  std::string_view file;
  std::string_view name;  // what tables show
  std::string_view qualifiedName;
  std::string_view moduleType;
  std::string_view parameters;  // names, comma separated

  bool namedByUser() const { return flags.find('n') != std::string_view::npos; }
  bool ofCall() const { return flags.find('c') != std::string_view::npos; }
  bool ofAnnotation() const { return flags.find('u') != std::string_view::npos; }  // OperatorSites.h
  bool ofTorchModule() const { return flags.find('t') != std::string_view::npos; }
};

std::optional<SiteText> parseSiteText(std::string_view text);

}  // namespace autoscope::record
