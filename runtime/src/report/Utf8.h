// Just enough of UTF-8 for reports: is it valid, how many characters is it, where may it be cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace autoscope::report {

// Bytes of the valid character at the front of `text`; 0 if there is none (overlong, surrogate, torn, stray byte).
size_t utf8Length(std::string_view text);

// What Python's len() says; each invalid byte counts as one.
size_t countCharacters(std::string_view text);

// The first `count` characters.
std::string_view firstCharacters(std::string_view text, size_t count);

// Fit for a terminal: control characters and invalid bytes become U+FFFD.
std::string printable(std::string_view text);

}  // namespace autoscope::report
