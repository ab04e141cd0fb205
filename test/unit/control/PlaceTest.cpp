// Where control sockets lie, and which folders are believed.
#include "control/Place.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::control {
namespace {

using Folders = std::vector<std::string>;

TEST(Place, RuntimeDirectoryComesFirst) {
  EXPECT_EQ(socketFolders("/run/user/5", 5), (Folders{"/run/user/5/autoscope", "/tmp/autoscope-5"}));
  for (const char *unset : {static_cast<const char *>(nullptr), "", "relative"})
    EXPECT_EQ(socketFolders(unset, 5), Folders{"/tmp/autoscope-5"});
}

TEST(Place, NamesOfSockets) {
  EXPECT_EQ(socketName(12), "12.control");
  EXPECT_EQ(pidOfSocket("12.control"), 12);
  for (const char *other : {"", ".control", "12", "12.control.new", "a.control", "12a.control", "9999999999.control"})
    EXPECT_EQ(pidOfSocket(other), 0) << other;
}

class PrivateFolder : public testing::Test {
protected:
  PrivateFolder() : path_(testing::TempDir() + "autoscope-place-" + std::to_string(getpid())) {}
  ~PrivateFolder() override { std::filesystem::remove_all(path_); }
  std::string open(Missing missing, uid_t user = geteuid()) {
    std::string error;
    int folder = openPrivateFolder(path_, user, missing, error);
    if (folder >= 0)
      close(folder);
    EXPECT_TRUE(folder < 0 || error.empty());
    return folder >= 0 ? "open" : error;
  }
  std::string path_;
};

TEST_F(PrivateFolder, IsMadeForItsUserAlone) {
  EXPECT_EQ(open(Missing::Fail), "");
  EXPECT_EQ(open(Missing::Make), "open");
  EXPECT_EQ(open(Missing::Make), "open");
  struct stat status;
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
}

TEST_F(PrivateFolder, OneThatOthersMayEnterIsRefused) {
  ASSERT_EQ(mkdir(path_.c_str(), 0700), 0);
  ASSERT_EQ(chmod(path_.c_str(), 0710), 0);
  EXPECT_EQ(open(Missing::Make), "the folder " + path_ + " is not used: it must belong to user " +
                                     std::to_string(geteuid()) + " and be closed to all others (mode 700)");
}

TEST_F(PrivateFolder, OneOfAnotherUserIsRefused) {
  ASSERT_EQ(mkdir(path_.c_str(), 0700), 0);
  EXPECT_NE(open(Missing::Fail, geteuid() + 1).find(" is not used: "), std::string::npos);
}

TEST_F(PrivateFolder, ALinkIsNotFollowed) {
  ASSERT_EQ(symlink(testing::TempDir().c_str(), path_.c_str()), 0);
  EXPECT_NE(open(Missing::Make), "open");
}

}  // namespace
}  // namespace autoscope::control
