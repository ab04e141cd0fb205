// The rows of a profile from what a user names: a session, or the JSON that `autoscope report --format json` wrote of
// one, which is small enough to be kept beside the sources as a baseline.
#pragma once

#include "model/Averages.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::tool {

// The text of `path`, if that is JSON by its first character. Nothing: it is something else, or cannot be read, which
// is for whoever opens it as a session to say. Read once, as a pipe can be.
std::optional<std::string> textOfRows(const std::string &path);

// Nothing: `error` is a sentence that says what is wrong with `text`, which is of `path`. Members that we do not know
// are left alone.
std::optional<std::vector<model::Average>> parseRows(const std::string &path, std::string_view text,
                                                     std::string &error);

}  // namespace autoscope::tool
