// A core alone tells what a process recorded: made by the kernel at a crash, or by gcore of a process that runs on.
#include "ChildProcess.h"
#include "KnownScopes.h"
#include "Recording.h"

#include <csignal>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

constexpr uint64_t scopes = 600 * wholeCycle;  // several chunks

std::string folderOf(const std::string &path) {
  return path.substr(0, path.rfind('/'));
}

// Two threads; one of them stops within its outermost scope, the process ends there or goes on.
int coreChild() {
  rlimit limit = {1u << 30, 1u << 30};
  setrlimit(RLIMIT_CORE, &limit);
  if (chdir(getenv("TEST_CORES") ? getenv("TEST_CORES") : folderOf(getenv("TEST_COUNTS")).c_str()) != 0)
    return 1;
  SharedCounts counts(getenv("TEST_COUNTS"));
  counts.keep();
  std::thread([&] { runKnownScopes(1, *counts, scopes); }).join();
  runKnownScopes(0, *counts, ~uint64_t{0}, [](uint64_t finished) {
    if (finished < scopes)
      return;
    if (getenv("TEST_CRASH"))
      abort();
    pause();
  });
  return 0;
}
ChildFunction dumped("core", coreChild);

std::unique_ptr<record::SessionReader> openCore(const std::string &path) {
  std::string error;
  auto session = record::SessionReader::open(path, error);
  EXPECT_EQ(error, "");
  return session;
}

void removeAll(const std::string &path, const std::string &core) {
  for (const char *end : {".part", ".ring", ""})
    unlink((path + end).c_str());
  unlink(core.c_str());
}

// Empty: this system makes no cores that we could find.
std::string crash(const std::string &path, Environment environment) {
  SharedCounts counts(path + ".counts");
  environment.insert({{"AUTOSCOPE_OUTPUT", path}, {"TEST_COUNTS", path + ".counts"}, {"TEST_CRASH", "1"}});
  // Of its own: tests beside this one may make a file of the same name.
  std::string cores = path + ".cores";
  mkdir(cores.c_str(), 0700);
  environment["TEST_CORES"] = cores;
  RunningChild child("core", environment);
  int status = 0;
  waitpid(child.pid(), &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
  for (const std::string &name : {std::string("core"), "core." + std::to_string(child.pid())})
    if (std::string at = cores + "/" + name; WCOREDUMP(status) && access(at.c_str(), R_OK) == 0) {
      std::string own = path + ".core";
      EXPECT_EQ(rename(at.c_str(), own.c_str()), 0);
      rmdir(cores.c_str());
      return own;
    }
  return {};
}

void expectAll(const record::SessionReader &session) {
  KnownFound found = findKnownScopes(session);
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.finished[0], scopes);
  EXPECT_EQ(found.finished[1], scopes);
  EXPECT_EQ(found.open[0], 2u);
  EXPECT_FALSE(session.finished());
  EXPECT_FALSE(session.damage().any());
}

#define SKIP_WITHOUT_CORE(core)                                                                                        \
  if ((core).empty() || underThreadSanitizer)                                                                          \
  GTEST_SKIP() << "no core of a crash is found here: core_pattern hands it to a program, or it is full of the "        \
                  "sanitizer's shadow memory"

TEST(Core, OfAFlightRecorderIsEnoughAlone) {
  std::string path = temporaryPath("core-newest");
  std::string core = crash(path, {{"AUTOSCOPE_CORE", "1"}, {"AUTOSCOPE_OVERFLOW", "newest"}});
  SKIP_WITHOUT_CORE(core);
  for (const char *end : {".part", ".ring"})
    EXPECT_EQ(unlink((path + end).c_str()), 0);
  auto session = openCore(core);
  expectAll(*session);
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
  EXPECT_EQ(session->names().info("host").empty(), false);
  removeAll(path, core);
}

TEST(Core, WithTheStreamIsTheWholeSession) {
  std::string path = temporaryPath("core-stream");
  std::string core = crash(path, {{"AUTOSCOPE_CORE", "1"}});
  SKIP_WITHOUT_CORE(core);
  EXPECT_EQ(unlink((path + ".ring").c_str()), 0);
  expectAll(*openCore(core));
  // Without it the last scopes of each thread are left, and that is said.
  EXPECT_EQ(unlink((path + ".part").c_str()), 0);
  auto session = openCore(core);
  ASSERT_EQ(session->warnings().size(), 2u);
  EXPECT_GT(session->damage().missingBytes, 0u);
  EXPECT_NE(session->warnings()[1].find(" is not whole; lost: "), std::string::npos) << session->warnings()[1];
  EXPECT_EQ(session->warnings()[0], path + ".part, the stream of this session, is not there: only the scopes that were "
                                           "still in memory are shown");
  EXPECT_GT(session->recordBytes(), 0u);
  removeAll(path, core);
}

