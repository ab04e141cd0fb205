// XRay in the mode that PEER_XRAY_MODE names: "xray-fdr" keeps the newest events in memory and writes them at the end,
// "xray-basic" streams events of 32 bytes; what the main thread has not yet streamed at its end, up to 1024 events, it
// never does.
#include "Peer.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <xray/xray_interface.h>
#include <xray/xray_log_interface.h>

namespace peer {

namespace {
std::string mode;
}

bool begin(const char *folder) {
  mode = getenv("PEER_XRAY_MODE") ? getenv("PEER_XRAY_MODE") : "xray-fdr";
  setenv("XRAY_OPTIONS", "", 1);
  if (chdir(folder) != 0 || __xray_log_select_mode(mode.c_str()) != XRayLogRegisterStatus::XRAY_REGISTRATION_OK) {
    fprintf(stderr, "XRay has no mode %s here\n", mode.c_str());
    return false;
  }
  // 64 MiB hold a million scopes; without a threshold of 0 short functions are left out.
  const char *options = mode == "xray-fdr" ? "buffer_size=1048576:buffer_max=64:func_duration_threshold_us=0"
                                           : "func_duration_threshold_us=0";
  if (__xray_log_init_mode(mode.c_str(), options) != XRayLogInitStatus::XRAY_LOG_INITIALIZED ||
      __xray_patch() != XRayPatchingStatus::SUCCESS) {
    fprintf(stderr, "XRay does not start in mode %s\n", mode.c_str());
    return false;
  }
  return true;
}

bool end() {
  return __xray_unpatch() == XRayPatchingStatus::SUCCESS &&
         __xray_log_finalize() == XRayLogInitStatus::XRAY_LOG_FINALIZED &&
         __xray_log_flushLog() == XRayLogFlushStatus::XRAY_LOG_FLUSHED;
}

}  // namespace peer
