#include "SessionFolder.h"

#include "record/SessionReader.h"
#include "report/PathEnd.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
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

// 12.snapshot-3.autoscope, of process 12 or of what else its name says.
struct Snapshot {
  fs::path path;
  std::string tag;
  pid_t pid;
  uint64_t number;
};

static std::optional<Snapshot> snapshotAt(const fs::path &path) {
  constexpr std::string_view middle = ".snapshot-";
  std::string name = path.filename();
  size_t found = name.find(middle);
  if (found == std::string::npos || !report::endsWith(name, ".autoscope"))
    return std::nullopt;
  return Snapshot{path, name.substr(0, found), static_cast<pid_t>(std::atol(name.c_str())),
                  std::strtoull(name.c_str() + found + middle.size(), nullptr, 10)};
}

SessionFolder::~SessionFolder() {
  std::error_code ignored;
  if (!path_.empty() && !isNeeded())
    fs::remove_all(path_, ignored);
}

bool SessionFolder::isNeeded() const {
  using namespace std::chrono_literals;
  if (!look(0).empty())
    return true;
  auto isRing = [](const fs::path &path) { return report::endsWith(path.native(), ".ring"); };
  std::error_code error;
  // A process that has closed its session and is about to end still has its ring for a moment.
  auto end = std::chrono::steady_clock::now() + 500ms;
  for (const fs::directory_entry &entry : fs::directory_iterator(path_, error)) {
    if (snapshotAt(entry.path()))
      return true;
    while (isRing(entry.path()) && record::isBeingRecorded(entry.path())) {
      if (std::chrono::steady_clock::now() > end)
        return true;
      std::this_thread::sleep_for(5ms);
    }
  }
  return false;
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
    // Nor is the beginning of a snapshot a session: its names would come last.
    if (snapshotAt(entry.path()) || snapshotAt(fs::path(entry.path()).replace_extension()))
      continue;
    session.finished = report::endsWith(session.path, ".autoscope");
    if (!session.finished && !report::endsWith(session.path, ".autoscope.part"))
      continue;
    session.recording = !session.finished && record::isBeingRecorded(session.path);
    std::string name = entry.path().filename();
    session.pid = static_cast<pid_t>(std::atol(name.c_str()));
    session.tag = name.substr(0, name.find(".autoscope"));
    size_t dot = session.tag.find('.');
    session.cycle = dot == std::string::npos ? 0 : std::strtoull(session.tag.c_str() + dot + 1, nullptr, 10);
    found.push_back(std::move(session));
  }
  std::sort(found.begin(), found.end(), [first](const FoundSession &a, const FoundSession &b) {
    return std::make_tuple(a.pid != first, a.pid, a.cycle, a.path) <
           std::make_tuple(b.pid != first, b.pid, b.cycle, b.path);
  });
  return found;
}

void SessionFolder::remove(const FoundSession &session) const {
  unlink(session.path.c_str());
  if (!session.finished)
    removeIfUnlocked(AT_FDCWD, path_ + "/" + session.tag + ".autoscope.ring");
}

std::vector<MovedFile> SessionFolder::keepSnapshots(pid_t first, const std::string &base) const {
  std::vector<Snapshot> snapshots;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(path_, error))
    if (std::optional<Snapshot> snapshot = snapshotAt(entry.path()))
      snapshots.push_back(*std::move(snapshot));
  std::sort(snapshots.begin(), snapshots.end(), [first](const Snapshot &a, const Snapshot &b) {
    return std::make_tuple(a.pid != first, a.tag, a.number) < std::make_tuple(b.pid != first, b.tag, b.number);
  });
  std::vector<MovedFile> kept;
  std::string tag;
  uint64_t least = 1;
  for (const Snapshot &snapshot : snapshots) {
    least = snapshot.tag == tag ? least : 1;
    tag = snapshot.tag;
    // In their order behind those of earlier runs.
    uint64_t number = std::max(least, snapshot.number);
    std::string prefix = base + (snapshot.pid == first ? "" : "." + tag) + ".snapshot-";
    kept.push_back(moveToFreeName(snapshot.path, prefix, number, ".autoscope"));
    if (!kept.back().error.empty())
      kept.back().error += "; the snapshot stays as " + snapshot.path.string();
    least = number + 1;
  }
  return kept;
}

}  // namespace autoscope::tool