TEST(Core, WithoutTheRingUsesItsFileOrSaysHow) {
  std::string path = temporaryPath("core-without");
  std::string core = crash(path, {});
  SKIP_WITHOUT_CORE(core);
  expectAll(*openCore(core));
  EXPECT_EQ(unlink((path + ".ring").c_str()), 0);
  std::string error;
  EXPECT_EQ(record::SessionReader::open(core, error), nullptr);
  EXPECT_EQ(error, core + " holds no scopes, and " + path +
                       ".ring, where they were, is gone: with AUTOSCOPE_CORE=1 a program's cores hold them");
  removeAll(path, core);
}

TEST(Core, CutShortIsSaidAndNeverBelieved) {
  std::string path = temporaryPath("core-cut");
  std::string core = crash(path, {{"AUTOSCOPE_CORE", "1"}, {"AUTOSCOPE_OVERFLOW", "newest"}});
  SKIP_WITHOUT_CORE(core);
  for (const char *end : {".part", ".ring"})
    unlink((path + end).c_str());
  uint64_t whole = openCore(core)->recordBytes();
  std::ifstream file(core, std::ios::binary | std::ios::ate);
  for (auto size = int64_t(file.tellg()); size > 0; size = size * 3 / 4) {
    EXPECT_EQ(truncate(core.c_str(), size), 0);
    std::string error;
    auto session = record::SessionReader::open(core, error);
    EXPECT_EQ(session == nullptr, !error.empty());
    EXPECT_EQ(error.find('\n'), std::string::npos);
    if (!session)
      continue;
    std::string warnings;
    for (const std::string &warning : session->warnings())
      warnings += warning;
    if (warnings.find("it has been cut") == std::string::npos)
      expectAll(*session);
    EXPECT_LE(session->recordBytes(), whole);
    EXPECT_EQ(session->damage().tornBytes + session->damage().chunks, 0u);
    EXPECT_LE(session->damage().names, 1u);  // that the cut goes through
  }
  removeAll(path, core);
}

// As gcore writes it of a process in a container, or the core of a child of a fork that has recorded nothing.
TEST(Core, OfAProcessThatIsCalledOtherwiseInsideIsReadAndSaysSo) {
  std::string path = temporaryPath("core-namespace");
  std::string core = crash(path, {{"AUTOSCOPE_CORE", "1"}, {"AUTOSCOPE_OVERFLOW", "newest"}});
  SKIP_WITHOUT_CORE(core);
  for (const char *end : {".part", ".ring"})
    EXPECT_EQ(unlink((path + end).c_str()), 0);
  std::ifstream file(core, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto magic = record::ringMagic;
  std::string_view wanted(reinterpret_cast<const char *>(&magic), sizeof magic);
  size_t patched = 0;
  for (size_t at = 0; at + sizeof(record::RingHeader) <= bytes.size(); at += 4096) {
    if (bytes.compare(at, wanted.size(), wanted) != 0)
      continue;
    ++patched;
    uint32_t inside = 2;
    std::memcpy(&bytes[at + offsetof(record::RingHeader, pid)], &inside, sizeof inside);
  }
  ASSERT_GT(patched, 0u);
  std::ofstream(core, std::ios::binary | std::ios::trunc) << bytes;
  auto session = openCore(core);
  ASSERT_TRUE(session);
  expectAll(*session);
  ASSERT_EQ(session->warnings().size(), 1u);
  EXPECT_NE(session->warnings()[0].find(", and the profile in it of process 2: "), std::string::npos)
      << session->warnings()[0];
  removeAll(path, core);
}

TEST(Core, OfAProcessThatRunsOnIsOfItsMoment) {
  if (underSanitizer)
    GTEST_SKIP() << "gcore writes the sanitizer's shadow memory, terabytes, too";
  if (system("command -v gcore >/dev/null") != 0)
    GTEST_SKIP() << "gcore is not installed";
  std::string path = temporaryPath("gcore");
  SharedCounts counts(path + ".counts");
  RunningChild child("core", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_CORE", "1"}, {"TEST_COUNTS", path + ".counts"}});
  while (counts->threads[0].finished < scopes)
    usleep(1000);
  std::string core = path + "." + std::to_string(child.pid());
  if (system(("gcore -o " + path + " " + std::to_string(child.pid()) + " >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "gcore cannot stop a process here";
  expectAll(*openCore(core));
  child.kill();
  removeAll(path, core);
}

}  // namespace
}  // namespace autoscope::test
