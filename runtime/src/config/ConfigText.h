// AUTOSCOPE_CONFIG: one text or file that stands for several variables, as torch.profiler's users have it: JSON
// (Accelerate's ProfileKwargs), `key=value` on one line, or a file of Kineto's KEY=VALUE lines.
//
// For any thread; reads no file but the one that the text names. docs/config.md is for users.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::config {

struct Config {
  std::vector<std::pair<std::string, std::string>> settings;  // variable and value
  std::vector<std::string> remarks;                           // sentences on what has no effect
  std::string error;                                          // a sentence; empty: all is well

  // Null: it says nothing of that.
  const char *find(std::string_view variable) const;
};

// A text that begins with { is JSON; else it is the name of a file, or `key=value` separated by blanks or `;`.
Config readConfig(const std::string &text);

// Of docs/config.md: the rows of ConfigKeys.def.
std::string configTable();

}  // namespace autoscope::config
