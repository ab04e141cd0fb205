#include "record/LossText.h"

#include <algorithm>

namespace autoscope::record {

// The texts name them.
static_assert(maxDepth == 1000 && slotCount == 512);

namespace {

// Null: unknown.
const char *textOf(LossCause cause) {
  switch (cause) {
#define AUTOSCOPE_LOSS(name, text)                                                                                     \
  case LossCause::name:                                                                                                \
    return text;
#include "record/LossCauses.def"
  }
  return nullptr;
}

}  // namespace

bool isKnown(LossCause cause) {
  return textOf(cause) != nullptr;
}

const char *lossText(LossCause cause) {
  const char *text = textOf(cause);
  return text ? text : "scopes lost for a cause that this version does not know";
}

std::string counted(uint64_t count, std::string text) {
  size_t end = std::min(text.find(' '), text.size());
  if (count == 1 && end > 0 && text[end - 1] == 's')
    text.erase(end - 1, 1);
  return std::to_string(count) + " " + text;
}

}  // namespace autoscope::record
