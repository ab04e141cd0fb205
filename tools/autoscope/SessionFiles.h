// What becomes of the files of sessions that a command found: moved to the name they are to have, or removed.
//
// For every command that keeps a file which a process wrote. A file with its final name is always complete, and what
// cannot be moved stays where it is; each failure is one sentence. Main thread.
#pragma once

#include <cstdint>
#include <string>

namespace autoscope::tool {

bool exists(const std::string &path);

// Also to another file system. An earlier file of the name is replaced; what is a link stays one, and what it names is
// replaced. Empty, or one sentence.
std::string moveFile(const std::string &from, const std::string &to);

struct MovedFile {
  std::string path, error;  // one of them is empty
};
// To the first of PREFIX1SUFFIX, PREFIX2SUFFIX ... from `number` on that nothing has, which is stored in `number`.
MovedFile moveToFreeName(const std::string &from, const std::string &prefix, uint64_t &number,
                         const std::string &suffix);

// `ring`, if it is one of the process `pid` and that is gone: one that lives has its next profile in it, and the lock.
void removeRingOfEnded(const std::string &ring, uint32_t pid);
// The same for a name in an open folder, of whichever process it is.
void removeIfUnlocked(int folder, const std::string &ring);

}  // namespace autoscope::tool
