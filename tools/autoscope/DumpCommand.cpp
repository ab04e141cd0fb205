// autoscope dump --stable: the scopes as a tree that is the same at every run.
#include "Command.h"

#include "report/StableDump.h"

namespace autoscope::tool {

namespace {

int run(const std::string &file) {
  std::unique_ptr<record::SessionReader> session = openSession(file);
  if (!session)
    return failure;
  report::OutputStream out("-");
  report::writeStableDump(*session, out);
  std::string error = out.commit();
  return error.empty() ? 0 : fail(error);
}

}  // namespace

void addDumpCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("dump", "Print all scopes as a tree, for tests");
  auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  // The only form there is; the name keeps room for one with times.
  command
      ->add_flag("--stable", "Without times, addresses and ids: the same at every run of a program that does the same")
      ->required();
  command->footer("Example:\n  autoscope dump --stable app.autoscope | FileCheck app.cpp");
  command->callback([file, &invocation] { invocation.status = run(*file); });
}

}  // namespace autoscope::tool
