// Any bytes as a session, with any bytes as its ring, through the reader and every report, as of a dead process and as of
// one that runs: no crash, hang or nonsense, and every trace is strict JSON.
//
// Input: two bytes of length, so much of a stream, then patches of a ring (RingInput.h).
#include "ReadEverything.h"
#include "RingInput.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace autoscope;
  using namespace autoscope::fuzz;
  static const std::string path = scratchFile(".autoscope");
  if (size < 2)
    return 0;
  size_t length = std::min<size_t>(data[0] | data[1] << 8, size - 2);
  std::vector<uint8_t> stream(data + 2, data + 2 + length);
  // The ring is looked for beside the stream; a path in the header would lead anywhere.
  if (stream.size() >= sizeof(record::FileHeader))
    std::memset(stream.data() + offsetof(record::FileHeader, ringPath), 0, sizeof(record::FileHeader::ringPath));
  std::vector<char> ring = emptyRing(/*pid=*/0);
  patchRing(ring, data + 2 + length, size - 2 - length);
  writeFile(path + ".part", stream.data(), stream.size());
  writeFile(path + ".ring", ring.data(), ring.size());
  writeFile(path, stream.data(), stream.size());
  readEverything(path + ".part");
  int lock = open((path + ".part").c_str(), O_RDONLY | O_CLOEXEC);
  require(flock(lock, LOCK_EX) == 0);
  readEverything(path + ".part");
  close(lock);
  readEverything(path);
  for (const char *end : {"", ".part", ".ring"})
    unlink((path + end).c_str());
  return 0;
}
