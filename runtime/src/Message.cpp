#include "Message.h"

#include "collect/WriteSignals.h"

#include <algorithm>
#include <sys/uio.h>
#include <unistd.h>

namespace autoscope {

namespace {

// Of ASCII, and those of ISO 6429 that are two bytes in UTF-8: a terminal obeys them, and a value that is quoted may
// come from anywhere.
bool isControl(std::string_view text, size_t i) {
  auto byte = static_cast<unsigned char>(text[i]);
  auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
  return byte < ' ' || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next < 0xa0);
}

// Signal handlers say things, too: no allocation. What does not fit is cut.
std::string_view printable(std::string_view sentence, char (&copy)[4096]) {
  size_t size = std::min(sentence.size(), sizeof copy);
  for (size_t i = 0; i < size; ++i)
    copy[i] = isControl(sentence, i) ? '?' : sentence[i];
  return {copy, size};
}

}  // namespace

void say(std::string_view sentence) noexcept {
  collect::HeldWriteSignals held;
  char copy[4096];
  for (size_t i = 0; i < sentence.size(); ++i)
    if (isControl(sentence, i)) {
      sentence = printable(sentence, copy);
      break;
    }
  char before[] = "autoscope: ", after[] = "\n";
  iovec pieces[] = {
      {before, sizeof before - 1}, {const_cast<char *>(sentence.data()), sentence.size()}, {after, sizeof after - 1}};
  // Straight to the descriptor: the program's stdio may be gone, or locked by a thread that is.
  if (writev(STDERR_FILENO, pieces, 3) < 0) {
    // There is nobody left to tell.
  }
}

}  // namespace autoscope
