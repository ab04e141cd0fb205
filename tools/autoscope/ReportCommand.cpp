// autoscope report: the table of a session.
#include "Command.h"
#include "Progress.h"

#include "model/Profile.h"
#include "report/TableReport.h"

namespace autoscope::tool {

namespace {

struct Options {
  std::string file;
  report::TableOptions table;
  size_t nameWidth = 55;
  std::string unit;
  model::ProfileOptions profile;
};

int run(Options &options) {
  std::unique_ptr<record::SessionReader> session = openSession(options.file);
  if (!session)
    return failure;
  options.table.maxNameColumnWidth = options.nameWidth ? std::optional(options.nameWidth) : std::nullopt;
  if (options.nameWidth == 0)
    options.table.maxModuleColumnWidth.reset();
  if (options.unit == "s")
    options.table.timeUnit = report::TimeUnit::Seconds;
  else if (options.unit == "ms")
    options.table.timeUnit = report::TimeUnit::Milliseconds;
  else if (options.unit == "us")
    options.table.timeUnit = report::TimeUnit::Microseconds;
  options.profile.detail = model::Detail::Rows;
  options.profile.progress = Progress("reading " + options.file);
  model::Profile profile = model::buildProfile(*session, options.profile);
  if (profile.rows.empty())
    return failWithoutScopes(options.file, profile);
  if (std::string error = whyNotCompensated(options.file, options.profile.compensate, profile); !error.empty())
    return fail(error);
  if (options.profile.byShape && profile.scopesWithShapes == 0)
    warn("--group-by-input-shape: " + options.file + " holds no shapes: `autoscope run --shapes` records them");
  return print(report::formatTable(profile, options.table));
}

}  // namespace

void addReportCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("report", "Print the table of a session");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  addSortOption(*command, options->table.sortBy);
  addGroupByOption(*command, options->profile.groupBy);
  CLI::Option *byModule = addGroupByModuleFlag(*command, options->profile.byModule);
  addGroupByShapeFlag(*command, options->profile.byShape);
  addModuleNamesOption(*command, options->profile.moduleNames)->needs(byModule);
  addCompensateFlag(*command, options->profile.compensate);
  command->add_option("--limit", options->table.rowLimit, "Rows shown; -1: all")->capture_default_str();
  command->add_option("--name-width", options->nameWidth, "Where names are cut, from 10 on; 0: nowhere, nor modules")
      ->check(wideEnough())
      ->capture_default_str();
  command->add_option("--unit", options->unit, "Unit of all times")->check(CLI::IsMember({"s", "ms", "us"}));
  command->add_option("--header", options->table.header, "A line above the table");
  command->footer("As in torch's tables, the CPU columns hold the time that passed on the thread, waiting included.\n\n"
                  "Example:\n  autoscope report app.autoscope --sort cpu_time_total --limit 20");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
