#include "filter/Glob.h"

namespace autoscope::filter {
namespace {

// Appends what `[...]` stands for to `set`; `at` is after the bracket and moves behind the closing one.
bool parseSet(std::string_view pattern, std::size_t &at, std::string &set, bool &negated) {
  negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated)
    ++at;
  while (at < pattern.size() && pattern[at] != ']') {
    char first = pattern[at++];
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      char last = pattern[at + 1];
      if (last < first)
        return false;
      for (int c = first; c <= last; ++c)
        set.push_back(static_cast<char>(c));
      at += 2;
    } else {
      set.push_back(first);
    }
  }
  if (at == pattern.size() || set.empty())
    return false;
  ++at;
  return true;
}

}  // namespace

std::optional<Glob> Glob::parse(std::string_view pattern, std::string &why) {
  Glob glob(pattern);
  if (pattern.empty()) {
    why = "the pattern is empty";
    return std::nullopt;
  }
  for (std::size_t at = 0; at < pattern.size();) {
    char c = pattern[at++];
    if (c == '*') {
      // `**` is `*`: a second part would only cost time.
      if (glob.parts_.empty() || glob.parts_.back().kind != Part::Kind::AnyText)
        glob.parts_.push_back({Part::Kind::AnyText, {}});
    } else if (c == '?') {
      glob.parts_.push_back({Part::Kind::Any, {}});
    } else if (c == '[' && at < pattern.size() && pattern[at] == ']') {
      ++at;
      glob.parts_.push_back({Part::Kind::Character, "["});
      glob.parts_.push_back({Part::Kind::Character, "]"});
    } else if (c == '[') {
      Part part{Part::Kind::Set, {}};
      if (!parseSet(pattern, at, part.set, part.negated)) {
        why = "'[' starts a set that is empty, unfinished or in wrong order";
        return std::nullopt;
      }
      glob.parts_.push_back(std::move(part));
    } else if (c == '\\') {
      if (at == pattern.size()) {
        why = "a backslash at the end quotes nothing";
        return std::nullopt;
      }
      glob.parts_.push_back({Part::Kind::Character, std::string(1, pattern[at++])});
    } else {
      glob.parts_.push_back({Part::Kind::Character, std::string(1, c)});
    }
  }
  return glob;
}

// One remembered `*` is enough: a later star can take over whatever an earlier one gave up.
bool Glob::matchesFrom(std::size_t part, std::string_view text) const {
  std::size_t at = 0, starPart = parts_.size(), starAt = 0;
  while (at < text.size() || part < parts_.size()) {
    if (part < parts_.size()) {
      const Part &p = parts_[part];
      if (p.kind == Part::Kind::AnyText) {
        starPart = part++;
        starAt = at;
        continue;
      }
      bool one =
          at < text.size() && (p.kind == Part::Kind::Any || (p.set.find(text[at]) != std::string::npos) != p.negated);
      if (one) {
        ++part;
        ++at;
        continue;
      }
    }
    if (starPart == parts_.size() || starAt == text.size())
      return false;
    part = starPart + 1;
    at = ++starAt;
  }
  return true;
}

bool Glob::matches(std::string_view text) const {
  return matchesFrom(0, text);
}

bool Glob::matchesPath(std::string_view path) const {
  if (matches(path))
    return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
    if (matches(path.substr(slash + 1)))
      return true;
  return false;
}

bool Glob::isLiteral() const {
  for (const Part &part : parts_)
    if (part.kind != Part::Kind::Character)
      return false;
  return true;
}

}  // namespace autoscope::filter
