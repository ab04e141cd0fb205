// autoscope report: the table of a session, or its rows for data frames.
#include "Command.h"
#include "Progress.h"

#include "model/Averages.h"
#include "model/Profile.h"
#include "report/LeakReport.h"
#include "report/LossReport.h"
#include "report/MemoryReport.h"
#include "report/RowsText.h"
#include "report/TableReport.h"
#include "report/TorchOrder.h"
#include "report/TorchTable.h"

#include <algorithm>

namespace autoscope::tool {

namespace {

struct Options {
  std::string file, format = "table", unit, sort;
  report::TableOptions table;
  size_t nameWidth = 55;
  model::ProfileOptions profile;
  // What only rows of averages have.
  std::vector<std::string> columns;
  bool byThread = false, topLevelOnly = false, leaks = false;
  uint32_t byStack = 0;
};

// Text that the commands' common option leaves as it is where it is no key of SortKeys.def.
bool isOfTorchOnly(const std::string &key) {
  return !report::parseSortKey(key) && (key == "key" || report::metricOf(key));
}

std::string unknownKey(const std::string &text) {
  std::string sentence = report::unknownSortKey(text);
  for (const std::string &key : report::torchSortKeys())
    if (isOfTorchOnly(key))
      sentence += ", " + key;
  return sentence + "; cuda is the same as device in them";
}

bool wantsAverages(const Options &options) {
  return options.format != "table" || !options.columns.empty() || options.byThread || options.topLevelOnly ||
         options.byStack != 0 || isOfTorchOnly(options.sort);
}

void warnOfOrder(const Options &options) {
  warn("--sort " + options.sort + ": " + options.file + " has no " + options.sort +
       ", which was not recorded; rows are in order of the first call");
}

// By torch's order or ours, which knows `name` and `first`, too.
void order(std::vector<model::Average> &rows, const std::string &key) {
  if (key == "first")
    return;
  if (key == "name") {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const model::Average &a, const model::Average &b) { return a.key < b.key; });
    return;
  }
  std::vector<const model::Average *> order;
  for (const model::Average &row : rows)
    order.push_back(&row);
  report::orderRows(order, key.empty() ? "self_cpu_time_total" : key);
  std::vector<model::Average> sorted;
  for (const model::Average *row : order)
    sorted.push_back(*row);
  rows = std::move(sorted);
}

// The rows that are shown, for what prints all that it gets.
void cut(std::vector<model::Average> &rows, const Options &options) {
  if (options.topLevelOnly)
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const model::Average &row) { return !row.isTopLevel; }),
               rows.end());
  if (options.table.rowLimit >= 0 && rows.size() > static_cast<size_t>(options.table.rowLimit))
    rows.resize(static_cast<size_t>(options.table.rowLimit));
}

int printAverages(const record::SessionReader &session, const model::Profile &profile, const Options &options) {
  model::Grouping grouping;
  grouping.byShape = options.profile.byShape;
  grouping.byModule = options.profile.byModule;
  grouping.byThread = options.byThread;
  grouping.byStack = options.byStack;
  grouping.functions = options.profile.groupBy;
  grouping.moduleNames = options.profile.moduleNames;
  std::vector<model::Average> rows = model::averagesOf({&session}, grouping);
  const report::Metric *metric = report::metricOf(options.sort);
  if (metric && !report::isRecorded(*metric, rows))
    warnOfOrder(options);
  order(rows, options.sort);
  if (options.format != "table") {
    warnIfNotWhole(session);
    cut(rows, options);
    return print(options.format == "json" ? report::rowsJson(rows) : report::rowsCsv(rows));
  }
  report::TorchTable table;
  table.rowLimit = options.table.rowLimit;
  table.nameWidth = options.table.maxNameColumnWidth;
  if (options.nameWidth == 0)
    table.srcWidth = table.shapesWidth = std::nullopt;
  if (!options.table.header.empty())
    table.header = options.table.header;
  table.topLevelOnly = options.topLevelOnly;
  table.unit = options.table.timeUnit;
  table.columns = options.columns;
  std::string error, text = report::formatTorchTable(rows, table, error);
  return error.empty() ? print(text + report::memoryReport(profile) + report::lossReport(profile)) : fail(error);
}

