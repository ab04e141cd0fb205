#include "config/JsonText.h"

#include <cstddef>

namespace autoscope::config {

namespace {

class Check {
public:
  explicit Check(std::string_view text) : text_(text) {}

  bool whole() {
    bool isValue = value(0);
    blanks();
    return isValue && at_ == text_.size();
  }

private:
  static constexpr int deepest = 200;

  bool value(int depth) {
    blanks();
    if (depth > deepest || at_ == text_.size())
      return false;
    switch (text_[at_]) {
    case '{':
      return list('}', depth, /*isObject=*/true);
    case '[':
      return list(']', depth, /*isObject=*/false);
    case '"':
      return string();
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    default:
      return number();
    }
  }

  bool list(char end, int depth, bool isObject) {
    ++at_;
    blanks();
    if (takes(end))
      return true;
    do {
      blanks();
      if (isObject && (!string() || (blanks(), !takes(':'))))
        return false;
      if (!value(depth + 1))
        return false;
      blanks();
    } while (takes(','));
    return takes(end);
  }

  bool string() {
    if (!takes('"'))
      return false;
    while (at_ < text_.size()) {
      char c = text_[at_++];
      if (c == '"')
        return true;
      if (static_cast<unsigned char>(c) < 0x20 || (c == '\\' && !escape()))
        return false;
    }
    return false;
  }

  bool escape() {
    if (takes('u')) {
      for (int i = 0; i < 4; ++i, ++at_)
        if (at_ == text_.size() || !isHexadecimal(text_[at_]))
          return false;
      return true;
    }
    return at_ < text_.size() && std::string_view("\"\\/bfnrt").find(text_[at_++]) != std::string_view::npos;
  }

  bool number() {
    takes('-');
    if (!takes('0') && !digits())
      return false;
    if (takes('.') && !digits())
      return false;
    if (takes('e') || takes('E')) {
      if (!takes('+'))
        takes('-');
      return digits();
    }
    return true;
  }

  bool digits() {
    size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9')
      ++at_;
    return at_ > begin;
  }

  bool word(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected)
      return false;
    at_ += expected.size();
    return true;
  }

  bool takes(char c) {
    if (at_ == text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }

  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  static bool isHexadecimal(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

bool isJson(std::string_view text) {
  return Check(text).whole();
}

}  // namespace autoscope::config
