#include "Message.h"

#include "collect/WriteSignals.h"

#include <unistd.h>

namespace autoscope {

void say(const std::string &sentence) noexcept {
  collect::HeldWriteSignals held;
  std::string line = "autoscope: " + sentence + "\n";
  // Straight to the descriptor: the program's stdio may be gone, or locked by a thread that is.
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) {
    // There is nobody left to tell.
  }
}

}  // namespace autoscope
