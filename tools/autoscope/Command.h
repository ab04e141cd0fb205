// What the subcommands of `autoscope` share: how they join the command line and how they fail.
//
// Each lives in a file of its own, <Name>Command.cpp, and defines add<Name>Command, which declares its options and
// leaves a callback, which sets the exit status. A failure is one sentence on stderr.
#pragma once

#include "model/Profile.h"
#include "model/RowIndex.h"
#include "record/SessionReader.h"
#include "report/RowOrder.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace autoscope::tool {

constexpr int failure = 1;  // exit status after any error of ours

struct Invocation {
  int status = 0;                        // what the tool will return
  std::vector<std::string> afterDashes;  // `run` only: from the first `--` on, which is not parsed
};

#define AUTOSCOPE_COMMAND(name) void add##name##Command(CLI::App &app, Invocation &invocation);
#include "Commands.def"

// Prints "autoscope: <sentence>" on stderr; returns `failure`.
int fail(const std::string &sentence);
// The same for what is worth saying but stops nothing.
void warn(const std::string &sentence);
// For a session without scopes: says so, and what was left out or lost.
int failWithoutScopes(const std::string &path, const model::Profile &profile);

// `path`, or where that is a product that a killed run never wrote, the session it would have been made from:
// trace.json -> trace.json.autoscope.
std::string sessionFor(const std::string &path);
// Opens `path` by way of sessionFor, prints what is wrong or remarkable about it: also that a later run, which did not
// finish, lies beside it. Null after an error.
std::unique_ptr<record::SessionReader> openSession(const std::string &path);
// Where the result has no lines of what the session lacks.
void warnIfNotWhole(const record::SessionReader &session);
// Did the reader of standard output go away, as `head` does?
bool isOutputUnread();
// After an output to `path` went wrong: as fail(), but silent where standard output is unread.
int failOfOutput(const std::string &path, const std::string &error);
// Writes all of `text` to standard output; an exit status.
int print(const std::string &text);

// Why a name whose end is of no format cannot be written: a sentence that names the ends that can.
std::string unknownEnding(const std::string &path);
// Empty, or why no file can be written under this name: said before a program runs for hours.
std::string whyNotWritable(const std::string &path);

// For every option that names a file.
CLI::Validator notEmpty();
// For --name-width: from 10 on, or 0.
CLI::Validator wideEnough();

// An option --sort that accepts the keys of SortKeys.def and lists them when it gets another.
// `hint`: behind the sentence about an unknown one.
CLI::Option *addSortOption(CLI::App &command, report::SortKey &key, const std::string &hint = {});
// An option --group-by: overload or function.
CLI::Option *addGroupByOption(CLI::App &command, model::GroupBy &groupBy);
// A flag --group-by-module.
CLI::Option *addGroupByModuleFlag(CLI::App &command, bool &byModule);
// A flag --group-by-input-shape.
CLI::Option *addGroupByShapeFlag(CLI::App &command, bool &byShape);
// A flag --compensate.
CLI::Option *addCompensateFlag(CLI::App &command, bool &compensate);
// That a session does not say what a scope cost: a sentence without its beginning.
std::string unknownCost(const std::string &path);
// Why --compensate cannot be done, though it was asked for; empty if it was done or not asked for.
std::string whyNotCompensated(const std::string &path, bool wanted, const model::Profile &profile);
// An option --module-names: path or kineto.
CLI::Option *addModuleNamesOption(CLI::App &command, model::ModuleNames &names);

}  // namespace autoscope::tool
