// The run time's options as the environment gives them.
//
// Functions of their arguments, for any thread; the caller decides what to do about an error (the run time says it
// once and leaves the program unprofiled).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::config {

struct Options {
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) std::string field;
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help) uint64_t field = standard;
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help) std::string field = standard;
#include "config/Options.def"
  bool wantsProfile() const { return !output.empty() || report != "none"; }
  // Calls of functions begin and end the profile.
  bool hasSteps() const { return !stepFunction.empty() || !within.empty(); }
};

// Null: the variable is not set.
using Lookup = std::function<const char *(const char *variable)>;

struct ParsedOptions {
  Options options;
  std::string error;                 // a sentence that names variable and value; empty: all is well
  bool configIsBad = false;          // so that it is not known whether an output was asked for
  std::vector<std::string> remarks;  // sentences on what has no effect
};

// An empty value counts as not set, and as something that AUTOSCOPE_CONFIG has nothing to say of. Reads the file that
// AUTOSCOPE_CONFIG may name.
ParsedOptions parseOptions(const Lookup &environment);

// Of an option that code gives instead of the environment: why its value cannot be, by the name of options.MEMBER, and
// what could, where that can be listed. Empty: it can be.
struct Mistake {
  std::string sentence;
  std::vector<std::string> choices;
};
Mistake mistakeInCode(std::string_view variable, const std::string &value);

// A variable that is for the profile of the environment alone: what a program or a command starts has its own.
bool isOfWholeProgram(std::string_view variable);

// A sentence about the variables that look like ours and are none; empty if there are none. `environment` is
// as of environ(7). The tools' own variables (AUTOSCOPE_BUILD, AUTOSCOPE_LLVM ...) are left alone.
std::string unknownVariable(const char *const *environment);

// A sentence for each option that is set, but does nothing without another one.
std::vector<std::string> withoutEffect(const Options &options);

// Variable and value of each option that is not the default.
std::vector<std::pair<std::string, std::string>> settings(const Options &options);

// Two lines per option, for --help: the first sentence of what the page says.
std::string optionsHelp();
// The page docs/options.md.
std::string optionsPage();

}  // namespace autoscope::config
