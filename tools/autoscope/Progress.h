// A line on the terminal that tells how far a long reading or writing is, and anywhere a sentence about how large the
// session is.
//
// The line after a second, the sentence after two, both on standard error: short work says nothing. Copies share one
// line, which goes when the last copy goes.
#pragma once

#include "report/SlowNotice.h"

#include <cstdint>
#include <memory>
#include <string>

namespace autoscope::tool {

class Progress {
public:
  explicit Progress(const std::string &what);
  void operator()(uint64_t done, uint64_t total) const;

private:
  struct Line;
  std::shared_ptr<Line> line_;
  report::SlowNotice notice_;
};

}  // namespace autoscope::tool
