// Activities of the GPU, from CUPTI to the session.
//
// Owned by the root, which opens, starts and stops it under its own lock. CUPTI calls back on threads of its own and,
// in stop(), on ours: no lock of ours is held across a call of CUPTI that the callbacks take. Whatever is missing, a
// library, a GPU, a permission, is one sentence, and the profile has no GPU then. Never throws, never ends the process.
#pragma once

#include "sources/gpu/Translation.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace autoscope::gpu {

class Gpu {
public:
  struct Host {
    void *self;
    uint32_t (*intern)(void *self, std::string_view text);
    // Of one buffer. What finds no room is counted there.
    void (*add)(void *self, std::vector<uint64_t> &&activities, uint64_t count);
    void (*dropped)(void *self, uint64_t records);
    uint64_t (*now)();
  };

  Gpu() = default;
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  // From now on to stop(). Empty, or a sentence: no GPU is recorded. `bufferBytes`: the most memory that CUPTI gets.
  std::string start(const Host &host, uint64_t bufferBytes) noexcept;
  // All that has ended by now has been added when this returns.
  void stop() noexcept;
  // Of the session that was stopped last: how far CUPTI's times may be from ours, in ticks. None: they are ours.
  std::optional<uint64_t> takeClockResidual() { return std::exchange(residual_, std::nullopt); }
  // In the child of a fork, where CUDA does not work and CUPTI must not be called.
  void abandonInChild() noexcept;

private:
  std::string begin(uint64_t bufferBytes);
  std::string subscribe();
  std::string enableKinds();
  void end() noexcept;
  void useOurClock();
  void readClocks() noexcept;
  void take(uint8_t *buffer, size_t validBytes);
  void countDropped(void *context, uint32_t stream) noexcept;
  static void requestBuffer(uint8_t **buffer, size_t *bytes, size_t *mostRecords) noexcept;
  static void completeBuffer(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t validBytes) noexcept;

  // CUPTI's callbacks have no argument for it.
  static Gpu *running_;

  Host host_ = {};
  std::unique_ptr<CuptiLibrary> library_;  // opened once
  bool callbacksAreThere_ = false, isForked_ = false;
  void *subscriber_ = nullptr;
  std::vector<cupti::Kind> enabled_;

  std::mutex mutex_;  // of what follows; never held across a call of CUPTI but that of its iterator
  std::unique_ptr<Translation> translation_;
  bool isRunning_ = false;
  std::optional<uint64_t> residual_;
  std::vector<uint8_t *> free_;
  uint64_t made_ = 0, most_ = 0;  // buffers
};

}  // namespace autoscope::gpu
