#include "model/FunctionNames.h"

#include <cctype>

namespace autoscope::model {

namespace {

constexpr std::string_view operatorWord = "operator";

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isOperator(std::string_view component) {
  return component.substr(0, operatorWord.size()) == operatorWord &&
         (component.size() == operatorWord.size() || !isNameCharacter(component[operatorWord.size()]));
}

// `const a::b::C<d::E> &` -> `const C<E> &`.
std::string withoutNamespaces(std::string_view types) {
  std::string text;
  size_t word = 0;  // where the latest one begins in `text`
  for (size_t i = 0; i < types.size(); ++i) {
    if (types.substr(i, 2) == "::" && word != text.size()) {
      text.resize(word);
      ++i;
      continue;
    }
    text += types[i];
    if (!isNameCharacter(types[i]))
      word = text.size();
  }
  return text;
}

}  // namespace

std::pair<std::string_view, std::string_view> splitQualifiedName(std::string_view name) {
  size_t begin = 0, depth = 0;  // of the last component
  bool atStart = true;          // of a component
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    if (depth == 0 && atStart && isOperator(name.substr(i))) {
      // The rest is one component, whatever brackets and colons are in it: operator<, operator std::string.
      begin = i;
      break;
    }
    atStart = false;
    if (c == '<' || c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == '>' || c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ':' && depth == 0 && i + 1 < name.size() && name[i + 1] == ':') {
      begin = i + 2;
      ++i;
      atStart = true;
    }
  }
  return {name.substr(0, begin < 2 ? 0 : begin - 2), name.substr(begin)};
}

std::string_view withoutTemplateArguments(std::string_view component) {
  if (component.empty() || component.back() != '>')
    return component;
  if (!isOperator(component)) {
    size_t arguments = component.find('<');
    return arguments == 0 ? component : component.substr(0, arguments);
  }
  // `operator std::vector<int>` is what it converts to.
  if (component.substr(operatorWord.size(), 1) == " ")
    return component;
  // From the end, as the operator may be one of these brackets itself; in parentheses they are comparisons.
  size_t depth = 0, parentheses = 0;
  for (size_t i = component.size(); i-- > operatorWord.size();) {
    char c = component[i];
    parentheses += c == ')';
    parentheses -= c == '(' && parentheses > 0;
    if (parentheses > 0)
      continue;
    depth += c == '>';
    if (c == '<' && --depth == 0)
      return i > operatorWord.size() && component.substr(i) != "<=>" ? component.substr(0, i) : component;
  }
  return component;
}

std::string withoutBlanks(std::string_view name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    bool betweenWords =
        !text.empty() && isNameCharacter(text.back()) && i + 1 < name.size() && isNameCharacter(name[i + 1]);
    if (name[i] != ' ' || betweenWords)
      text += name[i];
  }
  return text;
}

std::vector<std::string> spellingsOf(const record::SiteText &site) {
  if (site.namedByUser() || site.qualifiedName.empty())
    return {std::string(site.name)};
  auto [around, function] = splitQualifiedName(site.qualifiedName);
  std::vector<std::string> parameters = {""};
  if (std::string_view last = splitQualifiedName(site.name).second;
      last.size() > function.size() && last.substr(0, function.size()) == function) {
    parameters.push_back(withoutBlanks(last.substr(function.size())));
    parameters.push_back(withoutNamespaces(parameters.back()));
  }
  std::vector<std::string> spellings;
  auto add = [&](const std::string &prefix, std::string_view name) {
    for (const std::string &types : parameters)
      spellings.emplace_back(prefix).append(withoutBlanks(name)).append(types);
  };
  // From `f` outwards to `a::B<c>::f`, and `a::B::f`.
  std::string full, plain;
  for (;;) {
    add(full, function);
    add(plain, withoutTemplateArguments(function));
    if (around.empty())
      return spellings;
    auto [rest, component] = splitQualifiedName(around);
    full.insert(0, withoutBlanks(component) + "::");
    plain.insert(0, withoutBlanks(withoutTemplateArguments(component)) + "::");
    around = rest;
  }
}

}  // namespace autoscope::model
