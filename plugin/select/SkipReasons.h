// The reasons of SkipReasons.def as a type. No Clang here.
#ifndef AUTOSCOPE_PLUGIN_SELECT_SKIPREASONS_H
#define AUTOSCOPE_PLUGIN_SELECT_SKIPREASONS_H

#include <cstddef>

namespace autoscope {

enum class SkipReason {
#define SKIP_CHOICE(id, text) id,
#define SKIP_OBSTACLE(id, text) id,
#include "SkipReasons.def"
  Count
};

constexpr std::size_t skipReasonCount = static_cast<std::size_t>(SkipReason::Count);

// "it is consteval and never runs"
const char *skipReasonText(SkipReason reason);
// "Consteval": the stable name in list= files
const char *skipReasonName(SkipReason reason);

}  // namespace autoscope

#endif
