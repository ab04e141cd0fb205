#include "report/SlowNotice.h"

#include <algorithm>
#include <utility>

namespace autoscope::report {

using Clock = std::chrono::steady_clock;

namespace {

// Of 16 bytes each, but for the few with more to say.
std::string scopesIn(uint64_t bytes) {
  uint64_t scopes = bytes / 16, unit = scopes >= 1'000'000 ? 1'000'000 : 1000;
  return std::to_string(scopes / unit) + (unit == 1000 ? " thousand" : " million") + " scopes";
}

}  // namespace

SlowNotice::SlowNotice(std::string what, std::chrono::milliseconds after, Say say)
    : once_(std::make_shared<Once>(
          Once{std::move(what), std::move(say), Clock::now(), Clock::now() + after, /*said=*/false})) {}

void SlowNotice::operator()(uint64_t done, uint64_t total) const {
  if (once_->said || total == 0 || Clock::now() < once_->when)
    return;
  once_->said = true;
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - once_->begin).count();
  once_->say(once_->what + " takes a while: after " + std::to_string(seconds) + " s " +
             std::to_string(std::min(done, total) * 100 / total) + " % of about " + scopesIn(total) + " are done");
}

}  // namespace autoscope::report
