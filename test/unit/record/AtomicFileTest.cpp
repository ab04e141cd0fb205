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

TEST(AtomicFile, ReplacesWhatALinkNamesAndNotTheLink) {
  std::string path = test::temporaryPath("out"), link = path + ".link", linkToLink = path + ".link2";
  std::string inFolder = path.substr(path.rfind('/') + 1);
  unlink(link.c_str());
  unlink(linkToLink.c_str());
  ASSERT_EQ(symlink(inFolder.c_str(), link.c_str()), 0);  // relative, and dangling at first
  ASSERT_EQ(symlink(link.c_str(), linkToLink.c_str()), 0);
  for (const char *text : {"abc", "def"}) {
    AtomicFile file(linkToLink);
    file.write(text, 3);
    file.commit();
    EXPECT_EQ(file.error(), "");
    EXPECT_EQ(test::readAll(path), text);
  }
  char target[1000];
  EXPECT_EQ(readlink(link.c_str(), target, sizeof target), ssize_t(inFolder.size()));
  EXPECT_EQ(readlink(linkToLink.c_str(), target, sizeof target), ssize_t(link.size()));
}

// Never by the name /dev/stdout here: a fault would replace it, on the whole machine.
TEST(AtomicFile, WritesBehindWhatAnOpenDescriptorHasWritten) {
  std::string path = test::temporaryPath("out"), link = path + ".link";
  test::writeAll(path, "before ");
  int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  unlink(link.c_str());
  ASSERT_EQ(symlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), link.c_str()), 0);
  {
    AtomicFile file(link);
    file.write("abc", 3);
    file.commit();
    EXPECT_EQ(file.error(), "");
  }
  ASSERT_EQ(write(fd, " after", 6), 6);
  close(fd);
  EXPECT_EQ(test::readAll(path), "before abc after");
  char target[100];
  EXPECT_GT(readlink(link.c_str(), target, sizeof target), 0);
}

}  // namespace
}  // namespace autoscope::record
