// What a scope costs in the flight recorder, beside a rule that watches some scopes, and where it is throttled.
#include "Lines.h"
#include "Parts.h"
#include "Subjects.h"

#include "autoscope/profile.h"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace bench {

namespace {

const char *notInThisBuild = "this build has no such option";

}  // namespace

void flightPart(const Settings &settings) {
  std::string session = settings.session();
  autoscope::options options(session);
  options.overflow = "newest";
  autoscope::status started = autoscope::start(options);
  if (!started) {
    absentLine("flight recorder: enabled scope", started.message);
    return;
  }
  Pair pair = measurePair(loopScope, loopFloor, settings.operations, settings.slices);
  double stop = endProfile();
  ratioLine("flight recorder: enabled scope", pair, {1.05, 1.15});
  valueLine("flight recorder: stop, which writes the newest", stop / 1e6, "ms");
  valueLine("flight recorder: size of what it kept", bytesOf(session) / 1048576, "MiB");
  unlink(session.c_str());
}

void watchedPart(const Settings &settings) {
  if (!hasOption("AUTOSCOPE_SNAPSHOT_WHEN")) {
    absentLine("scope that a snapshot rule watches", notInThisBuild);
    return;
  }
  std::string session = settings.session();
  beginProfile(session, "newest");
  Pair beside = measurePair(loopScope, loopFloor, settings.operations, settings.slices);
  Pair watched = measurePair(loopWatched, loopScope, settings.operations, settings.slices);
  endProfile();
  ratioLine("scope that no snapshot rule names, beside one", beside, {1.05, 1.15});
  valueLine("scope that a snapshot rule watches, above a plain one", watched.subject - watched.reference, "ns");
  unlink(session.c_str());
}

void throttledPart(const Settings &settings) {
  if (!hasOption("AUTOSCOPE_THROTTLE")) {
    absentLine("throttled scope, above the bare call", notInThisBuild);
    return;
  }
  std::string session = settings.session();
  beginProfile(session);
  // The writer thread throttles what it has counted, so it needs a full chunk and a moment.
  for (int i = 0; i < 50; ++i) {
    loopScope(100'000);
    usleep(2000);
  }
  Pair pair = measurePair(loopScope, loopPlain, settings.operations * 10, settings.slices);
  endProfile();
  double recorded = bytesOf(session) / 16;
  if (recorded > 0.1 * double(settings.operations) * 10 * settings.slices + 5'000'000)
    absentLine("throttled scope, above the bare call", "it was not throttled");
  else
    valueLine("throttled scope, above the bare call", pair.subject - pair.reference, "ns");
  unlink(session.c_str());
}

}  // namespace bench
