// What the user told the plugin on the command line.
//
// Read once per translation unit, before anything else; a plain value afterwards. A text that is no valid option yields
// one sentence that names it and says what is allowed; the caller fails the compile with it.
#ifndef AUTOSCOPE_PLUGIN_OPTIONS_OPTIONS_H
#define AUTOSCOPE_PLUGIN_OPTIONS_OPTIONS_H

#include "filter/FilterFile.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace autoscope {

using filter::FilterRule;

struct Options {
  bool all = false;
  bool systemHeaders = false;
  bool remarks = false;
  bool verify = false;
  unsigned minStatements = 5;  // docs/compile-options.md says why
  std::vector<FilterRule> rules;
  std::vector<std::string> filterFiles;  // that the rules came from
  std::vector<std::string> bases = {"torch::nn::Module"};
  std::vector<std::string> methods = {"forward"};
  std::string list;    // empty: none; "-": sites to stdout
  std::string header;  // empty: found beside the plugin
};

// Text of a file, or null when it cannot be read.
using FileReader = std::function<std::optional<std::string>(const std::string &path)>;

// Null on success, else the message.
std::optional<std::string> parseOptions(const std::vector<std::string> &arguments, const FileReader &readFile,
                                        Options &options);

// One line per option: "  include=GLOBS   help".
std::string optionsHelp();

}  // namespace autoscope

#endif
