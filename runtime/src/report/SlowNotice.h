// Says once that reading or writing a session takes a while, and how large the session is, so that nobody takes it for
// a program that hangs.
//
// Called as ExportRequest::progress, on the thread that works. Copies are one notice.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace autoscope::report {

class SlowNotice {
public:
  using Say = std::function<void(const std::string &sentence)>;
  // `what` goes on: "writing app.json".
  SlowNotice(std::string what, std::chrono::milliseconds after, Say say);

  // Bytes of records.
  void operator()(uint64_t done, uint64_t total) const;

private:
  struct Once {
    std::string what;
    Say say;
    std::chrono::steady_clock::time_point begin, when;
    bool said = false;
  };
  std::shared_ptr<Once> once_;
};

}  // namespace autoscope::report
