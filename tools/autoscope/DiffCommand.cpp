// autoscope diff: compares two sessions, for people and for CI.
#include "Command.h"
#include "RowsFile.h"

#include "report/DiffGrouping.h"
#include "report/DiffReport.h"
#include "report/TorchOrder.h"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace autoscope::tool {

namespace {

constexpr int grewTooMuch = 3;  // exit status

struct Options {
  std::string before, after;
  report::DiffOptions diff;
  size_t nameWidth = 55;
  std::string unit;
  model::Grouping grouping;
};

struct Side {
  std::vector<model::Average> rows;
  model::Grouping mayBeBy;
};

// Null after an error.
std::optional<Side> sideOf(const std::string &path, const model::Grouping &grouping) {
  if (std::optional<std::string> text = textOfRows(path)) {
    std::string error;
    std::optional<std::vector<model::Average>> rows = parseRows(path, *text, error);
    if (rows)
      return Side{std::move(*rows), {}};
    fail(error);
    return std::nullopt;
  }
  std::unique_ptr<record::SessionReader> session = openSession(path);
  if (!session)
    return std::nullopt;
  warnIfNotWhole(*session);
  std::vector<model::Average> rows = model::averagesOf({session.get()}, grouping);
  if (!rows.empty())
    return Side{std::move(rows), grouping};
  fail(path + " holds no scope: no instrumented function ran");
  return std::nullopt;
}

int run(Options &options) {
  if (options.unit == "s")
    options.diff.unit = report::TimeUnit::Seconds;
  else if (options.unit == "ms")
    options.diff.unit = report::TimeUnit::Milliseconds;
  else if (options.unit == "us")
    options.diff.unit = report::TimeUnit::Microseconds;
  options.diff.nameWidth = options.nameWidth ? std::optional(options.nameWidth) : std::nullopt;
  options.diff.beforeName = options.before;
  options.diff.afterName = options.after;
  std::optional<Side> before = sideOf(options.before, options.grouping);
  if (!before)
    return failure;
  std::optional<Side> after = sideOf(options.after, options.grouping);
  if (!after)
    return failure;
  if (std::string why = report::whyNotComparable({before->rows, options.before, before->mayBeBy},
                                                 {after->rows, options.after, after->mayBeBy});
      !why.empty())
    return fail(why);
  report::Diff diff = report::diffOf(before->rows, after->rows, options.diff);
  if (!diff.error.empty())
    return fail(diff.error);
  int status = print(diff.text);
  return status == 0 && !diff.grown.empty() ? grewTooMuch : status;
}

// "10%" or "10".
double percentOf(const std::string &option, const std::string &text) {
  char *end = nullptr;
  double percent = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || (*end != 0 && std::string(end) != "%") || !std::isfinite(percent) || percent < 0)
    throw CLI::ValidationError(option + " " + text + " is no percentage: 10% is one");
  return percent / 100;
}

report::DiffOrder orderOf(const std::string &text) {
  if (text == "change")
    return report::DiffOrder::Change;
  if (text == "before")
    return report::DiffOrder::Before;
  if (text == "after")
    return report::DiffOrder::After;
  if (text == "name")
    return report::DiffOrder::Name;
  throw CLI::ValidationError("unknown sort key '" + text + "'; valid keys are change, before, after, name");
}

}  // namespace

void addDiffCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("diff", "Compare two sessions row by row");
  auto options = std::make_shared<Options>();
  command
      ->add_option("BEFORE", options->before, "A session, or rows that `autoscope report --format json` wrote of one")
      ->required()
      ->check(notEmpty());
  command->add_option("AFTER", options->after, "The same, of the other run")->required()->check(notEmpty());
  command
      ->add_option_function<std::string>(
          "--threshold",
          [options](const std::string &text) { options->diff.threshold = percentOf("--threshold", text); },
          "Exit with status 3 if the total, or a row that both have, grew by more than this, or from 0 to anything")
      ->type_name("PERCENT");
  command
      ->add_option_function<std::string>(
          "--ignore-below",
          [options](const std::string &text) { options->diff.leastShare = percentOf("--ignore-below", text); },
          "Rows with less than this share of all are shown but not held to the threshold (1%)")
      ->type_name("PERCENT");
  command
      ->add_option("--metric", options->diff.metric, "What is compared: a key of torch's tables, count, flops, p99 ...")
      ->check(CLI::Validator(
          [](std::string &name) {
            report::DiffOptions onlyMetric;
            onlyMetric.metric = name;
            return report::diffOf({}, {}, onlyMetric).error;  // of nothing, which lacks no metric
          },
          ""))
      ->type_name("KEY")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--sort", [options](const std::string &text) { options->diff.order = orderOf(text); },
          "Order of rows: change (its amount, the default), before, after, name")
      ->type_name("KEY");
  command->add_option("--limit", options->diff.rowLimit, "Rows shown; -1: all")->capture_default_str();
  command->add_option("--name-width", options->nameWidth, "Where names are cut, from 10 on; 0: nowhere")
      ->check(wideEnough())
      ->capture_default_str();
  command->add_option("--unit", options->unit, "Unit of all times")->check(CLI::IsMember({"s", "ms", "us"}));
  addGroupByOption(*command, options->grouping.functions);
  addGroupByModuleFlag(*command, options->grouping.byModule);
  addGroupByShapeFlag(*command, options->grouping.byShape);
  command
      ->add_option("--group-by-stack", options->grouping.byStack,
                   "One row for each function and the N innermost functions that led to it, itself included")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N");
  command->footer(
      "Exit status: 0, 1 after an error or where the two cannot be compared, 3 where something grew by more than\n"
      "--threshold.\n\n"
      "Example:\n  autoscope diff main.autoscope branch.autoscope --threshold 10%");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
