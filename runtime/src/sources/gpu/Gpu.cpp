#include "sources/gpu/Gpu.h"

#include "hot/ThreadState.h"

#include <algorithm>
#include <cstdlib>
#include <exception>

namespace autoscope::gpu {

namespace {

constexpr size_t bufferSize = 1 << 20;
constexpr size_t bufferAlignment = 8;
constexpr uint32_t forced = 1;     // CUPTI_ACTIVITY_FLAG_FLUSH_FORCED: also buffers that are not full
constexpr int idsOfTheKernel = 1;  // CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM

void nothing(void *, int, uint32_t, const void *) {}

}  // namespace

Gpu *Gpu::running_ = nullptr;

std::string Gpu::start(const Host &host, uint64_t bufferBytes) noexcept {
  if (isForked_)
    return {};  // its parent's GPU is none of ours, and CUDA has said so already
  try {
    host_ = host;
    std::string problem = begin(bufferBytes);
    if (!problem.empty())
      end();
    return problem;
  } catch (const std::exception &) {
    end();
    return "out of memory";
  }
}

std::string Gpu::begin(uint64_t bufferBytes) {
  if (!library_)
    library_ = std::make_unique<CuptiLibrary>(openCupti());
  if (!library_->problem.empty())
    return library_->problem;
  running_ = this;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    most_ = std::max<uint64_t>(bufferBytes / bufferSize, 1);
    translation_ = std::make_unique<Translation>(library_->functions, Translation::Host{host_.self, host_.intern});
    isRunning_ = true;
    residual_.reset();
  }
  if (std::string problem = subscribe(); !problem.empty())
    return problem;
  useOurClock();
  if (!callbacksAreThere_) {
    if (Result result = library_->functions.registerCallbacks(requestBuffer, completeBuffer))
      return "cuptiActivityRegisterCallbacks: " + explain(library_->functions, result);
    callbacksAreThere_ = true;
  }
  return enableKinds();
}

// The one who has CUPTI is known by this only; we want none of its callbacks.
std::string Gpu::subscribe() {
  if (Result result = library_->functions.subscribe(&subscriber_, nothing, nullptr)) {
    subscriber_ = nullptr;
    return explain(library_->functions, result);
  }
  return {};
}

void Gpu::useOurClock() {
  const CuptiFunctions &functions = library_->functions;
  if (functions.setThreadIdType && functions.setThreadIdType(idsOfTheKernel) == 0)
    translation_->trustThreads();
  if (functions.registerTimestampCallback && functions.registerTimestampCallback(host_.now) == 0)
    translation_->clock().setSame();
  else
    readClocks();
}

std::string Gpu::enableKinds() {
  // The first is what all is about; without one of the others the rest is still right.
  constexpr cupti::Kind kinds[] = {
      cupti::Kind::ConcurrentKernel, cupti::Kind::Runtime, cupti::Kind::Driver,          cupti::Kind::Memcpy,
      cupti::Kind::MemcpyPeer,       cupti::Kind::Memset,  cupti::Kind::Synchronization, cupti::Kind::Overhead,
      cupti::Kind::Memory,           cupti::Kind::Device};
  for (cupti::Kind kind : kinds) {
    Result result = library_->functions.enable(kind);
    if (result == 0)
      enabled_.push_back(kind);
    else if (kind == kinds[0])
      return explain(library_->functions, result);
  }
  return {};
}

// Both clocks, the device's between two readings of ours. The tightest of some attempts.
void Gpu::readClocks() noexcept {
  if (!translation_ || translation_->clock().isSame())
    return;
  DeviceClock::Reading best = {};
  uint64_t width = ~uint64_t{0};
  for (int attempt = 0; attempt < 8; ++attempt) {
    uint64_t device = 0, before = host_.now();
    if (library_->functions.timestamp(&device) != 0)
      return;
    uint64_t after = host_.now();
    if (after - before < width) {
      width = after - before;
      best = {before + width / 2, device};
    }
  }
  std::lock_guard<std::mutex> lock(mutex_);
  translation_->clock().add(best);
  residual_ = std::max(residual_.value_or(0), width / 2 + 1);
}

void Gpu::stop() noexcept {
  if (!isRunning_)
    return;
  readClocks();
  library_->functions.flushAll(forced);
  countDropped(nullptr, 0);
  end();
}

// The program runs on without us.
void Gpu::end() noexcept {
  if (!library_ || !library_->problem.empty())
    return;
  for (cupti::Kind kind : enabled_)
    library_->functions.disable(kind);
  enabled_.clear();
  if (subscriber_)
    library_->functions.unsubscribe(subscriber_);
  subscriber_ = nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  isRunning_ = false;
  for (uint8_t *buffer : free_)
    std::free(buffer);
  made_ -= free_.size();
  free_.clear();
}

void Gpu::abandonInChild() noexcept {
  isForked_ = true;
  isRunning_ = false;
  subscriber_ = nullptr;
  enabled_.clear();
}

void Gpu::countDropped(void *context, uint32_t stream) noexcept {
  size_t dropped = 0;
  if (library_->functions.droppedRecords(context, stream, &dropped) == 0 && dropped != 0)
    host_.dropped(host_.self, dropped);
}

// No buffer: CUPTI drops what it would have put there, and counts it.
void Gpu::requestBuffer(uint8_t **buffer, size_t *bytes, size_t *mostRecords) noexcept {
  hot::Busy busy;
  Gpu &gpu = *running_;
  *buffer = nullptr;
  *bytes = *mostRecords = 0;
  std::lock_guard<std::mutex> lock(gpu.mutex_);
  if (!gpu.free_.empty()) {
    *buffer = gpu.free_.back();
    gpu.free_.pop_back();
  } else if (gpu.made_ < gpu.most_) {
    *buffer = static_cast<uint8_t *>(std::aligned_alloc(bufferAlignment, bufferSize));
    gpu.made_ += *buffer != nullptr;
  }
  if (*buffer)
    *bytes = bufferSize;
}

void Gpu::take(uint8_t *buffer, size_t validBytes) {
  std::vector<uint64_t> activities;
  uint64_t count = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!isRunning_)
      return;
    count = translation_->take(buffer, validBytes, activities);
  }
  if (count != 0)
    host_.add(host_.self, std::move(activities), count);
}

void Gpu::completeBuffer(void *context, uint32_t stream, uint8_t *buffer, size_t, size_t validBytes) noexcept {
  hot::Busy busy;
  Gpu &gpu = *running_;
  gpu.readClocks();
  try {
    if (validBytes != 0)
      gpu.take(buffer, validBytes);
  } catch (const std::exception &) {
    gpu.host_.dropped(gpu.host_.self, 1);  // at least; how many nobody has counted
  }
  gpu.countDropped(context, stream);
  std::lock_guard<std::mutex> lock(gpu.mutex_);
  if (gpu.isRunning_) {
    try {
      gpu.free_.push_back(buffer);
      return;
    } catch (const std::exception &) {
    }
  }
  std::free(buffer);
  --gpu.made_;
}

}  // namespace autoscope::gpu
