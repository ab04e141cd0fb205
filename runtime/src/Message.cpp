#include "Message.h"

#include "collect/WriteSignals.h"

#include <sys/uio.h>
#include <unistd.h>

namespace autoscope {

void say(std::string_view sentence) noexcept {
  collect::HeldWriteSignals held;
  char before[] = "autoscope: ", after[] = "\n";
  iovec pieces[] = {
      {before, sizeof before - 1}, {const_cast<char *>(sentence.data()), sentence.size()}, {after, sizeof after - 1}};
  // Straight to the descriptor: the program's stdio may be gone, or locked by a thread that is.
  if (writev(STDERR_FILENO, pieces, 3) < 0) {
    // There is nobody left to tell.
  }
}

}  // namespace autoscope
