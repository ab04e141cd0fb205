#include "config/Options.h"

#include "config/ConfigText.h"
#include "config/EmitText.h"
#include "config/ScheduleText.h"

#include <string_view>

namespace autoscope::config {

namespace {

// Decimal digits only: strtoull would take signs, blanks and "1e3" in part.
bool parseNumber(std::string_view text, uint64_t &number) {
  if (text.empty() || text.size() > 18)
    return false;
  number = 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return false;
    number = number * 10 + uint64_t(c - '0');
  }
  return true;
}

bool isWithin(uint64_t number, uint64_t least, uint64_t most) {
  return number >= least && number <= most;
}

bool isChoice(std::string_view choices, std::string_view text) {
  while (!choices.empty()) {
    std::string_view choice = choices.substr(0, choices.find('|'));
    if (choice == text)
      return true;
    choices.remove_prefix(choice.size() == choices.size() ? choice.size() : choice.size() + 1);
  }
  return false;
}

std::string spelled(std::string_view choices) {
  std::string text;
  for (char c : choices) {
    if (c == '|')
      text += ", ";
    else
      text += c;
  }
  return text;
}

}  // namespace

namespace {

// What is wrong between options that are each well-formed. Empty: nothing.
std::string contradiction(const Options &options) {
  std::string why;
  if (!options.schedule.empty() && !parseSchedule(options.schedule, why))
    return "AUTOSCOPE_SCHEDULE=" + options.schedule + ": " + why;
  if (!options.schedule.empty() && options.stepFunction.empty())
    return "AUTOSCOPE_SCHEDULE counts the calls of a function, which AUTOSCOPE_STEP_FUNCTION must name";
  if (parseEmit(options.emit, why); !options.emit.empty() && !why.empty())
    return "AUTOSCOPE_EMIT=" + options.emit + " cannot be used: " + why;
  if (!options.outputDir.empty() && !options.output.empty())
    return "AUTOSCOPE_OUTPUT and AUTOSCOPE_OUTPUT_DIR both say where the output goes";
  return {};
}

}  // namespace

ParsedOptions parseOptions(const Lookup &environment) {
  ParsedOptions parsed;
  Config config;
  if (const char *text = environment("AUTOSCOPE_CONFIG"); text && *text)
    config = readConfig(text);
  parsed.error = config.error;
  parsed.configIsBad = !config.error.empty();
  parsed.remarks = config.remarks;
  auto lookup = [&](const char *variable) {
    const char *text = environment(variable);
    return text ? text : config.find(variable);
  };
  auto refuse = [&](const char *variable, const char *value, const std::string &wanted) {
    if (parsed.error.empty())
      parsed.error = std::string(variable) + "=" + value + " is not " + wanted;
  };
  auto value = [&](const char *variable) -> const char * {
    const char *text = lookup(variable);
    return text && *text ? text : nullptr;
  };
#define AUTOSCOPE_TEXT(field, variable, placeholder, help)                                                             \
  if (const char *text = value(variable))                                                                              \
    parsed.options.field = text;
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help)                                           \
  if (const char *text = value(variable)) {                                                                            \
    uint64_t number = 0;                                                                                               \
    if (parseNumber(text, number) && isWithin(number, least, most))                                                    \
      parsed.options.field = number;                                                                                   \
    else                                                                                                               \
      refuse(variable, text, "a whole number of " unit " from " #least " to " #most);                                  \
  }
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help)                                                     \
  if (const char *text = value(variable)) {                                                                            \
    parsed.options.field = text; /* also a bad one: asking in vain for a report is asking for a profile */             \
    if (!isChoice(choices, text))                                                                                      \
      refuse(variable, text, "one of " + spelled(choices));                                                            \
  }
#include "config/Options.def"
  parsed.options.config.clear();  // the others have it
  if (parsed.error.empty())
    parsed.error = contradiction(parsed.options);
  if (parsed.options.memory == "tensors" && parsed.options.operators != "1")
    parsed.remarks.emplace_back(
        "AUTOSCOPE_MEMORY=tensors has no effect without AUTOSCOPE_OPERATORS=1: libtorch tells of memory "
        "where operators run");
  if (!parsed.options.outputDir.empty() && parsed.options.output.empty())
    parsed.options.output = parsed.options.outputDir + "/profile_%r.json";
  return parsed;
}

Mistake mistakeInCode(std::string_view variable, const std::string &value) {
  Mistake mistake;
  mistake.sentence = parseOptions([&](const char *asked) { return variable == asked ? value.c_str() : nullptr; }).error;
  if (mistake.sentence.empty())
    return mistake;
  std::string member = "options.";
  for (char c : variable.substr(std::string_view("AUTOSCOPE_").size()))
    member += char(c - 'A' + 'a');
  mistake.sentence.replace(0, variable.size(), member);
  std::string_view choices;
#define AUTOSCOPE_TEXT(field, name, placeholder, help)
#define AUTOSCOPE_NUMBER(field, name, standard, least, most, unit, help)
#define AUTOSCOPE_CHOICE(field, name, standard, listed, help)                                                          \
  if (variable == name)                                                                                                \
    choices = listed;
#include "config/Options.def"
  while (!choices.empty()) {
    size_t end = choices.find('|');
    mistake.choices.emplace_back(choices.substr(0, end));
    choices.remove_prefix(end == std::string_view::npos ? choices.size() : end + 1);
  }
  return mistake;
}

