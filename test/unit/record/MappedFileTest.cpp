// A file on tmpfs is read without a page of the file system more than it has: there may be none left.
#include "record/MappedFile.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/magic.h>
#include <string>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace autoscope::record {
namespace {

constexpr size_t page = 4096, pages = 64;

class MappedFileOnTmpfs : public ::testing::Test {
protected:
  void SetUp() override {
    struct statfs system{};
    if (statfs("/dev/shm", &system) != 0 || system.f_type != TMPFS_MAGIC || sysconf(_SC_PAGESIZE) != long(page))
      GTEST_SKIP() << "no tmpfs with small pages at /dev/shm";
    path_ = "/dev/shm/autoscope-mapped-file-" + std::to_string(getpid());
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ASSERT_GE(fd_, 0);
    ASSERT_EQ(ftruncate(fd_, page * pages), 0);
  }
  void TearDown() override {
    close(fd_);
    unlink(path_.c_str());
  }
  void put(size_t at, char value) { ASSERT_EQ(pwrite(fd_, &value, 1, off_t(at)), 1); }
  long pagesOfFile() const {
    struct stat info{};
    EXPECT_EQ(fstat(fd_, &info), 0);
    return long(info.st_blocks) * 512 / long(page);
  }

  std::string path_;
  int fd_ = -1;
};

TEST_F(MappedFileOnTmpfs, AHoleIsReadWithoutFillingIt) {
  put(3 * page + 5, 'a');
  put(10 * page, 'b');
  MappedFile file;
  ASSERT_EQ(file.open(path_), "");
  ASSERT_EQ(file.size(), page * pages);
  std::string read(reinterpret_cast<const char *>(file.data()), file.size());
  std::string expected(page * pages, '\0');
  expected[3 * page + 5] = 'a';
  expected[10 * page] = 'b';
  EXPECT_TRUE(read == expected);
  EXPECT_EQ(pagesOfFile(), 2);
}

TEST_F(MappedFileOnTmpfs, KnowsThatAHoleWasFilledSince) {
  put(0, 'a');
  MappedFile file;
  ASSERT_EQ(file.open(path_), "");
  EXPECT_FALSE(file.holesAreFilled());
  put(1, 'b');
  EXPECT_FALSE(file.holesAreFilled());
  EXPECT_EQ(char(file.data()[1]), 'b');
  put(63 * page, 'c');
  EXPECT_TRUE(file.holesAreFilled());
  ASSERT_EQ(file.grow(), "");
  EXPECT_EQ(char(file.data()[63 * page]), 'c');
  EXPECT_FALSE(file.holesAreFilled());
}

}  // namespace
}  // namespace autoscope::record
