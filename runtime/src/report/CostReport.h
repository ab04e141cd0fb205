// What the profile itself cost, in lines for people.
//
// A table of compensated times has a line above it, so that nobody takes them for measured ones, and one below it that
// says how much was subtracted. Each is empty where the session does not know. Traces have the same as metadata, and
// the functions that were throttled since they cost too much.
#pragma once

#include "model/Profile.h"
#include "report/JsonWriter.h"

#include <string>

namespace autoscope::report {

std::string compensationHeading(const model::Profile &profile);
std::string compensationReport(const model::Profile &profile);
// Of scopes, and of the recorder's start, stop and writer.
std::string costReport(const model::Profile &profile);
void writeCost(const record::SessionReader &session, JsonWriter &json);
// "24.3ns" of picoseconds.
std::string formatCost(uint64_t ps);

}  // namespace autoscope::report