int printLeaks(const record::SessionReader &session, const model::Profile &profile, const Options &options) {
  if (!model::keepsLiveBlocks(session.names()))
    return fail("--leaks: " + options.file + " knows of no blocks: no table of them was kept when it was recorded");
  report::LeakOptions shown;
  shown.rowLimit = options.table.rowLimit;
  shown.maxNameWidth = options.table.maxNameColumnWidth;
  model::Leaks leaks = model::leaksOf(session.names(), options.profile.groupBy);
  return print(report::formatLeaks(leaks, shown) + report::memoryReport(profile) + report::lossReport(profile));
}

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
  if (options.leaks)
    return printLeaks(*session, profile, options);
  if (wantsAverages(options))
    return printAverages(*session, profile, options);
  if (options.table.sortBy == report::SortKey::flops &&
      std::none_of(profile.rows.begin(), profile.rows.end(), [](const model::Row &row) { return row.flops != 0; }))
    warnOfOrder(options);
  return print(report::formatTable(profile, options.table));
}

void addSort(CLI::App &command, Options &options) {
  command
      .add_option_function<std::string>(
          "--sort",
          [&options](const std::string &text) {
            std::optional<report::SortKey> key = report::parseSortKey(text);
            if (!key && !isOfTorchOnly(text))
              throw CLI::ValidationError(unknownKey(text));
            options.table.sortBy = key.value_or(report::SortKey::self_cpu_time_total);
            options.sort = text;
          },
          "Order of rows:\n" + report::sortKeyHelp() +
              "  p50, p90, p99, min, max, stddev: of the times of single calls; torch's other keys, too\n")
      ->type_name("KEY");
}

// Those that make rows of averages, which --compensate cannot do.
void addAveragesOptions(CLI::App &command, Options &options, CLI::Option *compensate) {
  command.add_option("--columns", options.columns, "Further columns, of p50,p90,p99,min,max,stddev: times of one call")
      ->delimiter(',')
      ->check(CLI::IsMember(report::torchColumns()))
      ->type_name("LIST")
      ->excludes(compensate);
  command.add_flag("--group-by-thread", options.byThread, "One row for each function and thread, with a column for it")
      ->excludes(compensate);
  command
      .add_option("--group-by-stack", options.byStack,
                  "One row for each function and the N innermost functions that led to it, itself included")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N")
      ->excludes(compensate);
  command.add_flag("--top-level", options.topLevelOnly, "Only functions whose first call no other recorded one made")
      ->excludes(compensate);
  command
      .add_option("--format", options.format,
                  "table, or every number of the rows as json or csv, in nanoseconds, for data frames")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->excludes(compensate);
}

}  // namespace

void addReportCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("report", "Print the table of a session");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  CLI::Option *leaks = command->add_flag("--leaks", options->leaks,
                                         "Instead: what was allocated and never freed, where a table of it was kept");
  addSort(*command, *options);
  addGroupByOption(*command, options->profile.groupBy);
  CLI::Option *byModule = addGroupByModuleFlag(*command, options->profile.byModule);
  addGroupByShapeFlag(*command, options->profile.byShape);
  addModuleNamesOption(*command, options->profile.moduleNames)->needs(byModule);
  CLI::Option *compensate = addCompensateFlag(*command, options->profile.compensate);
  command->add_option("--limit", options->table.rowLimit, "Rows shown; -1: all")->capture_default_str();
  command->add_option("--name-width", options->nameWidth, "Where names are cut, from 10 on; 0: nowhere, nor modules")
      ->check(wideEnough())
      ->capture_default_str();
  command->add_option("--unit", options->unit, "Unit of all times")->check(CLI::IsMember({"s", "ms", "us"}));
  command->add_option("--header", options->table.header, "A line above the table");
  addAveragesOptions(*command, *options, compensate);
  for (const char *ofTables :
       {"--sort", "--group-by-module", "--group-by-input-shape", "--compensate", "--unit", "--header", "--columns",
        "--group-by-thread", "--group-by-stack", "--top-level", "--format"})
    leaks->excludes(command->get_option(ofTables));
  command->footer("As in torch's tables, the CPU columns hold the time that passed on the thread, waiting included.\n\n"
                  "Example:\n  autoscope report app.autoscope --sort cpu_time_total --limit 20\n"
                  "  autoscope report app.autoscope --columns p50,p99 --sort p99\n"
                  "  autoscope report app.autoscope --format json --limit -1 >baseline.json");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
