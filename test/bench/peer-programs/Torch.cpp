// libtorch's profiler. PEER_TORCH=legacy: the one that writes a trace also where libtorch is built without Kineto.
#include "Peer.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/csrc/autograd/profiler_legacy.h>

namespace peer {

namespace {
namespace profiler = torch::autograd::profiler;
std::unique_ptr<profiler::RecordProfile> legacy;
std::string target;
}  // namespace

bool begin(const char *folder) {
  target = std::string(folder) + "/trace.json";
  const char *which = getenv("PEER_TORCH");
  if (which && !strcmp(which, "legacy")) {
    legacy = std::make_unique<profiler::RecordProfile>(target);
    return true;
  }
  torch::profiler::impl::ProfilerConfig config(torch::profiler::impl::ProfilerState::KINETO);
  std::set<torch::profiler::impl::ActivityType> activities{torch::profiler::impl::ActivityType::CPU};
  profiler::prepareProfiler(config, activities);
  profiler::enableProfiler(config, activities);
  return true;
}

bool end() {
  if (legacy) {
    legacy.reset();
    return true;
  }
  profiler::disableProfiler();
  return true;
}

}  // namespace peer
