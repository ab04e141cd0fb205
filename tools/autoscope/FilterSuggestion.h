// Which functions of a profile are not worth their scopes, as rules of a filter file.
//
// A function is suggested that was called often and took less, on average and with all that it calls, than some times
// what its scope costs. Never a module: those below it would lose a part of their names. A rule that would also leave
// out something else that ran is written as a comment, with the reason. Pure functions of a read session; cannot fail
// but for memory.
#pragma once

#include "model/Profile.h"
#include "record/SessionReader.h"

#include <string>
#include <vector>

namespace autoscope::tool {

struct SuggestionLimits {
  uint64_t leastCalls = 1000;
  uint32_t mostScopes = 10;  // mean time of a call, in costs of a scope
};

struct Suggestion {
  std::string rule;     // "exclude f(int)"
  std::string instead;  // what else it would leave out: then no rule; empty: nothing
  uint64_t calls = 0;
  uint64_t meanPs = 0;      // of a call, compensated
  uint64_t overheadNs = 0;  // of its scopes
};

// The dearest first. `profile` is compensated.
std::vector<Suggestion> suggestFilter(const record::SessionReader &session, const model::Profile &profile,
                                      const SuggestionLimits &limits);

// The filter file, with comments that say why.
std::string filterFileOf(const std::vector<Suggestion> &suggestions, const record::SessionReader &session,
                         const model::Profile &profile, const SuggestionLimits &limits);

// A glob that matches this name and no other.
std::string literalGlob(std::string_view name);

}  // namespace autoscope::tool
