// A file that appears under its name only when it is whole.
//
// Every writer of results uses it, on one thread. Bytes go to a temporary file beside the target, which commit()
// renames; without commit() nothing of it stays. "-" is standard output; a target that is no regular file (a terminal,
// a pipe, /dev/null) or that /proc names (/dev/stdout) is written directly. Links stay, and what they name is replaced.
// A FIFO is waited for some seconds.
// The first error is kept as a sentence, and later calls do nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/types.h>

namespace autoscope::record {

class AtomicFile {
public:
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  ~AtomicFile();

  // More than that many bytes are not written: the file fails, with this reason.
  void limit(uint64_t bytes, const std::string &reason);
  void write(const void *data, size_t size);
  void commit();
  // Gives up with a reason of the caller's.
  void fail(const std::string &reason);
  const std::string &error() const { return error_; }

private:
  void openDirectly(mode_t type);
  void failBySystem();

  std::string path_, target_;  // as given; behind links
  std::string temporary_;      // empty when the target is written directly
  std::string error_;
  int fd_ = -1;
  uint64_t room_ = UINT64_MAX;
  std::string noRoom_;  // the reason when there is none
};

}  // namespace autoscope::record
