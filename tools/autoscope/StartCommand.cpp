// autoscope start: begins a profile in a process that runs.
#include "Command.h"
#include "Control.h"
#include "RecordingOptions.h"

#include "config/OutputPath.h"
#include "report/Utf8.h"

namespace autoscope::tool {

namespace {

struct Options {
  pid_t pid = 0;
  std::string output;
  RecordingOptions recording;
};

int run(const Options &options) {
  std::string path = options.output.empty() ? std::to_string(options.pid) + ".autoscope" : options.output;
  std::string error;
  std::unique_ptr<Control> control = openToWrite(options.pid, path);
  if (!control)
    return failure;
  control::Line request = {"start", {{"AUTOSCOPE_OUTPUT", config::literally(path)}}};
  addTo(request, options.recording);
  control::Line reply = control->ask(request, error);
  if (!error.empty())
    return fail(error);
  warnOfBuffer(reply, options.recording);
  std::string written = reply.value("product").empty() ? reply.value("session") : reply.value("product");
  return print(called(control->process()) + " records to " + report::printable(written) + ": `autoscope stop " +
               std::to_string(options.pid) + "` ends that\n");
}

}  // namespace

void addStartCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("start", "Begin a profile in a process that runs");
  auto options = std::make_shared<Options>();
  addPidOption(*command, options->pid);
  command
      ->add_option("-o,--output", options->output,
                   "What the process writes when the profile ends; the end of the name tells the format, as for run.\n"
                   "PID.autoscope by default")
      ->check(notEmpty());
  addRecordingOptions(*command, options->recording);
  command->footer("It ends by `autoscope stop`, with the process, or when the program stops it.\n\nExample:\n"
                  "  autoscope start 1234 -o app.json");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
