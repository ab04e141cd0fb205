#include "report/JsonWriter.h"

#include "report/Utf8.h"

#include <algorithm>

namespace autoscope::report {

namespace {

bool isPlain(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  out_.push_back('"');
  while (!text.empty()) {
    size_t length = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), isPlain) - text.begin());
    out_.append(text.substr(0, length));
    text.remove_prefix(length);
    if (text.empty())
      break;
    length = 1;
    auto lead = static_cast<unsigned char>(text[0]);
    if (lead >= 0x80) {
      length = utf8Length(text);
      if (length)
        out_.append(text.substr(0, length));
      else
        out_.append("\\ufffd");
      length = std::max<size_t>(1, length);
    } else if (lead == '"' || lead == '\\') {
      out_.push_back('\\');
      out_.push_back(text[0]);
    } else if (lead == '\n') {
      out_.append("\\n");
    } else if (lead == '\t') {
      out_.append("\\t");
    } else {
      out_.append("\\u00");
      out_.push_back(hex[lead >> 4]);
      out_.push_back(hex[lead & 15]);
    }
    text.remove_prefix(length);
  }
  out_.push_back('"');
}

}  // namespace autoscope::report
