#include "report/Utf8.h"

#include <algorithm>

namespace autoscope::report {

size_t utf8Length(std::string_view text) {
  if (text.empty())
    return 0;
  auto at = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = at(0);
  if (lead < 0x80)
    return 1;
  size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
    return 0;
  // The second byte is what tells overlong forms, surrogates and values above U+10FFFF.
  unsigned char least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned char most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (at(1) < least || at(1) > most)
    return 0;
  for (size_t i = 2; i < length; ++i)
    if ((at(i) & 0xc0) != 0x80)
      return 0;
  return length;
}

size_t countCharacters(std::string_view text) {
  size_t count = 0;
  for (; !text.empty(); ++count)
    text.remove_prefix(std::max<size_t>(1, utf8Length(text)));
  return count;
}

std::string_view firstCharacters(std::string_view text, size_t count) {
  std::string_view rest = text;
  while (count-- > 0 && !rest.empty())
    rest.remove_prefix(std::max<size_t>(1, utf8Length(rest)));
  return text.substr(0, text.size() - rest.size());
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    size_t length = utf8Length(text);
    auto lead = static_cast<unsigned char>(text[0]);
    // Those of ASCII, and those behind it: to a terminal U+009B is ESC [.
    bool control =
        lead < 0x20 || lead == 0x7f || (lead == 0xc2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xa0);
    if (length == 0 || control)
      result += "\xef\xbf\xbd";
    else
      result += text.substr(0, length);
    text.remove_prefix(std::max<size_t>(1, length));
  }
  return result;
}

}  // namespace autoscope::report
