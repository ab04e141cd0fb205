#include "hot/PathCache.h"

namespace autoscope::hot {

uint32_t moduleSites = 0;

bool recheck(PathCache &cache, const PathCache::Entry &known, const record::OpenModule &running,
             const void *base) noexcept {
  const void *outer = cache.checkedFrom;
  cache.checkedFrom = __builtin_frame_address(0);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  bool isGood = cache.recheck(cache, known, running, base);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  cache.checkedFrom = outer;
  return isGood;
}

}  // namespace autoscope::hot
