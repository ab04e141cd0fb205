#include "sources/modules/TypeName.h"

#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>

namespace autoscope::modules {

namespace {

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

class Dynamic {
protected:
  ~Dynamic() = default;
  virtual void function() = 0;
};

}  // namespace

std::string dynamicType(const void *object) {
  const char *mangled = typeid(*static_cast<const Dynamic *>(object)).name();
  int status = 0;
  char *plain = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? plain : mangled;
  free(plain);
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
