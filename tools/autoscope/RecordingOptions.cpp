#include "RecordingOptions.h"

#include "Command.h"

#include "report/Export.h"
#include "report/Utf8.h"

#include <filesystem>

namespace autoscope::tool {

void addRecordingOptions(CLI::App &command, RecordingOptions &options) {
  command
      .add_option("--overflow", options.overflow,
                  "What a thread does when the buffer is full (AUTOSCOPE_OVERFLOW); what the process's environment\n"
                  "says by default")
      ->type_name("WHAT");
  command
      .add_option("--buffer", options.buffer,
                  "Memory for scopes, at the first profile of the process (AUTOSCOPE_BUFFER)")
      ->type_name("MiB");
}

void addTo(control::Line &request, const RecordingOptions &options) {
  if (!options.overflow.empty())
    request.add("AUTOSCOPE_OVERFLOW", options.overflow);
  if (!options.buffer.empty())
    request.add("AUTOSCOPE_BUFFER", options.buffer);
}

void warnOfBuffer(const control::Line &reply, const RecordingOptions &options) {
  std::string inEffect = reply.value("AUTOSCOPE_BUFFER");
  if (!options.buffer.empty() && !inEffect.empty() && options.buffer != inEffect)
    warn("--buffer " + options.buffer + " has no effect: the first profile of the process has set it to " +
         report::printable(inEffect));
}

std::string absolutePath(const std::string &path) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.string();
}

std::unique_ptr<Control> openToWrite(pid_t pid, std::string &output) {
  std::string error;
  if (!output.empty() && !report::outputKindOf(output))
    error = unknownEnding(output);
  std::unique_ptr<Control> control = error.empty() ? Control::open(pid, error) : nullptr;
  if (!control)
    fail(error);
  if (!control || output.empty())
    return control;
  output = absolutePath(output);
  if (control->seesOtherFolder(std::filesystem::path(output).parent_path()))
    warn(called(control->process()) + " has a file system of its own: " + output + " is there");
  return control;
}

}  // namespace autoscope::tool
