// autoscope recover: finish the session of a process that was killed, or take it from its core.
#include "Command.h"
#include "SessionFiles.h"

#include "record/CoreFile.h"
#include "record/SessionWriter.h"
#include "report/Export.h"
#include "report/PathEnd.h"

#include <fcntl.h>
#include <unistd.h>

namespace autoscope::tool {

namespace {

struct Options {
  std::string session, output;
  bool keep = false;
};

std::string replaced(const std::string &target) {
  return "the session of an earlier run, " + target + ", has been replaced";
}

// What to say when all went well: what was overwritten, and how to get what the killed run was asked for.
void sayWhatNext(const std::string &target, bool replaces) {
  if (replaces)
    warn(replaced(target));
  std::string product = target.substr(0, target.rfind('.'));
  if (report::outputKindOf(product))
    warn("finished " + target + ": `autoscope convert " + target + " " + product + "` makes " + product + " of it");
}

// Empty, or one sentence.
std::string whyNoTarget(const std::string &target) {
  if (report::outputKindOf(target) == report::OutputKind::Session)
    return {};
  return "what recover writes is a session: let the name " + target + " end in .autoscope";
}

// The core, and what else the process left, stay as they are.
int recoverCore(const Options &options) {
  std::string target = options.output.empty() ? options.session + ".autoscope" : options.output;
  if (std::string error = whyNoTarget(target); !error.empty())
    return fail(error);
  std::unique_ptr<record::SessionReader> session = openSession(options.session);
  if (!session)
    return failure;
  bool replaces = exists(target);
  if (std::string error = record::writeFinished(*session, target); !error.empty())
    return fail(error);
  if (replaces)
    warn(replaced(target));
  if (options.output.empty())
    warn("the session of " + options.session + " is " + target);
  return 0;
}

int run(Options &options) {
  if (record::CoreFile::isCore(options.session))
    return recoverCore(options);
  std::string name = options.session;
  if (report::endsWith(name, record::partSuffix))
    name.resize(name.size() - std::string_view(record::partSuffix).size());
  name = sessionFor(name);
  std::string part = name + record::partSuffix;
  std::string target = options.output.empty() ? name : options.output;
  // A name that is given is wrong whatever there is; one that is made of a missing or foreign file's is beside the
  // point.
  if (std::string error = options.output.empty() ? "" : whyNoTarget(target); !error.empty())
    return fail(error);
  if (!exists(part)) {
    std::string error;
    if (!exists(name))
      return fail("neither " + name + " nor " + part + " exists");
    if (record::SessionReader::open(name, error))
      return fail(name + " is complete: there is nothing to recover");
    return fail(report::endsWith(error, "is not an autoscope session") ? error + ", nor a core" : error);
  }
  if (std::string error = whyNoTarget(target); !error.empty())
    return fail(error);
  if (record::isBeingRecorded(part))
    return fail(part + " is still being recorded: stop its process first");
  std::unique_ptr<record::SessionReader> session = openSession(part);
  if (!session)
    return failure;
  if (!session->finished() && !session->hasRing() && !session->isBlank())
    return fail("cannot finish " + part +
                " without its ring, which holds the names of its scopes: it is left as it is");
  bool replaces = exists(target);
  if (std::string error = record::writeFinished(*session, target); !error.empty())
    return fail(error);
  sayWhatNext(target, replaces);
  if (session->damage().any()) {
    warn(part + " and " + name + ".ring stay, since not all of them could be read");
  } else if (!options.keep) {
    unlink(part.c_str());
    // Not the one that the header names: that of a copy names the original's.
    if (session->isBlank())
      removeIfUnlocked(AT_FDCWD, name + ".ring");
    else
      removeRingOfEnded(name + ".ring", session->header().pid);
  }
  return 0;
}

}  // namespace

void addRecoverCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("recover", "Finish the session of a killed process");
  auto options = std::make_shared<Options>();
  command
      ->add_option("SESSION", options->session,
                   "The session S; S.part and S.ring are what the process left. For a run that was to write\n"
                   "trace.json, S is trace.json.autoscope; both names will do. Or the core of the process, which\n"
                   "holds the scopes if it ran with AUTOSCOPE_CORE=1, and stays as it is")
      ->required()
      ->check(notEmpty());
  command
      ->add_option("-o,--output", options->output,
                   "Where to write the finished session; S by default, CORE.autoscope for a core")
      ->check(notEmpty());
  command->add_flag("--keep", options->keep, "Leave S.part and S.ring where they are");
  command->footer("Examples:\n  autoscope recover app.autoscope\n  autoscope recover core.4711 -o app.autoscope");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
