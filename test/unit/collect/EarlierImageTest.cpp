// What is kept as this process's, of before exec: not what an earlier process of the same id has left, as in a
// container. And what is not overwritten.
#include "Recording.h"

#include "collect/ClockSample.h"
#include "collect/EarlierImage.h"
#include "collect/SessionFile.h"
#include "config/OutputPath.h"

#include <fstream>
#include <sys/stat.h>

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

// Of another user, or with another name elsewhere, as somebody may have made it in /tmp: what is there stays as it is.
TEST(SessionFile, TakesNoFileThatIsAnothers) {
  std::string path = temporaryPath("foreign"), part = path + ".part", other = path + ".other";
  for (const char *how : {"link", "user"}) {
    std::ofstream(other) << how;
    unlink(part.c_str());
    if (how == std::string("user")) {
      ASSERT_EQ(rename(other.c_str(), part.c_str()), 0);
      if (chown(part.c_str(), 65534, 65534) != 0)
        continue;  // for root only
    } else {
      ASSERT_EQ(link(other.c_str(), part.c_str()), 0);
    }
    struct stat after = {};
    collect::SessionFile file;
    std::string error;
    ASSERT_EQ(file.open(path, error), collect::SessionFile::Opened::Yes) << error;
    EXPECT_FALSE(file.replacesUnfinished());
    EXPECT_TRUE(file.append("x", 1));
    ASSERT_EQ(stat(part.c_str(), &after), 0);
    EXPECT_EQ(after.st_uid, geteuid());
    EXPECT_EQ(after.st_size, 1);
    std::string left;
    std::getline(std::ifstream(other), left);
    EXPECT_EQ(left, how == std::string("link") ? how : "");
  }
  for (const std::string &name : {part, other})
    unlink(name.c_str());
}

}  // namespace
}  // namespace autoscope::test
