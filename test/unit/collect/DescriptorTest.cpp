// Programs that close every descriptor and use the numbers again: their files hold what they wrote, and the profile is
// whole.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>

namespace autoscope::test {
namespace {

constexpr int fileCount = 900;
constexpr int scopes = 100'000;
constexpr std::string_view content = "users' data\n";

[[gnu::noinline]] void leaf(int x) {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("" : "+r"(x));
}

void leaves() {
  for (int i = 0; i < scopes; ++i)
    leaf(i);
}

// Behind ThreadSanitizer's back, as nothing orders it with the writer's use, which is what the test is about.
void closeAll() {
  for (int fd = 3; fd < 1024; ++fd)
    syscall(SYS_close, fd);
}

int closingChild() {
  leaves();
  closeAll();
  leaves();
  closeAll();  // what was opened again, too
  for (int i = 0; i < fileCount; ++i) {
    int file = open((std::to_string(i) + ".txt").c_str(), O_CREAT | O_RDWR | O_TRUNC, 0600);
    if (file < 0 || write(file, content.data(), content.size()) != ssize_t(content.size()))
      return 1;
  }
  leaves();
  for (int i = 0; i < 12; ++i)  // new slots, and new chunks in the ring
    std::thread(leaves).join();
  return 3;
}
ChildFunction closing("closing", closingChild);

TEST(Descriptors, AProgramThatClosesThemAllGetsItsOwnBytesOnly) {
  std::string folder = testing::TempDir() + "autoscope-" + std::to_string(getpid()) + "-closing";
  std::filesystem::create_directory(folder);
  std::string before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  ChildResult child = runChild("closing", {{"AUTOSCOPE_OUTPUT", folder + "/p.autoscope"}});
  std::filesystem::current_path(before);
  EXPECT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  EXPECT_EQ(child.errors, "");
  for (int i = 0; i < fileCount; ++i)
    EXPECT_EQ(std::filesystem::file_size(folder + "/" + std::to_string(i) + ".txt"), content.size()) << i;
  {
    Session session(folder + "/p.autoscope");
    EXPECT_EQ(session.calls("leaf"), 15u * scopes);
    EXPECT_EQ(session.lost(), 0u);
    EXPECT_TRUE(session.reader().finished());
  }
  std::filesystem::remove_all(folder);
}

// The session was removed as well: nothing is left to write to, and the program must not pay for it.
int removingChild() {
  leaves();
  unlink((std::string(getenv("AUTOSCOPE_OUTPUT")) + ".part").c_str());
  closeAll();
  for (int i = 0; i < fileCount; ++i)
    if (open("/dev/null", O_RDWR) < 0)
      return 1;
  leaves();
  return 3;
}
ChildFunction removing("removing", removingChild);

TEST(Descriptors, ARemovedSessionIsOneMessage) {
  std::string path = temporaryPath("removing");
  ChildResult child = runChild("removing", {{"AUTOSCOPE_OUTPUT", path}});
  EXPECT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  EXPECT_NE(child.errors.find("scopes that could not be written to disk"), std::string::npos) << child.errors;
  EXPECT_NE(child.errors.find("cannot write " + path + ".part: No such file or directory"), std::string::npos)
      << child.errors;
  unlink((path + ".ring").c_str());
}

}  // namespace
}  // namespace autoscope::test
