#include "control/Protocol.h"

namespace autoscope::control {

namespace {

constexpr std::string_view greeting = "autoscope/";
constexpr std::string_view version = "1";
constexpr char digits[] = "0123456789ABCDEF";

bool isPlain(char c) {
  return c > ' ' && c < 127 && c != '%' && c != '=';
}

void appendEscaped(std::string &out, std::string_view text) {
  for (char c : text) {
    if (isPlain(c)) {
      out += c;
      continue;
    }
    out += '%';
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
}

int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// False: no text that write() makes, or one with a zero byte, which no path and no option has.
bool unescape(std::string_view text, std::string &out) {
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (isPlain(text[i])) {
      out += text[i];
      continue;
    }
    int high = text[i] == '%' && i + 2 < text.size() ? digitOf(text[i + 1]) : -1;
    int low = high >= 0 ? digitOf(text[i + 2]) : -1;
    if (low < 0 || high * 16 + low == 0)
      return false;
    out += char(high * 16 + low);
    i += 2;
  }
  return true;
}

// Cuts the first word off `text`.
std::string_view nextWord(std::string_view &text) {
  std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
  return word;
}

}  // namespace

const std::string *Line::find(std::string_view key) const {
  for (const auto &field : fields)
    if (field.first == key)
      return &field.second;
  return nullptr;
}

std::string Line::value(std::string_view key) const {
  const std::string *found = find(key);
  return found ? *found : std::string();
}

uint64_t Line::number(std::string_view key) const {
  const std::string *found = find(key);
  if (!found || found->empty() || found->size() > 19)
    return 0;
  uint64_t value = 0;
  for (char c : *found) {
    if (c < '0' || c > '9')
      return 0;
    value = value * 10 + uint64_t(c - '0');
  }
  return value;
}

Line &Line::add(std::string_view key, std::string_view value) {
  fields.emplace_back(key, value);
  return *this;
}

Line &Line::add(std::string_view key, uint64_t value) {
  return add(key, std::string_view(std::to_string(value)));
}

Line ok() {
  return Line{"ok", {}};
}

Line refusal(std::string_view sentence) {
  return Line{"error", {{"message", std::string(sentence)}}};
}

std::string write(const Line &line) {
  std::string text(greeting);
  text += version;
  text += ' ';
  appendEscaped(text, line.word);
  for (const auto &[key, value] : line.fields) {
    text += ' ';
    appendEscaped(text, key);
    text += '=';
    appendEscaped(text, value);
  }
  text += '\n';
  if (text.size() > maxLine)
    return write(refusal("the answer is longer than a line may be"));
  return text;
}

std::string parse(std::string_view text, Line &line) {
  if (text.size() >= maxLine)
    return "the line is longer than " + std::to_string(maxLine) + " bytes";
  std::string_view first = nextWord(text);
  if (first.substr(0, greeting.size()) != greeting)
    return "the line is not of autoscope's control protocol";
  first.remove_prefix(greeting.size());
  if (first != version)
    return "the line is of another version of autoscope's control protocol than " + std::string(version);
  if (!unescape(nextWord(text), line.word) || line.word.empty())
    return "the line has no word that says what it is";
  line.fields.clear();
  while (!text.empty()) {
    std::string_view word = nextWord(text);
    size_t equals = word.find('=');
    std::string key, value;
    if (equals == 0 || equals == std::string_view::npos || !unescape(word.substr(0, equals), key) ||
        !unescape(word.substr(equals + 1), value))
      return "a word of the line is no KEY=VALUE";
    if (line.find(key))
      return "the line has a key twice";
    if (line.fields.size() == maxFields)
      return "the line has more than " + std::to_string(maxFields) + " keys";
    line.fields.emplace_back(std::move(key), std::move(value));
  }
  return {};
}

}  // namespace autoscope::control
