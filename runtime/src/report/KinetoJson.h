// A session as a trace in the dialect of PyTorch's Kineto, for Perfetto, chrome://tracing, HTA and TensorBoard.
//
// Streams the scopes from the session to the output with bounded memory, each thread latest first and parents before
// children; viewers sort by time themselves. Names, nesting and integer nanoseconds are those of model/ScopeWalk.h, so
// that the trace agrees with the table. Everything goes through JsonWriter. docs/trace-format.md says what each row is.
#pragma once

#include "model/Profile.h"
#include "record/SessionReader.h"
#include "report/OutputStream.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::report {

struct KinetoOptions {
  model::ModuleNames moduleNames = model::ModuleNames::Path;
  bool moduleRows = true;  // of TensorBoard's module view: a second event for each call of a module
  model::Progress progress;
  const std::vector<std::pair<std::string, std::string>> *members = nullptr;  // further ones at the top: name and JSON
};

// `traceName` is what the trace says its file is called.
void writeKinetoJson(const record::SessionReader &session, std::string_view traceName, OutputStream &out,
                     const KinetoOptions &options = {});

}  // namespace autoscope::report
