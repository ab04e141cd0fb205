// A private folder in which a program that `autoscope run` starts leaves its sessions, one for each process.
//
// Removed when it goes, unless it holds a session or a snapshot that nobody has taken out, or what a process that lives
// still uses: so nothing that was recorded goes with it, whatever fails.
#pragma once

#include "SessionFiles.h"

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
  uint64_t cycle = 0;      // of a profile of steps, from 1; 0: the process has one profile
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
  // Its files can go: all that was wanted of it is written.
  void remove(const FoundSession &session) const;
  // Snapshots of flight recorders are moved to BASE.snapshot-N.autoscope, of processes but `first` with the id before
  // that, with the next N that no file has. One that cannot be moved stays, and its error says where.
  std::vector<MovedFile> keepSnapshots(pid_t first, const std::string &base) const;

private:
  std::vector<FoundSession> look(pid_t first) const;
  bool isNeeded() const;

  std::string path_;
};

}  // namespace autoscope::tool
