// autoscope recover: finish the session of a process that was killed.
#include "Command.h"

#include "record/SessionWriter.h"
#include "report/PathEnd.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::tool {

namespace {

constexpr std::string_view partSuffix = ".part";

struct Options {
  std::string session, output;
  bool keep = false;
};

// The recorder holds a lock on its stream for as long as it writes.
bool stillRecorded(const std::string &part) {
  int fd = open(part.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool locked = flock(fd, LOCK_EX | LOCK_NB) != 0;
  close(fd);
  return locked;
}

int run(Options &options) {
  std::string name = options.session;
  if (report::endsWith(name, partSuffix))
    name.resize(name.size() - partSuffix.size());
  std::string part = name + std::string(partSuffix);
  if (access(part.c_str(), F_OK) != 0) {
    if (access(name.c_str(), F_OK) == 0 && openSession(name))
      return fail(name + " is complete: there is nothing to recover");
    return access(name.c_str(), F_OK) == 0 ? failure : fail("neither " + name + " nor " + part + " exists");
  }
  if (stillRecorded(part))
    return fail(part + " is still being recorded: stop its process first");
  std::unique_ptr<record::SessionReader> session = openSession(part);
  if (!session)
    return failure;
  std::string target = options.output.empty() ? name : options.output;
  if (std::string error = record::writeFinished(*session, target); !error.empty())
    return fail(error);
  if (!options.keep) {
    unlink(part.c_str());
    unlink(session->header().ringPath);
    unlink((name + ".ring").c_str());
  }
  return 0;
}

}  // namespace

void addRecoverCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("recover", "Finish the session of a killed process");
  auto options = std::make_shared<Options>();
  command->add_option("SESSION", options->session, "The session S; S.part and S.ring are what the process left")
      ->required();
  command->add_option("-o,--output", options->output, "Where to write the finished session; S by default");
  command->add_flag("--keep", options->keep, "Leave S.part and S.ring where they are");
  command->footer("Example:\n  autoscope recover app.autoscope");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
