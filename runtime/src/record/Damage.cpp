#include "record/Damage.h"

#include "record/LossText.h"

#include <algorithm>
#include <limits>

namespace autoscope::record {

// The text names it: a record is two words.
static_assert((chunkWords - chunkHeaderWords) / 2 == 16380);

bool Damage::any() const {
  bool found = false;
  forEach([&found](uint32_t, uint64_t, const char *, const char *) { found = true; });
  return found;
}

void Damage::add(uint32_t number, uint64_t count) {
  uint32_t known = 0;
  uint64_t *counter = nullptr;
#define AUTOSCOPE_DAMAGE(member, key, text)                                                                            \
  if (++known == number)                                                                                               \
    counter = &member;
#include "record/DamageKinds.def"
  if (counter)
    *counter += std::min(count, std::numeric_limits<uint64_t>::max() - *counter);
}

std::string Damage::text() const {
  std::string list;
  forEach([&list](uint32_t, uint64_t count, const char *, const char *what) {
    list += (list.empty() ? "" : ", ") + counted(count, what);
  });
  return list;
}

}  // namespace autoscope::record
