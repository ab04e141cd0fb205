// Snapshots of a flight recorder: their names and outputs.
#include "Runtime.h"

#include "NoCancellation.h"
#include "collect/WriteSignals.h"
#include "config/OutputPath.h"
#include "hot/ThreadState.h"
#include "output/Output.h"

#include <exception>
#include <unistd.h>

namespace autoscope {

std::string Runtime::nextSnapshotName() {
  std::string base = product_.empty() ? folder_ + "/autoscope-" + std::to_string(getpid()) : product_;
  std::string tag = "snapshot-" + std::to_string(++snapshots_);
  std::string name = config::withTag(base, tag);
  return config::sessionOf(name.substr(0, name.rfind(tag) + tag.size()));
}

std::string Runtime::snapshot(const std::string &path) noexcept {
  hot::Busy busy;
  if (!busy.entered() || isAbandoned_)
    return "a signal handler that interrupted autoscope itself cannot call it";
  NoCancellation noCancellation;
  collect::HeldWriteSignals held;
  std::lock_guard<std::mutex> lock(mutex_);
  try {
    if (state_ != State::Recording)
      return "no profile is being recorded";
    if (!path.empty() && !output::isKnownName(path))
      return "a snapshot cannot be named " + path + ": the name must end in " + output::knownEndings();
    std::string product = path.empty() ? nextSnapshotName() : path;
    char folder[4096];
    if (product[0] != '/' && getcwd(folder, sizeof folder))
      product = std::string(folder) + "/" + product;
    std::string session = config::sessionOf(product);
    std::string error = collector().takeSnapshot(session, "asked for by the program");
    if (!error.empty() || session == product)
      return error;
    error = output::writeProduct(session, product);
    if (!error.empty())
      return error + "; the session is kept as " + session;
    unlink(session.c_str());
    return {};
  } catch (const std::exception &failure) {
    return std::string("cannot write a snapshot: ") + failure.what();
  }
}

}  // namespace autoscope
