#include "collect/OwnTimes.h"

#include "record/SessionInfo.h"

#include <time.h>

namespace autoscope::collect {

namespace {

uint64_t read(clockid_t clock) noexcept {
  timespec time = {};
  clock_gettime(clock, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

uint64_t processorTime(pthread_t thread) noexcept {
  clockid_t clock;
  return pthread_getcpuclockid(thread, &clock) == 0 ? read(clock) : 0;
}

}  // namespace

uint64_t OwnTimes::now() noexcept {
  return read(CLOCK_MONOTONIC);
}

void OwnTimes::starts(uint64_t began, pthread_t writer) noexcept {
  startBegan_ = began;
  startNs_ = 0;
  writerNs_ = processorTime(writer);
}

void OwnTimes::hasStarted() noexcept {
  startNs_ = now() - startBegan_;
}

std::vector<std::pair<std::string, std::string>> OwnTimes::describe(uint64_t began, pthread_t writer) const {
  return {{record::infoKey::startNs, std::to_string(startNs_)},
          {record::infoKey::stopNs, std::to_string(now() - began)},
          {record::infoKey::writerNs, std::to_string(processorTime(writer) - writerNs_)}};
}

}  // namespace autoscope::collect
