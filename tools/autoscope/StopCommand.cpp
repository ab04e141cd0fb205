// autoscope stop: ends the profile of a process that runs.
#include "Command.h"
#include "Control.h"

#include "report/Utf8.h"

namespace autoscope::tool {

namespace {

int run(pid_t pid) {
  std::string error;
  std::unique_ptr<Control> control = Control::open(pid, error);
  if (!control)
    return fail(error);
  control->setPatience(Control::forever);  // it answers when the outputs are written
  control::Line reply = control->ask({"stop", {}}, error);
  if (!error.empty())
    return fail(error);
  std::string product = reply.value("product");
  return print(called(control->process()) +
               (product.empty() ? " has stopped recording\n" : " has written " + report::printable(product) + "\n"));
}

}  // namespace

void addStopCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("stop", "End the profile of a process that runs");
  auto pid = std::make_shared<pid_t>(0);
  addPidOption(*command, *pid);
  command->footer("Whoever began it. Returns when the outputs are written.\n\nExample:\n  autoscope stop 1234");
  command->callback([pid, &invocation] { invocation.status = run(*pid); });
}

}  // namespace autoscope::tool
