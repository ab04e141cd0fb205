// A glob over names and paths: `*` any text, `?` one character, `[a-z]` and `[!a-z]` one of (not of) a set, `\` quotes
// the next character; `[]` stands for itself, so that `Matrix::operator[]` needs no quoting. `*` also matches `::` and
// `/`.
//
// Immutable after parsing; matching never fails and allocates nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::filter {

class Glob {
public:
  // Null, with `why` saying what is wrong, when `pattern` is no glob.
  static std::optional<Glob> parse(std::string_view pattern, std::string &why);

  bool matches(std::string_view text) const;
  // Whether the whole path matches, or its end from any component on: `src/*` matches `/home/me/src/a.cpp`.
  bool matchesPath(std::string_view path) const;
  // True for a pattern without wildcards: the user named one thing.
  bool isLiteral() const;
  const std::string &pattern() const { return pattern_; }

private:
  struct Part {
    enum class Kind { Character, Any, AnyText, Set } kind;
    std::string set;  // Character: that character; Set: its members, ranges expanded
    bool negated = false;
  };

  explicit Glob(std::string_view pattern) : pattern_(pattern) {}
  bool matchesFrom(std::size_t part, std::string_view text) const;

  std::string pattern_;
  std::vector<Part> parts_;
};

}  // namespace autoscope::filter
