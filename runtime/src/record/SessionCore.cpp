// Opening a core: the ring that is in it or that it names, and what the process left beside it.
#include "record/CoreFile.h"
#include "record/CoreRing.h"
#include "record/FilePath.h"
#include "record/SessionReader.h"

#include <cstring>

namespace autoscope::record {

std::string SessionReader::readCore() {
  CoreFile core;
  if (std::string error = core.open(path_); !error.empty())
    return error;
  CoreRing ring = findRing(core);
  if (ring.path.empty())
    return path_ + " is of a process that autoscope did not record";
  // What the process left may have been moved together with its core; and what a kernel calls a file on an overlay may
  // be no path of ours.
  auto found = [folder = directoryOf(path_)](const std::string &path) {
    std::string beside = folder + path.substr(path.rfind('/') + 1);
    return !exists(path) && exists(beside) ? beside : path;
  };
  std::string error;
  if (ring.bytes.data()) {
    error = ring_.openCopy(std::move(ring.bytes), path_);
    if (ring.cut)
      warnings_.push_back(path_ + " holds only a part of the scopes that were in memory: it has been cut");
    damage_.missingParts = ring.missingParts;
  } else if (std::string file = found(ring.path); exists(file)) {
    error = ring_.open(file, ring.pid ? ring.pid : core.pid());
  } else {
    return path_ + (ring.cut ? " has been cut and" : "") + " holds no scopes, and " + ring.path +
           ", where they were, is gone" + (ring.cut ? "" : ": with AUTOSCOPE_CORE=1 a program's cores hold them");
  }
  if (!error.empty())
    return error;
  haveRing_ = true;
  if (ring.pid && core.pid() && ring.pid != core.pid())
    warnings_.push_back(
        path_ + " is of process " + std::to_string(core.pid()) + ", and the profile in it of process " +
        std::to_string(ring.pid) +
        ": that is what it is called in a namespace of its own, or the process that it was forked from");

  std::string corePath = path_, stem = ring.path.substr(0, ring.path.size() - std::strlen(".ring"));
  std::string part = found(stem + partSuffix), whole = found(stem);
  const RingHeader &head = ring_.header();
  auto isOfSession = [&](const std::string &file) {
    path_ = file;
    return exists(file) && file_.open(file).empty() && readHeader().empty() && header_.pid == head.pid &&
           header_.sessionNumber == head.sessionNumber;
  };
  if (isOfSession(part)) {
    copied_ = isBeingRecorded(part);
    error = readSections();
  } else {
    bool wasFinished = isOfSession(whole);
    std::string ignored;
    if (wasFinished)
      if (std::unique_ptr<SessionReader> later = open(whole, ignored))
        copied_ = !later->killed();
    path_ = corePath;
    file_ = MappedFile();
    header_ = {};
    header_.pid = head.pid;
    header_.sessionNumber = head.sessionNumber;
    header_.start = head.sessionStart;
    if (wasFinished)
      warnings_.push_back(whole + " is this session, finished; " + path_ +
                          " shows the scopes that were in memory when it was made");
    else if (!head.isFlightRecorder)
      warnings_.push_back(part + ", the stream of this session, is not there: only the scopes that were still in "
                                 "memory are shown");
  }
  if (error.empty())
    takeRing();
  return error;
}

}  // namespace autoscope::record
