#include "config/JsonText.h"

#include <cstdint>
#include <utility>

namespace autoscope::config {

namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  bool parseAll(Json &value) {
    skipBlanks();
    if (!parse(value, maxJsonDepth))
      return false;
    skipBlanks();
    return at_ == text_.size() || fail("something follows the value");
  }

  std::string error() const { return "it is no JSON: " + why_ + " at character " + std::to_string(at_ + 1); }

private:
  bool fail(const char *why) {
    why_ = why;
    return false;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  void skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  bool parse(Json &value, unsigned depth) {
    switch (peek()) {
    case '{':
      return depth ? parseObject(value, depth - 1) : fail("it is nested too deep");
    case '[':
      return depth ? parseList(value, depth - 1) : fail("it is nested too deep");
    case '"':
      value.kind = Json::Kind::Text;
      return parseText(value.text);
    case 't':
      return parseWord(value, "true", Json::Kind::True);
    case 'f':
      return parseWord(value, "false", Json::Kind::False);
    case 'n':
      return parseWord(value, "null", Json::Kind::Null);
    default:
      return parseNumber(value);
    }
  }

  bool parseWord(Json &value, std::string_view word, Json::Kind kind) {
    if (text_.substr(at_, word.size()) != word)
      return fail("a value was expected");
    at_ += word.size();
    value.kind = kind;
    return true;
  }

  bool takeDigits() {
    size_t before = at_;
    while (peek() >= '0' && peek() <= '9')
      ++at_;
    return at_ > before;
  }

  bool parseNumber(Json &value) {
    size_t begin = at_;
    bool isNegative = take('-');
    if (!take('0') && !takeDigits())
      return fail(isNegative ? "a digit was expected" : "a value was expected");
    if (take('.') && !takeDigits())
      return fail("a digit was expected");
    if (take('e') || take('E')) {
      if (!take('+'))
        take('-');
      if (!takeDigits())
        return fail("a digit was expected");
    }
    value.kind = Json::Kind::Number;
    value.text = std::string(text_.substr(begin, at_ - begin));
    return true;
  }

  bool parseList(Json &value, unsigned depth) {
    value.kind = Json::Kind::List;
    ++at_;
    skipBlanks();
    if (take(']'))
      return true;
    for (;;) {
      value.items.emplace_back();
      skipBlanks();
      if (!parse(value.items.back(), depth))
        return false;
      skipBlanks();
      if (take(']'))
        return true;
      if (!take(','))
        return fail("a comma or ] was expected");
    }
  }

  bool parseObject(Json &value, unsigned depth) {
    value.kind = Json::Kind::Object;
    ++at_;
    skipBlanks();
    if (take('}'))
      return true;
    for (;;) {
      skipBlanks();
      if (peek() != '"')
        return fail("a name in quotes was expected");
      std::string name;
      if (!parseText(name))
        return false;
      skipBlanks();
      if (!take(':'))
        return fail("a colon was expected");
      skipBlanks();
      value.names.push_back(std::move(name));
      value.items.emplace_back();
      if (!parse(value.items.back(), depth))
        return false;
      skipBlanks();
      if (take('}'))
        return true;
      if (!take(','))
        return fail("a comma or } was expected");
    }
  }

  bool parseText(std::string &text) {
    ++at_;
    while (at_ < text_.size()) {
      auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c < 0x20)
        return fail("a text has a control character");
      if (c == '\\' ? !parseEscape(text) : !parseCharacter(text))
        return false;
    }
    return fail("a text has no end");
  }

  // One character of UTF-8, in its shortest form, no surrogate.
  bool parseCharacter(std::string &text) {
    auto byte = [this](size_t i) { return at_ + i < text_.size() ? static_cast<unsigned char>(text_[at_ + i]) : 0u; };
    unsigned first = byte(0), second = byte(1);
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    bool good = length > 0;
    for (size_t i = 1; i < length; ++i)
      good = good && (byte(i) & 0xc0) == 0x80;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second >= 0x90))
      good = false;
    if (!good)
      return fail("a text is no UTF-8");
    text += text_.substr(at_, length);
    at_ += length;
    return true;
  }

  bool parseHex(uint32_t &unit) {
    unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      char c = peek();
      if (c >= '0' && c <= '9')
        unit = unit * 16 + uint32_t(c - '0');
      else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
        unit = unit * 16 + uint32_t((c | 0x20) - 'a' + 10);
      else
        return fail("four hexadecimal digits were expected");
    }
    return true;
  }

  bool parseUnicode(std::string &text) {
    uint32_t code = 0, low = 0;
    if (!parseHex(code))
      return false;
    if (code >= 0xdc00 && code < 0xe000)
      return fail("half of a surrogate pair stands alone");
    if (code >= 0xd800 && code < 0xdc00) {
      if (!take('\\') || !take('u'))
        return fail("half of a surrogate pair stands alone");
      if (!parseHex(low))
        return false;
      if (low < 0xdc00 || low >= 0xe000)
        return fail("half of a surrogate pair stands alone");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    auto put = [&text](uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xc0 | code >> 6);
      put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      put(0xe0 | code >> 12);
      put(0x80 | (code >> 6 & 0x3f));
      put(0x80 | (code & 0x3f));
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
      put(0x80 | (code >> 6 & 0x3f));
      put(0x80 | (code & 0x3f));
    }
    return true;
  }

  bool parseEscape(std::string &text) {
    ++at_;
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (take('u'))
      return parseUnicode(text);
    size_t which = at_ < text_.size() ? letters.find(text_[at_]) : std::string_view::npos;
    if (which == std::string_view::npos)
      return fail("an unknown escape");
    text += meanings[which];
    ++at_;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string why_;
};

}  // namespace

const Json *Json::find(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return &items[i];
  return nullptr;
}

ParsedJson parseJson(std::string_view text) {
  ParsedJson parsed;
  Parser parser(text);
  if (!parser.parseAll(parsed.value))
    parsed = {Json(), parser.error()};
  return parsed;
}

bool isJson(std::string_view text) {
  Json value;
  return Parser(text).parseAll(value);
}

std::string shown(const Json &value) {
  switch (value.kind) {
  case Json::Kind::Null:
    return "null";
  case Json::Kind::False:
    return "false";
  case Json::Kind::True:
    return "true";
  case Json::Kind::Number:
    return value.text.substr(0, 40);
  case Json::Kind::Text:
    return '"' + value.text.substr(0, 40) + '"';
  case Json::Kind::List:
    return value.items.empty() ? "[]" : "[...]";
  case Json::Kind::Object:
    return value.items.empty() ? "{}" : "{...}";
  }
  return {};
}

}  // namespace autoscope::config
