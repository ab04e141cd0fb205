// What is kept as this process's, of before exec: not what an earlier process of the same id has left, as in a
// container.
#include "Recording.h"

#include "collect/ClockSample.h"
#include "collect/EarlierImage.h"
#include "config/OutputPath.h"

#include <fstream>

namespace autoscope::test {
namespace {

// An unfinished session of a process of our id.
std::string leave(const char *name, const record::ClockPoint &start) {
  std::string path = temporaryPath(name);
  record::FileHeader header = {};
  header.magic = record::fileMagic;
  header.version = record::formatVersion;
  header.bytes = sizeof header;
  header.pid = uint32_t(getpid());
  header.start = start;
  std::ofstream(path + ".part", std::ios::binary).write(reinterpret_cast<const char *>(&header), sizeof header);
  std::ofstream(path + ".ring") << "ring";
  return path;
}

bool exists(const std::string &path) {
  return access(path.c_str(), F_OK) == 0;
}

void remove(const std::string &path) {
  for (const char *end : {".part", ".ring"})
    unlink((path + end).c_str());
}

TEST(EarlierImage, OfThisProcessIsKept) {
  std::string path = leave("image", collect::sampleClocks());
  std::string kept = collect::keepEarlierImage(path);
  EXPECT_EQ(kept, config::withTag(path, "before-exec"));
  EXPECT_TRUE(exists(kept + ".part"));
  EXPECT_TRUE(exists(kept + ".ring"));
  EXPECT_FALSE(exists(path + ".part"));
  remove(kept);
}

TEST(EarlierImage, OfAnotherRunWithTheSameIdIsNot) {
  record::ClockPoint before = collect::sampleClocks(), beforeBoot = before;
  before.monotonicNs -= std::min<uint64_t>(before.monotonicNs, 3600ull * 1'000'000'000);
  beforeBoot.monotonicNs += 3600ull * 1'000'000'000;
  for (const record::ClockPoint &start : {before, beforeBoot}) {
    std::string path = leave("otherimage", start);
    EXPECT_EQ(collect::keepEarlierImage(path), "");
    EXPECT_TRUE(exists(path + ".part"));
    remove(path);
  }
}

}  // namespace
}  // namespace autoscope::test
