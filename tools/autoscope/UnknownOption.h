// The sentence about an option that a command does not have, with the nearest that it has.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace autoscope::tool {

// "autoscope filter suggest".
std::string fullName(const CLI::App &command);
// `word` as typed, "--stepp=3" too.
std::string unknownOption(const CLI::App &command, const std::string &word);

}  // namespace autoscope::tool
