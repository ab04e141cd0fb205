// The reasons of CallSkips.def as a type. No Clang here.
#ifndef AUTOSCOPE_PLUGIN_CALLS_CALLSKIPS_H
#define AUTOSCOPE_PLUGIN_CALLS_CALLSKIPS_H

namespace autoscope {

enum class CallSkip {
#define CALL_SKIP(id, text) id,
#include "CallSkips.def"
};

inline const char *callSkipText(CallSkip reason) {
  switch (reason) {
#define CALL_SKIP(id, text)                                                                                            \
  case CallSkip::id:                                                                                                   \
    return text;
#include "CallSkips.def"
  }
  return "";
}

}  // namespace autoscope

#endif
