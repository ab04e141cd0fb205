#include "results/ProfileClaim.h"

#include <atomic>
#include <cstdint>
#include <unistd.h>

namespace {

struct Claim {
  std::atomic<const void *> owner{nullptr};
  std::atomic<pid_t> process{0};  // of the owner
};

Claim &claim() {
  static Claim claim;
  return claim;
}

}  // namespace

extern "C" {

const char *autoscope_claim(const void *owner) {
  Claim &current = claim();
  const void *holder = nullptr;
  while (!current.owner.compare_exchange_weak(holder, owner)) {
    bool isForeign = current.process.load() != getpid() && current.process.load() != 0;
    if (holder && holder != owner && !isForeign)
      return "another autoscope::profile of this process has been started and not stopped; there can be one at a time";
  }
  current.process.store(getpid());
  return nullptr;
}

void autoscope_release(const void *owner) {
  Claim &current = claim();
  if (current.process.load() == getpid())
    current.owner.compare_exchange_strong(owner, nullptr);
}

}  // extern "C"
