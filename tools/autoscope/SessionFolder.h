// A private folder in which a program that `autoscope run` starts leaves its sessions, one for each process.
//
// Removed with all that is left in it when it goes, unless a process still records in it or stay() was called.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace autoscope::tool {

struct FoundSession {
  std::string path;  // S, or S.part of a process that was killed
  pid_t pid = 0;
  bool finished = true;
  bool recording = false;  // its process goes on, as a daemon does after its parent
  std::string tag = {};    // of all sessions only this one's: its process id, and what else its name says
};

class SessionFolder {
public:
  SessionFolder() = default;
  SessionFolder(const SessionFolder &) = delete;
  SessionFolder &operator=(const SessionFolder &) = delete;
  ~SessionFolder();

  // Below `parent`, or the system's folder for temporary files if that is empty. Empty, or one sentence.
  std::string create(const std::string &parent);
  // What AUTOSCOPE_OUTPUT must be so that each process writes a session of its own here.
  std::string outputPattern() const { return path_ + "/%p.autoscope"; }
  // By process id, the one of `first` before the others. A process that is ending, as after a kill of all, is waited
  // for.
  std::vector<FoundSession> sessions(pid_t first) const;
  // Snapshots of flight recorders are moved to BASE.snapshot-N.autoscope, of processes but `first` with the id before
  // that. Returns their names, or sentences that begin with "cannot".
  std::vector<std::string> keepSnapshots(pid_t first, const std::string &base) const;
  // For the session of a process that goes on, and may end at any time.
  void stay() { path_.clear(); }

private:
  std::vector<FoundSession> look(pid_t first) const;

  std::string path_;
};

}  // namespace autoscope::tool
