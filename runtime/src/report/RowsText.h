// Rows of averages and events as JSON and CSV for data frames: pandas.read_json and read_csv take them as they are.
//
// Names are those of autoscope::FunctionEventAvg and FunctionEvent (event_list.h); times are integers of nanoseconds.
// What is absent is null, or empty: FLOPs of a row that has none, too. Stack and types are lists, in CSV joined by ";
// ". JSON is an array with an object a line; CSV is as RFC 4180 has it, with line feeds, and has a heading also of no
// rows; control characters that are no white space are U+FFFD there.
#pragma once

#include "model/Averages.h"
#include "model/Events.h"

#include <string>
#include <vector>

namespace autoscope::report {

std::string rowsJson(const std::vector<model::Average> &rows);
std::string rowsCsv(const std::vector<model::Average> &rows);
std::string eventsJson(const std::vector<model::Event> &events);
std::string eventsCsv(const std::vector<model::Event> &events);

}  // namespace autoscope::report
