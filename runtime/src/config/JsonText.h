// Reads JSON text, strictly as RFC 8259 has it: for AUTOSCOPE_CONFIG, and for what a program adds to a trace.
//
// Pure, for any thread, and without a library. Text that is no JSON is one clause that says where and why; nesting
// beyond maxJsonDepth is refused, so that no text can use up a stack. Numbers stay the text they were.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::config {

constexpr unsigned maxJsonDepth = 200;

struct Json {
  enum class Kind { Null, False, True, Number, Text, List, Object };

  Kind kind = Kind::Null;
  std::string text;                // of a number, as it was written; of a text, as UTF-8 without escapes
  std::vector<Json> items;         // of a list; the values of an object
  std::vector<std::string> names;  // of an object: one for each value

  // The first value of that name; null: there is none, or this is no object.
  const Json *find(std::string_view name) const;
};

struct ParsedJson {
  Json value;
  std::string error;  // "it is no JSON: ... at character 7"; empty: all is well
};
ParsedJson parseJson(std::string_view text);

// Whether the whole text is one value.
bool isJson(std::string_view text);

// As it would be written: "text", 12, {...}; for messages, so cut after a few words.
std::string shown(const Json &value);

}  // namespace autoscope::config
