// What a profile does not contain, in lines for people; nothing is lost silently.
//
// Every text report ends with these lines and the trace carries them as metadata; scopes that were open are named
// there, by thread. Empty when nothing was lost.
#pragma once

#include "model/Profile.h"
#include "report/JsonWriter.h"

#include <string>

namespace autoscope::report {

std::string lossReport(const model::Profile &profile);
// The same as members of an object, but for open scopes, which the trace itself has.
void writeLosses(const record::SessionReader &session, JsonWriter &json);
// Only the line about functions that are too small for a scope; empty when there is none.
std::string smallFunctionsReport(uint64_t count);

// Why the session is not all of what ran, but for damage, of which it warns itself: clauses of a sentence, for what
// shows no such lines. Empty: it is all.
std::string whyNotWhole(const record::SessionReader &session);

// Of all causes together.
uint64_t lostScopes(const model::Losses &losses);

}  // namespace autoscope::report
