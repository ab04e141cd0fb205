// Reads the ELF notes in which the plugin says which functions got no scope because they cost less than one (abi.h).
//
// Used by the run time on the notes in memory and by `autoscope sites` on those of a file. Notes of others, and damaged
// ones, are skipped.
#pragma once

#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>

namespace autoscope::record {

// Adds the functions of `notes`, the bytes of a note section or segment.
inline void addSmallFunctions(std::string_view notes, std::set<uint32_t> &places) {
  constexpr std::string_view owner("autoscope", sizeof "autoscope");
  constexpr uint32_t typeSmallFunctions = 0x53;
  constexpr size_t headBytes = 12;
  auto wordAt = [&](size_t at) {
    uint32_t word = 0;
    memcpy(&word, notes.data() + at, sizeof word);
    return word;
  };
  auto padded = [](uint32_t bytes) { return (size_t{bytes} + 3) / 4 * 4; };
  while (notes.size() >= headBytes) {
    size_t nameBytes = padded(wordAt(0)), dataBytes = padded(wordAt(4));
    if (notes.size() - headBytes < nameBytes || notes.size() - headBytes - nameBytes < dataBytes)
      return;
    if (wordAt(8) == typeSmallFunctions && notes.substr(headBytes, wordAt(0)) == owner)
      for (size_t at = 0; at + 4 <= wordAt(4); at += 4)
        places.insert(wordAt(headBytes + nameBytes + at));
    notes.remove_prefix(headBytes + nameBytes + dataBytes);
  }
}

}  // namespace autoscope::record
