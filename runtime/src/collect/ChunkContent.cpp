#include "collect/ChunkContent.h"

namespace autoscope::collect {

uint64_t countScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept {
  const auto *words = reinterpret_cast<const uint64_t *>(&chunk);
  uint64_t scopes = 0;
  for (uint32_t i = from; i + 1 < to; i += 2) {
    uint64_t low = words[i + 1];
    bool escape = (low & record::escapeSite) == record::escapeSite;
    // A long record is two escapes, of which the second ends the scope.
    if (!escape || (low >> 22 & 0x3ff) == uint64_t(record::Escape::Long2))
      ++scopes;
  }
  return scopes;
}

uint64_t lastEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept {
  const auto *words = reinterpret_cast<const uint64_t *>(&chunk);
  for (uint32_t i = to; i >= from + 2; i -= 2) {
    uint64_t start = words[i - 2], low = words[i - 1];
    if ((low & record::escapeSite) != record::escapeSite)
      return start + (low >> 32);
    if ((low >> 22 & 0x3ff) == uint64_t(record::Escape::Long2) && i >= from + 4)
      return start + words[i - 4];
  }
  return 0;
}

std::vector<EndedScope> endedScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) {
  using record::Escape;
  const auto *words = reinterpret_cast<const uint64_t *>(&chunk);
  std::vector<EndedScope> scopes;
  EndedScope next = {};
  for (uint32_t i = from; i + 1 < to; i += 2) {
    uint64_t first = words[i], second = words[i + 1];
    auto kind = Escape(second >> 22 & 0x3ff);
    if ((second & record::escapeSite) != record::escapeSite) {
      next.start = first;
      next.depth = second >> 22 & 0x3ff;
      next.site = second & record::escapeSite;
    } else if (kind == Escape::Long2) {
      next.start = first;
      next.depth = uint32_t(second >> 32);
    } else {
      if (kind == Escape::Path)
        next.path = uint32_t(first);
      next.isSlice = next.isSlice || kind == Escape::Coroutine;
      if (kind == Escape::Long)
        next.site = uint32_t(second >> 32);
      continue;
    }
    scopes.push_back(next);
    next = {};
  }
  return scopes;
}

}  // namespace autoscope::collect
