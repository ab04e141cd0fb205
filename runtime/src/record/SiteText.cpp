#include "record/SiteText.h"

#include <array>
#include <charconv>

namespace autoscope::record {

namespace {
constexpr char separator = '\x1f';
enum Field : size_t { Version, Kind, Flags, Line, File, Name, QualifiedName, ModuleType, Parameters, FieldCount };
}  // namespace

std::optional<SiteText> parseSiteText(std::string_view text) {
  if (size_t end = text.find('\0'); end != std::string_view::npos)
    text = text.substr(0, end);
  std::array<std::string_view, FieldCount> fields;
  size_t count = 0;
  for (;;) {
    size_t end = text.find(separator);
    fields[count++] = text.substr(0, end);
    if (end == std::string_view::npos || count == FieldCount)
      break;
    text.remove_prefix(end + 1);
  }
  if (count <= Name || fields[Version] != "A1")
    return std::nullopt;

  SiteText site;
  if (fields[Kind] == "module")
    site.module = true;
  else if (fields[Kind] != "function")
    return std::nullopt;
  std::string_view line = fields[Line];
  auto parsed = std::from_chars(line.data(), line.data() + line.size(), site.line);
  if (parsed.ec != std::errc() || parsed.ptr != line.data() + line.size())
    return std::nullopt;
  site.flags = fields[Flags];
  site.file = fields[File];
  site.name = fields[Name];
  site.qualifiedName = fields[QualifiedName];
  site.moduleType = fields[ModuleType];
  site.parameters = fields[Parameters];
  return site;
}

}  // namespace autoscope::record
