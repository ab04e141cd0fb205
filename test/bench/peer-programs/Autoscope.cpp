#include "Peer.h"

#include "autoscope/profile.h"

#include <cstdio>
#include <string>

namespace peer {

namespace {
bool say(const autoscope::status &status) {
  if (!status)
    fprintf(stderr, "%s\n", status.message.c_str());
  return status.ok();
}
}  // namespace

bool begin(const char *folder) {
  return say(autoscope::start(std::string(folder) + "/session.autoscope"));
}
bool end() {
  return say(autoscope::stop());
}

}  // namespace peer
