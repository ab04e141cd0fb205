// The text that describes the arguments of a call: what hot/Arguments.cpp writes, and Escape::Args refers to.
//
//   "[[5, 3, 224, 224], [64], []]" 0x1f "float" 0x1f "float" 0x1f ""
//
// One shape and one type for each parameter of the site; no shape is [], no type is empty; a list of tensors has a list
// of shapes. All fields view the given text, which may be damaged: shapes are cut where they are none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::record {

struct ArgumentText {
  std::string_view shapes;  // as written
  std::vector<std::string_view> types;
};

ArgumentText parseArgumentText(std::string_view text);

// "[[5, 3], [64]] float, float", for people.
std::string readableArguments(std::string_view text);

// Tells `visitor` of brackets and sizes in order: open(), size(int64_t), close(). Every open() gets its close().
template <class Visitor> void visitShapes(std::string_view shapes, Visitor &&visitor) {
  int depth = 0;
  for (size_t at = 0; at < shapes.size();) {
    char c = shapes[at];
    if (c == '[') {
      visitor.open();
      ++depth;
    } else if (depth == 0) {
      break;
    } else if (c == ']') {
      visitor.close();
      --depth;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      bool negative = c == '-';
      uint64_t value = 0;
      for (at += negative; at < shapes.size() && shapes[at] >= '0' && shapes[at] <= '9'; ++at)
        value = value * 10 + static_cast<uint64_t>(shapes[at] - '0');
      visitor.size(static_cast<int64_t>(negative ? 0 - value : value));
      continue;
    } else if (c != ',' && c != ' ') {
      break;
    }
    ++at;
    if (c == ']' && depth == 0)
      break;
  }
  for (; depth > 0; --depth)
    visitor.close();
}

}  // namespace autoscope::record
