// autoscope snapshot: what the flight recorder of a process holds, while it goes on.
#include "Command.h"
#include "Control.h"
#include "RecordingOptions.h"

#include "report/Utf8.h"

namespace autoscope::tool {

namespace {

struct Options {
  pid_t pid = 0;
  std::string output;
};

int run(const Options &options) {
  std::string path = options.output, error;
  std::unique_ptr<Control> control = openToWrite(options.pid, path);
  if (!control)
    return failure;
  control::Line request = {"snapshot", {}};
  if (!path.empty())
    request.add("path", path);
  control->setPatience(Control::forever);  // it answers when the file is complete
  control::Line reply = control->ask(request, error);
  if (!error.empty())
    return fail(error);
  return print(called(control->process()) + " has written " + report::printable(reply.value("product")) + "\n");
}

}  // namespace

void addSnapshotCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("snapshot", "Write what the flight recorder of a process holds now");
  auto options = std::make_shared<Options>();
  addPidOption(*command, options->pid);
  command
      ->add_option(
          "-o,--output", options->output,
          "What the process writes, of the format that the end of the name tells; by default a session beside\n"
          "its profile, NAME.snapshot-N.autoscope")
      ->check(notEmpty());
  command->footer("For a process that records with AUTOSCOPE_OVERFLOW=newest. It goes on meanwhile.\n\nExample:\n"
                  "  autoscope snapshot 1234 -o slow.json");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
