// How a process that a command controls records: what `start` and `attach` have in common.
#pragma once

#include "Control.h"

#include "control/Protocol.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace autoscope::tool {

struct RecordingOptions {
  std::string overflow, buffer;
};

void addRecordingOptions(CLI::App &command, RecordingOptions &options);
// As keys of a request. The values are the process's to check, since its version may know others.
void addTo(control::Line &request, const RecordingOptions &options);
// Says it if the process, whose answer to a start this is, has another buffer than was asked for.
void warnOfBuffer(const control::Line &reply, const RecordingOptions &options);

// For another process, whose current folder is another.
std::string absolutePath(const std::string &path);
// The process `pid`, for a command by which it writes `output`, which becomes absolute; empty: the process has a name
// for it. Says what is remarkable about that place. Null after an error, which has been printed.
std::unique_ptr<Control> openToWrite(pid_t pid, std::string &output);

}  // namespace autoscope::tool
