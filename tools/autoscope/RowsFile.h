// The rows of a profile from what a user names: a session, or the JSON that `autoscope report --format json` wrote of
// one, which is small enough to be kept beside the sources as a baseline.
#pragma once

#include "model/Averages.h"

#include <optional>
#include <string>
#include <vector>

namespace autoscope::tool {

// Is `path` a JSON file by its content?
bool isRowsFile(const std::string &path);

// Nothing: `error` is a sentence that says what is wrong. Members that we do not know are left alone.
std::optional<std::vector<model::Average>> readRowsFile(const std::string &path, std::string &error);

}  // namespace autoscope::tool
