// A result appears whole under its name or not at all.
#include "record/AtomicFile.h"

#include "SessionScript.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace autoscope::record {
namespace {

TEST(AtomicFile, AppearsOnCommitOnly) {
  std::string path = test::temporaryPath("out");
  {
    AtomicFile file(path);
    file.write("abc", 3);
    EXPECT_NE(access(path.c_str(), F_OK), 0);
    file.commit();
    EXPECT_EQ(file.error(), "");
  }
  EXPECT_EQ(test::readAll(path), "abc");
}

TEST(AtomicFile, LeavesTheOldFileAloneWithoutCommit) {
  std::string path = test::temporaryPath("out");
  test::writeAll(path, "old");
  {
    AtomicFile file(path);
    file.write("new", 3);
  }
  EXPECT_EQ(test::readAll(path), "old");
  EXPECT_NE(access((path + ".tmp." + std::to_string(getpid())).c_str(), F_OK), 0);
}

TEST(AtomicFile, SaysWhyItCannotWrite) {
  AtomicFile file("/nowhere/at/all");
  file.write("x", 1);
  file.commit();
  EXPECT_EQ(file.error(), "cannot write /nowhere/at/all: No such file or directory");
}

TEST(AtomicFile, WritesDevicesDirectlyAndReportsAFullOne) {
  if (access("/dev/full", W_OK) != 0)
    GTEST_SKIP() << "no /dev/full";
  AtomicFile file("/dev/full");
  file.write("x", 1);
  file.commit();
  EXPECT_EQ(file.error(), "cannot write /dev/full: No space left on device");
}

}  // namespace
}  // namespace autoscope::record