bool isOfWholeProgram(std::string_view variable) {
  for (std::string_view name :
       {"AUTOSCOPE_OUTPUT", "AUTOSCOPE_REPORT", "AUTOSCOPE_OUTPUT_DIR", "AUTOSCOPE_SCHEDULE", "AUTOSCOPE_STEP_FUNCTION",
        "AUTOSCOPE_WITHIN", "AUTOSCOPE_EMIT", "AUTOSCOPE_MEMORY_STATS"})
    if (variable == name)
      return true;
  return false;
}

std::string unknownVariable(const char *const *environment) {
  std::string known;
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) known += variable "|";
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help) known += variable "|";
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help) known += variable "|";
#include "config/Options.def"
  known.pop_back();
  constexpr std::string_view prefix = "AUTOSCOPE_";
  auto isOfTools = [](std::string_view rest) {
    for (std::string_view name : {"BUILD", "CLANG", "COMMAND", "DRIVER", "LLVM", "PLUGIN"})
      if (rest.substr(0, name.size()) == name)
        return true;
    return false;
  };
  std::string unknown;
  size_t count = 0;
  for (; environment && *environment; ++environment) {
    std::string_view variable = *environment;
    variable = variable.substr(0, variable.find('='));
    if (variable.substr(0, prefix.size()) != prefix || isOfTools(variable.substr(prefix.size())) ||
        isChoice(known, variable))
      continue;
    unknown += (count++ ? "|" : "") + std::string(variable);
  }
  if (count == 0)
    return {};
  return spelled(unknown) + (count == 1 ? " is none" : " are none") + " of autoscope's variables (" + spelled(known) +
         ")";
}

std::vector<std::string> withoutEffect(const Options &options) {
  const Options standard;
  struct {
    const char *variable;
    bool isSet, works;
    const char *needs;
  } const rules[] = {
      {"AUTOSCOPE_NEWEST_SECONDS", options.newestSeconds != standard.newestSeconds, options.overflow == "newest",
       "a flight recorder, which AUTOSCOPE_OVERFLOW=newest makes"},
      {"AUTOSCOPE_SNAPSHOT_LIMIT", options.snapshotLimit != standard.snapshotLimit, !options.snapshotWhen.empty(),
       "AUTOSCOPE_SNAPSHOT_WHEN"},
      {"AUTOSCOPE_THROTTLE_BELOW", options.throttleBelow != standard.throttleBelow,
       options.throttle != standard.throttle, "AUTOSCOPE_THROTTLE"},
  };
  std::vector<std::string> sentences;
  for (const auto &rule : rules)
    if (rule.isSet && !rule.works)
      sentences.push_back(std::string(rule.variable) + " has no effect: it needs " + rule.needs);
  return sentences;
}

std::vector<std::pair<std::string, std::string>> settings(const Options &options) {
  std::vector<std::pair<std::string, std::string>> changed;
  const Options standard;
  auto add = [&](const char *variable, const std::string &value, const std::string &usual) {
    if (value != usual)
      changed.emplace_back(variable, value);
  };
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) add(variable, options.field, standard.field);
#define AUTOSCOPE_NUMBER(field, variable, standard_, least, most, unit, help)                                          \
  add(variable, std::to_string(options.field), std::to_string(standard.field));
#define AUTOSCOPE_CHOICE(field, variable, standard_, choices, help) add(variable, options.field, standard.field);
#include "config/Options.def"
  return changed;
}

std::string optionsHelp() {
  std::string text;
  auto firstSentence = [](const std::string &help) { return help.substr(0, help.find(". ")); };
  auto add = [&](const std::string &option, const std::string &help) {
    text += "  " + option + "\n      " + firstSentence(help) + "\n";
  };
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) add(variable "=" placeholder, help);
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help)                                           \
  add(variable "=NUMBER (" unit ", default " #standard ")", help);
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help)                                                     \
  add(variable "=" choices " (default " standard ")", help);
#include "config/Options.def"
  return text;
}

std::string optionsPage() {
  std::string text =
      "# Run-time options\n\n"
      "Made from `runtime/src/config/Options.def`; a test keeps the two equal.\n\n"
      "Environment variables of an instrumented program. Nothing is recorded unless `AUTOSCOPE_OUTPUT` or\n"
      "`AUTOSCOPE_REPORT` asks for it, or the program itself (profile.h): the others, but for `AUTOSCOPE_EMIT`, have "
      "no effect alone, and nothing\n"
      "says so. A value that cannot be used is one message on standard error, which names variable and value, and the\n"
      "program runs on unprofiled; whether the files that are named can be, shows when a profile starts.\n"
      "A variable that begins with `AUTOSCOPE_` and is\n"
      "not on this page is one message, too, and has no effect (but `AUTOSCOPE_LLVM` and `AUTOSCOPE_CLANG`, which are "
      "the\n"
      "compiler wrapper's).\n";
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) text += "\n## `" variable "=" placeholder "`\n\n" help "\n";
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help)                                           \
  text += "\n## `" variable "=NUMBER`\n\nIn " unit ", from " #least " to " #most "; default " #standard ". " help "\n";
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help)                                                     \
  text += "\n## `" variable "=" + spelled(choices) + "`\n\nDefault `" standard "`. " help "\n";
#include "config/Options.def"
  return text;
}

}  // namespace autoscope::config
