// The one writer of JSON: it escapes, separates and closes, so that nobody else writes a quote or a comma.
//
// Appends to a buffer that the caller drains whenever it likes. Strict for any bytes: what is not UTF-8 becomes U+FFFD,
// control characters are escaped. Integers are printed as integers and times from integer nanoseconds, so no locale
// and no rounding is involved. A blank follows each colon: HTA finds the rank of a trace by such a text.
#pragma once

#include "report/TextBuffer.h"

#include <charconv>
#include <cstdint>
#include <string_view>

namespace autoscope::report {

// Members of an object, written beforehand because many objects share them.
class JsonMembers {
public:
  JsonMembers() = default;
  // `write(JsonWriter &)` writes keys and values.
  template <class Write> explicit JsonMembers(Write &&write);
  bool empty() const { return text_.empty(); }

private:
  friend class JsonWriter;
  TextBuffer text_;
};

// A key, quoted beforehand, for loops.
class JsonKey {
public:
  explicit JsonKey(std::string_view name);

private:
  friend class JsonWriter;
  TextBuffer text_;
};

class JsonWriter {
public:
  explicit JsonWriter(TextBuffer &out) : out_(out) {}

  JsonWriter &beginObject() { return open('{'); }
  JsonWriter &endObject() { return close('}'); }
  JsonWriter &beginArray() { return open('['); }
  JsonWriter &endArray() { return close(']'); }

  // Puts the next element on a line of its own.
  JsonWriter &newLine() {
    newLine_ = true;
    return *this;
  }

  JsonWriter &key(std::string_view name) {
    separate();
    quote(name);
    out_.append(": ", 2);
    comma_ = false;
    return *this;
  }
  JsonWriter &key(const JsonKey &key) {
    separate();
    out_.append(key.text_.view());
    comma_ = false;
    return *this;
  }
  JsonWriter &members(const JsonMembers &members) {
    if (!members.empty()) {
      separate();
      out_.append(members.text_.view());
      comma_ = true;
    }
    return *this;
  }

  JsonWriter &string(std::string_view text) {
    separate();
    quote(text);
    comma_ = true;
    return *this;
  }
  template <class Integer> JsonWriter &integer(Integer value) {
    static_assert(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>);
    separate();
    char *digits = out_.reserve(mostDigits);
    out_.advance(static_cast<size_t>(std::to_chars(digits, digits + mostDigits, value).ptr - digits));
    comma_ = true;
    return *this;
  }
  JsonWriter &boolean(bool value) {
    separate();
    out_.append(value ? "true" : "false");
    comma_ = true;
    return *this;
  }
  // A value that somebody else wrote, and that is JSON.
  JsonWriter &checkedJson(std::string_view value) {
    separate();
    out_.append(value);
    comma_ = true;
    return *this;
  }
  // Nanoseconds as microseconds with three decimals.
  JsonWriter &microseconds(uint64_t ns) {
    separate();
    char *digits = out_.reserve(mostDigits);
    char *end = std::to_chars(digits, digits + mostDigits, ns / 1000).ptr;
    auto rest = static_cast<unsigned>(ns % 1000);
    end[0] = '.';
    end[1] = static_cast<char>('0' + rest / 100);
    end[2] = static_cast<char>('0' + rest / 10 % 10);
    end[3] = static_cast<char>('0' + rest % 10);
    out_.advance(static_cast<size_t>(end + 4 - digits));
    comma_ = true;
    return *this;
  }

private:
  static constexpr size_t mostDigits = 28;

  void separate() {
    if (comma_)
      out_.push_back(',');
    if (newLine_)
      out_.push_back('\n');
    else if (comma_)
      out_.push_back(' ');
    newLine_ = comma_ = false;
  }
  JsonWriter &open(char bracket) {
    separate();
    out_.push_back(bracket);
    return *this;
  }
  JsonWriter &close(char bracket) {
    if (newLine_)
      out_.push_back('\n');
    newLine_ = false;
    out_.push_back(bracket);
    comma_ = true;
    return *this;
  }
  void quote(std::string_view text);

  TextBuffer &out_;
  bool comma_ = false;  // a separator is due before the next element
  bool newLine_ = false;
};

inline JsonKey::JsonKey(std::string_view name) {
  JsonWriter(text_).key(name);
}

template <class Write> JsonMembers::JsonMembers(Write &&write) {
  JsonWriter json(text_);
  write(json);
}

}  // namespace autoscope::report
