// A 64-bit hash of a text, for tables that keep no texts: two that have the same are taken for one.
#pragma once

#include <cstdint>
#include <string_view>

namespace autoscope::collect {

// FNV-1a, mixed so that the low bits depend on all. Never 0.
inline uint64_t hashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15ull;
  return (hash ^ hash >> 29) | 1;
}

}  // namespace autoscope::collect
