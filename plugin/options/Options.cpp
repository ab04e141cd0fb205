#include "Options.h"

#include <cctype>
#include <charconv>

namespace autoscope {
namespace {

// Length of the symbol with brackets or a comma at the start of `text`, if `before` ends in the keyword it belongs to.
std::size_t operatorSymbol(std::string_view before, std::string_view text) {
  constexpr std::string_view keyword = "operator";
  if (before.size() < keyword.size() || before.substr(before.size() - keyword.size()) != keyword)
    return 0;
  before.remove_suffix(keyword.size());
  if (!before.empty() && (std::isalnum(static_cast<unsigned char>(before.back())) || before.back() == '_'))
    return 0;
  for (std::string_view symbol : {"()", "[]", "->*", "->", "<=>", "<<=", "<<", "<=", "<", ">>=", ">>", ">=", ">", ","})
    if (text.substr(0, symbol.size()) == symbol)
      return symbol.size();
  return 0;
}

// `a,b` is two entries; a comma inside brackets belongs to a name: `map<int, long>::at`.
std::vector<std::string> splitList(std::string_view text) {
  std::vector<std::string> entries;
  std::string entry;
  int depth = 0;
  auto finish = [&] {
    std::size_t first = entry.find_first_not_of(" \t");
    std::size_t last = entry.find_last_not_of(" \t");
    entries.push_back(first == std::string::npos ? std::string() : entry.substr(first, last - first + 1));
    entry.clear();
  };
  while (!text.empty()) {
    std::size_t symbol = operatorSymbol(entry, text);
    entry += text.substr(0, symbol);
    text.remove_prefix(symbol);
    if (text.empty())
      break;
    char c = text.front();
    text.remove_prefix(1);
    if (c == '<' || c == '(' || c == '[')
      ++depth;
    else if ((c == '>' || c == ')' || c == ']') && depth > 0)
      --depth;
    if (c == ',' && depth == 0) {
      finish();
    } else {
      entry.push_back(c);
    }
  }
  finish();
  return entries;
}

constexpr std::string_view operatorKeyword = "operator";

// Conversions, literals and allocation are no operators that a module runs by.
bool isOperatorSymbol(std::string_view text) {
  for (std::string_view symbol : {"()",  "[]", "+",  "-",  "*",  "/",   "%",  "^",  "&",  "|",  "~",  "!",   "=",
                                  "<",   ">",  "+=", "-=", "*=", "/=",  "%=", "^=", "&=", "|=", "<<", ">>",  "<<=",
                                  ">>=", "==", "!=", "<=", ">=", "<=>", "&&", "||", "++", "--", ",",  "->*", "->"})
    if (text == symbol)
      return true;
  return false;
}

// `operator ()` as well as `operator()`.
std::string withoutBlankBehindOperator(const std::string &entry) {
  if (entry.compare(0, operatorKeyword.size(), operatorKeyword) != 0)
    return entry;
  std::size_t next = entry.find_first_not_of(" \t", operatorKeyword.size());
  if (next == std::string::npos || !isOperatorSymbol(std::string_view(entry).substr(next)))
    return entry;
  return std::string(operatorKeyword) + entry.substr(next);
}

// Bytes beyond ASCII are letters of one here.
bool isIdentifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) || name == operatorKeyword)
    return false;
  for (char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && static_cast<unsigned char>(c) < 0x80)
      return false;
  return true;
}

bool isMethodName(std::string_view name) {
  bool isOperator = name.substr(0, operatorKeyword.size()) == operatorKeyword &&
                    isOperatorSymbol(name.substr(operatorKeyword.size()));
  return isOperator || isIdentifier(name);
}

bool isQualifiedName(std::string_view name) {
  constexpr std::string_view separator = "::";
  for (std::size_t end; (end = name.find(separator)) != std::string_view::npos;
       name.remove_prefix(end + separator.size()))
    if (!isIdentifier(name.substr(0, end)))
      return false;
  return isIdentifier(name);
}

// Reads one value into the options. Each reader returns the message of its failure, or nothing.
class OptionParser {
public:
  OptionParser(Options &options, const FileReader &readFile) : options_(options), readFile_(readFile) {}

  std::string readInclude(const std::string &value) { return readRules(FilterRule::Action::Include, value); }
  std::string readExclude(const std::string &value) { return readRules(FilterRule::Action::Exclude, value); }

