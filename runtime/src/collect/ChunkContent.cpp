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

namespace {

using record::Escape;

// The words of one record and the escapes before it; a group of padding has no record.
struct Group {
  uint32_t from, to;
  bool hasRecord = false, isLong = false;
  uint64_t start = 0, duration = 0;
  uint64_t end() const { return start + duration; }
};

Group groupAt(const uint64_t *words, uint32_t from, uint32_t to) noexcept {
  Group group = {from, from};
  while (group.to + 1 < to) {
    uint64_t first = words[group.to], second = words[group.to + 1];
    group.to += 2;
    auto kind = Escape(second >> 22 & 0x3ff);
    if ((second & record::escapeSite) == record::escapeSite && kind == Escape::Sample2) {
      group = {group.to, group.to};  // of no record
      continue;
    }
    if ((second & record::escapeSite) == record::escapeSite && kind != Escape::Long2) {
      if (kind == Escape::Long)
        group.duration = first;
      group.isLong = group.isLong || kind == Escape::Long;
      continue;
    }
    group.hasRecord = true;
    group.start = first;
    if (!group.isLong)
      group.duration = second >> 32;
    break;
  }
  return group;
}

void appendCut(std::vector<uint64_t> &to, const uint64_t *words, const Group &group, uint64_t cutAt) {
  std::vector<uint64_t> copy(words + group.from, words + group.to);
  bool isFlagged = false;
  for (size_t i = 0; i < copy.size(); i += 2) {
    uint64_t &second = copy[i + 1];
    if ((second & record::escapeSite) != record::escapeSite) {
      second = (second & 0xffffffff) | (cutAt - group.start) << 32;
      continue;
    }
    auto kind = Escape(second >> 22 & 0x3ff);
    if (kind == Escape::Long)
      copy[i] = cutAt - group.start;
    if (kind == Escape::Coroutine)
      copy[i] &= ~record::sliceSuspended;
    if (kind == Escape::Flags) {
      copy[i] |= record::scopeCutByEnd;
      isFlagged = true;
    }
  }
  if (!isFlagged)
    to.insert(to.end(), {record::scopeCutByEnd, uint64_t(Escape::Flags) << 22 | record::escapeSite});
  to.insert(to.end(), copy.begin(), copy.end());
}

}  // namespace

uint64_t firstEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept {
  Group group = groupAt(reinterpret_cast<const uint64_t *>(&chunk), from, to);
  return group.hasRecord ? group.end() : 0;
}

Excerpt excerptOf(const record::ChunkHeader &chunk, uint32_t from, uint32_t to, uint64_t whole, uint64_t &cutAt) {
  const auto *words = reinterpret_cast<const uint64_t *>(&chunk);
  Excerpt excerpt;
  for (Group group = {from, from}; group.to + 1 < to;) {
    group = groupAt(words, group.to, to);
    if (!group.hasRecord)
      break;
    if (group.end() >= whole && cutAt == 0)
      cutAt = whole != 0 && group.start >= whole ? group.start : group.end();
    if (group.end() < whole || group.end() <= cutAt)
      excerpt.words.insert(excerpt.words.end(), words + group.from, words + group.to);
    else if (group.start < cutAt)
      appendCut(excerpt.words, words, group, cutAt);
    else
      continue;
    ++excerpt.scopes;
  }
  return excerpt;
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
