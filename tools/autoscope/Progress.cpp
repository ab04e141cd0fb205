#include "Progress.h"

#include "Command.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace autoscope::tool {

using Clock = std::chrono::steady_clock;

struct Progress::Line {
  std::string what;
  bool terminal = isatty(STDERR_FILENO) != 0;
  bool shown = false;
  Clock::time_point next = Clock::now() + std::chrono::seconds(1);

  ~Line() { clear(); }
  void clear() {
    if (shown)
      std::fputs("\r\033[K", stderr);
    shown = false;
  }
};

Progress::Progress(const std::string &what)
    : line_(std::make_shared<Line>()),
      notice_(what, std::chrono::seconds(2), [line = line_](const std::string &sentence) {
        line->clear();
        warn(sentence);
      }) {
  line_->what = what;
}

void Progress::operator()(uint64_t done, uint64_t total) const {
  notice_(done, total);
  if (!line_->terminal || total == 0 || Clock::now() < line_->next)
    return;
  line_->next = Clock::now() + std::chrono::milliseconds(200);
  line_->shown = true;
  unsigned percent = static_cast<unsigned>(std::min(done, total) * 100 / total);
  std::fprintf(stderr, "\r%s: %u %%\033[K", line_->what.c_str(), percent);
  std::fflush(stderr);
}

}  // namespace autoscope::tool
