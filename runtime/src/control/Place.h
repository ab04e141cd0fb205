// Where control sockets lie: PID.control in a folder that is the user's own.
//
// Both sides use this: the process that listens, and the tool that looks for it. The folder is autoscope/ in
// $XDG_RUNTIME_DIR, or autoscope-UID in /tmp where that is not set or cannot be used. It is believed only if it belongs
// to its user and nobody else may enter it, since whoever could put a socket there could pose as the process. Any
// thread; failure is a sentence.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace autoscope::control {

// The candidates, best first. `runtimeDirectory`: the value of XDG_RUNTIME_DIR; null, empty and relative ones count as
// not set.
std::vector<std::string> socketFolders(const char *runtimeDirectory, uid_t user);
// The private folder in a place for temporary files, such as /tmp.
std::string folderIn(const std::string &temporary, uid_t user);
std::string socketName(pid_t pid);
// 0: `name` is none.
pid_t pidOfSocket(const std::string &name);

enum class Missing { Make, Fail };

// A descriptor, or -1 with a sentence in `error`, empty if the folder is only not there.
int openPrivateFolder(const std::string &path, uid_t user, Missing missing, std::string &error);
// Paths of sockets are short; this one always fits, and leads through a folder that has been checked.
std::string pathThrough(int folder, const std::string &name);

}  // namespace autoscope::control
