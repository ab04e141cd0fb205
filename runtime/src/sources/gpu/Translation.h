// From CUPTI's records to activities of the session format.
//
// Pure but for what the host offers. Called by whoever has a buffer that CUPTI has completed, one at a time; throws
// where there is no memory.
#pragma once

#include "sources/gpu/CuptiLibrary.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace autoscope::gpu {

// From CUPTI's times to the session's ticks. CUPTI is given our clock where it takes one; else both are read together
// from time to time, and what lies between two readings is interpolated.
class DeviceClock {
public:
  struct Reading {
    uint64_t ticks, device;
  };
  // CUPTI's times are ticks.
  void setSame() { same_ = true; }
  bool isSame() const { return same_; }
  // In order of time; the first one before anything is translated.
  void add(const Reading &reading);
  uint64_t ticksOf(uint64_t device) const;

private:
  bool same_ = false;
  Reading first_ = {}, last_ = {};
};

class Translation {
public:
  struct Host {
    void *self;
    uint32_t (*intern)(void *self, std::string_view text);  // 0: no room, which the host counts
  };

  Translation(const CuptiFunctions &functions, const Host &host) : functions_(functions), host_(host) {}

  // Threads of calls are the kernel's.
  void trustThreads() { threadsAreOfKernel_ = true; }
  DeviceClock &clock() { return clock_; }

  // Appends the activities of a buffer. The number of them.
  uint64_t take(uint8_t *buffer, size_t validBytes, std::vector<uint64_t> &to);

private:
  struct Function {
    bool isKept;
    uint32_t name;
  };

  bool takeOne(const cupti::Activity &record, size_t bytes, std::vector<uint64_t> &to);
  const Function &function(cupti::Kind api, uint32_t callback);

  const CuptiFunctions &functions_;
  Host host_;
  DeviceClock clock_;
  bool threadsAreOfKernel_ = false;
  std::unordered_map<uint64_t, Function> calls_;  // by API and callback
};

}  // namespace autoscope::gpu
