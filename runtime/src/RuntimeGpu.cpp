// What the root does so that a profile has the activities of GPUs.
#include "Runtime.h"

#include "Message.h"
#include "hot/Clock.h"

#include <cstdlib>

namespace autoscope {

namespace {

// Before CUDA's own handlers, which were registered earlier: behind them CUPTI has nothing any more.
void stopBeforeCudaEnds() {
  Runtime::instance().endGpu();
}

}  // namespace

void Runtime::startGpu(const config::Options &options) {
  static const gpu::Gpu::Host host = {
      this, [](void *self, std::string_view text) { return static_cast<Runtime *>(self)->collector().intern(text); },
      [](void *self, std::vector<uint64_t> &&activities, uint64_t count) {
        static_cast<Runtime *>(self)->collector().addActivities(std::move(activities), count);
      },
      [](void *self, uint64_t records) {
        static_cast<Runtime *>(self)->collector().lose(record::LossCause::GpuRecords, records);
      },
      hot::now};
  std::string problem = gpu_.start(host, options.gpuBuffer << 20);
  if (!problem.empty()) {
    if (problem != toldOfGpu_)
      say("no GPU is recorded: " + problem);
    toldOfGpu_ = problem;
    return;
  }
  toldOfGpu_.clear();
  if (!gpuEndsAtExit_)
    gpuEndsAtExit_ = std::atexit(stopBeforeCudaEnds) == 0;
}

// The profile goes on, without GPUs.
void Runtime::endGpu() noexcept {
  hot::Busy busy;
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (busy.entered() && lock && isRecording())
    gpu_.stop();
}

}  // namespace autoscope
