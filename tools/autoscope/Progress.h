// A line on the terminal that tells how far a long reading or writing is.
//
// Only on a terminal, and only after a second: short work and scripts see nothing. Copies share one line, which goes
// when the last copy goes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace autoscope::tool {

class Progress {
public:
  explicit Progress(std::string what);
  void operator()(uint64_t done, uint64_t total) const;

private:
  struct Line;
  std::shared_ptr<Line> line_;
};

}  // namespace autoscope::tool
