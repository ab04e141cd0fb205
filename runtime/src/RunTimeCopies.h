// Several copies of the run time in one process, of which one records: libautoscope.so and those that libraries hold
// that are linked with libautoscope.a.
//
// A copy finds the others by an ELF note in memory, whatever hides its symbols: a version script, -Bsymbolic,
// RTLD_LOCAL. The first one that begins records; where the linker has bound the symbols of one copy to another's, that
// other one begins at once. All others hand over what their own code asks for (hot/Forward.h), so that one trace comes
// out. Called by the constructors and destructors of the libraries, which the loader serialises.
#pragma once

#include "hot/Forward.h"

#include <cstdint>

struct autoscope_options;
struct autoscope_failure;

namespace autoscope {

// What copies tell of themselves. Frozen up to `version`; the rest holds between copies of one `interface`.
struct RunTimeCopy {
  static constexpr uint32_t ours = 1;
  enum class State : uint32_t { New, Records, HandsOver, Refused };

  uint32_t bytes;
  uint32_t abi;        // __AUTOSCOPE_ABI
  uint32_t interface;  // of what follows `version` and of hot::Functions
  State state;
  const char *version;
  const hot::Functions *functions;
  void (*begin)();
  // Another copy's __autoscope_enabled is to be as this one's, from now on or no more.
  void (*follow)(unsigned char *enabled);
  void (*unfollow)(unsigned char *enabled);
  const char *(*start)(const autoscope_options *);
  const char *(*stop)();
  const char *(*snapshot)(const char *path);
  uint64_t (*startWindow)(const autoscope_options *, const char *forked, autoscope_failure *);
  int (*stopWindow)(uint64_t number, autoscope_failure *);
  int (*toggleWindow)(uint64_t number, unsigned enable, autoscope_failure *);
};

// Sets __autoscope_enabled, here and in the copies that follow. Serialised by the root's lock, as is the other.
void enableScopes(unsigned bits) noexcept;
void setFollower(unsigned char *enabled, bool follows) noexcept;

// The library of this copy is loaded: it begins to record, or hands over to the copy that does.
void beginCopy() noexcept;
// It ends.
void endCopy() noexcept;

// The copy that records, if this one hands over to it; null: this one records. One that was refused is answered for by
// a sentence.
const RunTimeCopy *recordingCopy() noexcept;
const char *refusal() noexcept;  // null: none

}  // namespace autoscope
