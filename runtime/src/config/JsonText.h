// Checks JSON text without a library.
//
// Strict RFC 8259, for text of users: one value with blanks around it, nested at most 200 deep. Pure, for any thread.
#pragma once

#include <string_view>

namespace autoscope::config {

bool isJson(std::string_view text);

}  // namespace autoscope::config