  std::string readFilterFile(const std::string &path) {
    std::optional<std::string> text = readFile_(path);
    if (!text)
      return "cannot read filter file '" + path + "'";
    std::string why;
    if (!filter::parseFilterFile(*text, options_.rules, why))
      return "filter file '" + path + "', " + why;
    options_.filterFiles.push_back(path);
    return {};
  }

  std::string readMinStatements(const std::string &value) {
    unsigned number = 0;
    const char *end = value.data() + value.size();
    auto [last, error] = std::from_chars(value.data(), end, number);
    if (error == std::errc::result_out_of_range && last == end)
      return "number '" + value + "' for option 'min-statements' is too large";
    if (error != std::errc() || last != end)
      return "bad number '" + value + "' for option 'min-statements': expected an integer from 0 on";
    options_.minStatements = number;
    return {};
  }

  std::string readBases(const std::string &value) {
    options_.bases.clear();
    for (const std::string &name : splitList(value)) {
      std::string_view qualified = name;
      if (qualified.substr(0, 2) == "::")
        qualified.remove_prefix(2);
      if (!isQualifiedName(qualified))
        return "bad class '" + name +
               "' for option 'bases': expected qualified names such as torch::nn::Module, of templates without "
               "arguments";
      options_.bases.emplace_back(qualified);
    }
    return {};
  }

  std::string readMethods(const std::string &value) {
    options_.methods.clear();
    for (const std::string &entry : splitList(value)) {
      std::string name = withoutBlankBehindOperator(entry);
      if (!isMethodName(name))
        return "bad method '" + entry + "' for option 'methods': expected names such as forward, operator() or run";
      options_.methods.push_back(std::move(name));
    }
    return {};
  }

  std::string readList(const std::string &value) {
    options_.list = value;
    return {};
  }

  std::string readHeader(const std::string &value) {
    options_.header = value;
    return {};
  }

private:
  std::string readRules(FilterRule::Action action, const std::string &value) {
    std::string why;
    for (const std::string &entry : splitList(value))
      if (!filter::parseFilterRule(action, entry, options_.rules, why))
        return why;
    return {};
  }

  Options &options_;
  const FileReader &readFile_;
};

std::string allowedOptions() {
  std::string names;
  auto add = [&](const std::string &name) { names += (names.empty() ? "" : ", ") + name; };
#define OPTION_FLAG(name, member, help) add(name);
#define OPTION_VALUE(name, parser, value, help) add(std::string(name) + "=");
#include "Options.def"
  return names;
}

}  // namespace

std::optional<std::string> parseOptions(const std::vector<std::string> &arguments, const FileReader &readFile,
                                        Options &options) {
  OptionParser parser(options, readFile);
  for (const std::string &argument : arguments) {
    std::size_t equals = argument.find('=');
    std::string name = argument.substr(0, equals);
    bool hasValue = equals != std::string::npos;
    std::string value = hasValue ? argument.substr(equals + 1) : std::string();
    std::string message;
    if (false) {
    }
#define OPTION_FLAG(optionName, member, help)                                                                          \
  else if (name == optionName) {                                                                                       \
    if (hasValue)                                                                                                      \
      message = "option '" optionName "' takes no value, got '" + value + "'";                                         \
    options.member = true;                                                                                             \
  }
#define OPTION_VALUE(optionName, reader, valueName, help)                                                              \
  else if (name == optionName) {                                                                                       \
    message =                                                                                                          \
        value.empty() ? "option '" optionName "' needs a value: " optionName "=" valueName : parser.reader(value);     \
  }
#include "Options.def"
    else {
      message = "unknown option '" + argument + "'; the options are " + allowedOptions();
    }
    if (!message.empty())
      return message;
  }
  return std::nullopt;
}

std::string optionsHelp() {
  std::string text;
  auto add = [&](std::string name, const char *help) {
    name.resize(name.size() < 24 ? 24 : name.size() + 1, ' ');
    text += "  " + name + help + "\n";
  };
#define OPTION_FLAG(name, member, help) add(name, help);
#define OPTION_VALUE(name, parser, value, help) add(std::string(name) + "=" value, help);
#include "Options.def"
  return text;
}

}  // namespace autoscope
