// Any bytes as a session, with any bytes as its ring, through the reader and a report: of a dead process, of one that runs,
// or as a finished file. No crash, hang or nonsense, and every trace is strict JSON.
//
// Input: a byte that chooses how it is read and what is made of it, two bytes of length, so much of a stream, then
// patches of a ring (RingInput.h).
#include "FuzzTarget.h"
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
  static const std::string whole = scratchFile(".autoscope"), part = whole + ".part";
  static PatchedFile ring(whole + ".ring", emptyRing(/*pid=*/0));
  if (size < 3)
    return 0;
  enum { Killed, Running, Finished, ways };
  unsigned way = data[0] % ways, reports = data[0] / ways;
  size_t length = std::min<size_t>(data[1] | data[2] << 8, size - 3);
  std::vector<uint8_t> stream(data + 3, data + 3 + length);
  // The ring is looked for beside the stream; a path in the header would lead anywhere.
  if (stream.size() >= sizeof(record::FileHeader))
    std::memset(stream.data() + offsetof(record::FileHeader, ringPath), 0, sizeof(record::FileHeader::ringPath));
  for (const Patch &patch : ringPatches(data + 3 + length, size - 3 - length))
    ring.patch(patch);
  const std::string &path = way == Finished ? whole : part;
  writeFile(path, stream.data(), stream.size());
  int lock = way == Running ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1;
  if (lock >= 0)
    require(flock(lock, LOCK_EX) == 0);
  readEverything(path, reports);
  if (lock >= 0)
    close(lock);
  unlink(path.c_str());
  ring.reset();
  return 0;
}

#ifdef AUTOSCOPE_FUZZ
// The inputs of the corpus have all reports made; changes of them have one, which is ten times as fast.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t mostSize);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t mostSize, unsigned seed) {
  using autoscope::fuzz::allReports;
  size = LLVMFuzzerMutate(data, size, mostSize);
  unsigned report = seed / 8 % allReports, way = seed % 3;
  if (size > 0 && (data[0] / 3 % (allReports + 1) == allReports || seed % 8 == 0))
    data[0] = static_cast<uint8_t>(report * 3 + way);
  return size;
}
#endif
