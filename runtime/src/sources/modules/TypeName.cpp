#include "sources/modules/TypeName.h"

#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>

namespace autoscope::modules {

namespace {

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

uint64_t hashOf(std::string_view text) {
  uint64_t hash = 14695981039346656037ull;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

// As the plugin writes them: without suffixes of numbers, and without blanks between brackets.
std::string plainArguments(std::string_view type) {
  std::string plain;
  bool inNumber = false;
  for (size_t i = 0; i < type.size(); ++i) {
    char c = type[i];
    bool isWord = isalnum(static_cast<unsigned char>(c)) || c == '_';
    bool startsWord =
        isWord && (plain.empty() || !(isalnum(static_cast<unsigned char>(plain.back())) || plain.back() == '_'));
    inNumber = startsWord ? isdigit(static_cast<unsigned char>(c)) : inNumber && isWord;
    if (inNumber && (c == 'u' || c == 'l'))
      continue;
    if (c == ' ' && plain.size() && plain.back() == '>' && i + 1 < type.size() && type[i + 1] == '>')
      continue;
    plain += c;
  }
  return plain;
}

}  // namespace

std::string dynamicType(const void *object, const __autoscope_class *described) {
  const void *const *table = *static_cast<const void *const *const *>(object);
  const auto *type = static_cast<const std::type_info *>(table[-1]);
  if (!type || (described && described->__first == hashOf(type->name())))
    return "";
  int status = 0;
  char *demangled = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? plainArguments(demangled) : type->name();
  free(demangled);
  return name;
}

std::string shortType(std::string_view type, Naming naming) {
  size_t start = 0;
  int nested = 0;  // template arguments, and "(anonymous namespace)"
  for (size_t i = 0; i < type.size(); ++i) {
    char c = type[i];
    if (c == '<' || c == '(')
      ++nested;
    else if (c == '>' || c == ')')
      --nested;
    else if (nested == 0 && c == ':' && i + 1 < type.size() && type[i + 1] == ':')
      start = i + 2;
  }
  std::string_view name = type.substr(start);
  if (name.empty())
    return "module";
  std::string_view head = name.substr(0, name.find('<')), arguments = name.substr(head.size());
  if (naming == Naming::Torch && endsWith(head, "Impl"))
    head.remove_suffix(4);
  return std::string(head).append(arguments);
}

}  // namespace autoscope::modules
