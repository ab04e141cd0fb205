// What the reader itself had to leave out of a session, apart from the losses that the recorder counted.
//
// Every reader tells people, the trace has it as metadata, and a copy of the session keeps it: what was missing when a
// killed process's session was recovered is still said when only the copy is left.
#pragma once

#include <cstdint>
#include <string>

namespace autoscope::record {

struct Damage {
#define AUTOSCOPE_DAMAGE(member, key, text) uint64_t member = 0;
#include "record/DamageKinds.def"

  bool any() const;
  // Calls `visit(number, count, key, text)` for each count above zero; `number` is that of the file.
  template <class Visit> void forEach(Visit &&visit) const {
    uint32_t number = 0;
#define AUTOSCOPE_DAMAGE(member, key, text)                                                                            \
  if (++number, member > 0)                                                                                            \
    visit(number, member, key, text);
#include "record/DamageKinds.def"
  }
  // Of a number that this version does not know nothing is said.
  void add(uint32_t number, uint64_t count);
  // "3 chunks ..., 1 name ..."
  std::string text() const;
};

}  // namespace autoscope::record
