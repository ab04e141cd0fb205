#include "SessionFolder.h"

#include "record/SessionReader.h"
#include "report/PathEnd.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace autoscope::tool {

namespace fs = std::filesystem;

static std::string temporaryFolderError(const std::error_code &error) {
  // The variables that temp_directory_path looks at, in its order.
  for (const char *variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const char *value = std::getenv(variable))
      return std::string(variable) + "=" + value + " is no folder for temporary files: " + error.message();
  return "there is no folder for temporary files: " + error.message();
}

// As people would write it. `..` stays: it may follow a link.
static fs::path withoutDots(const fs::path &path) {
  fs::path result;
  for (const fs::path &part : path)
    if (part != ".")
      result /= part;
  return result;
}

// Its memory is gone, or is about to go. A session is let go of later, which takes a large process seconds.
static bool isEnding(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  bool read = false, hasMemory = false, killed = false;
  for (std::string line; std::getline(status, line); read = true) {
    hasMemory = hasMemory || line.rfind("VmSize:", 0) == 0;
    if (line.rfind("SigPnd:", 0) == 0 || line.rfind("ShdPnd:", 0) == 0)
      killed = killed || (std::strtoull(line.c_str() + 7, nullptr, 16) >> (SIGKILL - 1) & 1);
  }
  return read && (killed || !hasMemory);
}

static bool isSnapshot(const fs::path &path) {
  return path.filename().string().find(".snapshot-") != std::string::npos;
}

SessionFolder::~SessionFolder() {
  if (path_.empty())
    return;
  std::vector<FoundSession> left = look(0);
  bool inUse = std::any_of(left.begin(), left.end(), [](const FoundSession &session) { return session.recording; });
  std::error_code ignored;
  if (!inUse)
    fs::remove_all(path_, ignored);
}

std::string SessionFolder::create(const std::string &parent) {
  std::error_code error;
  fs::path folder = parent.empty() ? fs::temp_directory_path(error) : fs::path(parent);
  if (error)
    return temporaryFolderError(error);
  // Absolute, as the program may change its folder.
  fs::path absolute = fs::absolute(folder, error);
  std::string name = withoutDots(error ? folder : absolute) / ".autoscope-run-XXXXXX";
  if (!mkdtemp(name.data()))
    return "cannot create a folder in " + folder.string() + ": " + std::strerror(errno);
  path_ = name;
  return {};
}

std::vector<FoundSession> SessionFolder::sessions(pid_t first) const {
  using namespace std::chrono_literals;
  // The shorter one is for what /proc does not tell: a signal on its way, a handler that finishes the session.
  constexpr std::chrono::milliseconds forAll = 500ms, forEnding = 10s, betweenLooks = 5ms;
  auto begin = std::chrono::steady_clock::now();
  for (;;) {
    std::vector<FoundSession> found = look(first);
    auto waited = std::chrono::steady_clock::now() - begin;
    auto isWorthWaiting = [&](const FoundSession &session) {
      return session.recording && (waited < forAll || (waited < forEnding && isEnding(session.pid)));
    };
    if (std::none_of(found.begin(), found.end(), isWorthWaiting))
      return found;
    std::this_thread::sleep_for(betweenLooks);
  }
}

std::vector<FoundSession> SessionFolder::look(pid_t first) const {
  std::vector<FoundSession> found;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(path_, error)) {
    FoundSession session;
    session.path = entry.path();
    if (isSnapshot(entry.path()))
      continue;
    session.finished = report::endsWith(session.path, ".autoscope");
    if (!session.finished && !report::endsWith(session.path, ".autoscope.part"))
      continue;
    session.recording = !session.finished && record::isBeingRecorded(session.path);
    std::string name = entry.path().filename();
    session.pid = static_cast<pid_t>(std::atol(name.c_str()));
    session.tag = name.substr(0, name.find(".autoscope"));
    found.push_back(std::move(session));
  }
  std::sort(found.begin(), found.end(), [first](const FoundSession &a, const FoundSession &b) {
    return std::make_tuple(a.pid != first, a.pid, a.path) < std::make_tuple(b.pid != first, b.pid, b.path);
  });
  return found;
}

std::vector<std::string> SessionFolder::keepSnapshots(pid_t first, const std::string &base) const {
  std::vector<std::string> kept;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(path_, error)) {
    std::string name = entry.path().filename();
    if (!isSnapshot(entry.path()) || !report::endsWith(name, ".autoscope"))
      continue;
    bool isFirst = std::atol(name.c_str()) == first;
    std::string target = base + (isFirst ? name.substr(name.find(".snapshot-")) : "." + name);
    fs::rename(entry.path(), target, error);
    if (error)  // another file system
      fs::copy_file(entry.path(), target, fs::copy_options::overwrite_existing, error);
    kept.push_back(error ? "cannot keep the snapshot " + target + ": " + error.message() : target);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace autoscope::tool
