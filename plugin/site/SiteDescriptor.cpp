#include "SiteDescriptor.h"

namespace autoscope {
namespace {

constexpr char separator = '\x1f';

void append(std::string &record, const std::string &field) {
  record.push_back(separator);
  for (char c : field)
    record.push_back(c == separator || c == '\0' ? '?' : c);
}

}  // namespace

const char *siteKindName(SiteDescriptor::Kind kind) {
  return kind == SiteDescriptor::Kind::Module ? "module" : "function";
}

std::string SiteDescriptor::encode() const {
  std::string flags;
  if (ofCall)
    flags.push_back('c');
  if (namedByUser)
    flags.push_back('n');
  if (torchBase)
    flags.push_back('t');
  std::string names;
  for (const std::string &parameter : parameters)
    names += (names.empty() ? "" : ",") + parameter;

  std::string record = "A1";
  append(record, siteKindName(kind));
  append(record, flags);
  append(record, std::to_string(line));
  append(record, file);
  append(record, name);
  append(record, qualifiedName);
  append(record, moduleType);
  append(record, names);
  return record;
}

}  // namespace autoscope
