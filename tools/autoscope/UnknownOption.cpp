#include "UnknownOption.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace autoscope::tool {

namespace {

// How many letters must change, come or go.
size_t distance(const std::string &from, const std::string &to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < to.size(); ++j) {
      size_t changed = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string fullName(const CLI::App &command) {
  return command.get_parent() ? fullName(*command.get_parent()) + " " + command.get_name() : command.get_name();
}

std::string unknownOption(const CLI::App &command, const std::string &word) {
  std::string name = word.substr(0, word.find('='));
  std::string nearest;
  // A third of the letters may be wrong: beyond that a guess would mislead.
  size_t least = name.size() / 3 + 1;
  for (const CLI::Option *option : command.get_options())
    for (const std::string &known : option->get_lnames())
      if (size_t letters = distance(name, "--" + known); letters < least) {
        least = letters;
        nearest = "--" + known;
      }
  return "unknown option " + name + " of " + fullName(command) + (nearest.empty() ? "" : "; the nearest is " + nearest);
}

}  // namespace autoscope::tool
