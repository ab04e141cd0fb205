#include "Command.h"

#include "SessionFiles.h"

#include "config/OutputPath.h"
#include "record/SessionInfo.h"
#include "report/Export.h"
#include "report/LossReport.h"
#include "report/OutputStream.h"
#include "report/Utf8.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <unistd.h>

namespace autoscope::tool {

void warn(const std::string &sentence) {
  // Values and names that are quoted may hold anything.
  std::fprintf(stderr, "autoscope: %s\n", report::printable(sentence).c_str());
}

int fail(const std::string &sentence) {
  warn(sentence);
  return failure;
}

int failWithoutScopes(const std::string &path, const model::Profile &profile) {
  bool leftOut = profile.filteredFunctions != 0 && profile.losses.causes.empty();
  fail(path + " holds no scope: " +
       (leftOut ? "the instrumented functions that ran were left out" : "no instrumented function ran"));
  std::fputs(report::lossReport(profile).c_str(), stderr);
  return failure;
}

std::string sessionFor(const std::string &path) {
  std::optional<report::OutputKind> kind = report::outputKindOf(path);
  if (!kind || kind == report::OutputKind::Session)
    return path;
  std::string session = config::sessionOf(path);
  return exists(session) || exists(session + record::partSuffix) ? session : path;
}

// A stream that `recover` has left.
static bool isOfSession(const std::string &part, const record::SessionReader &session) {
  record::MappedFile file;
  record::FileHeader header;
  if (!file.open(part).empty() || file.size() < sizeof(header))
    return false;
  std::memcpy(&header, file.data(), sizeof(header));
  return header.pid == session.header().pid && header.sessionNumber == session.header().sessionNumber &&
         header.start.ticks == session.header().start.ticks;
}

std::unique_ptr<record::SessionReader> openSession(const std::string &path) {
  std::string error, file = sessionFor(path);
  std::unique_ptr<record::SessionReader> session = record::SessionReader::open(file, error);
  if (!session) {
    fail(error);
    return session;
  }
  if (file != path)
    warn("reading " + session->path() + ", the session that " + path + " is made from");
  for (const std::string &warning : session->warnings())
    warn(warning);
  if (std::string_view why = session->names().info(record::infoKey::snapshot); !why.empty())
    warn(session->path() + " is a snapshot of a flight recorder: " + report::printable(why));
  std::string part = file + record::partSuffix;
  if (session->path() == file && exists(part)) {
    if (isOfSession(part, *session))
      warn(file + " is what " + part + " was recovered to");
    else if (record::isBeingRecorded(part))
      warn(file + " is of an earlier run; a later one is being recorded: read " + part + " for it");
    else
      warn(file + " is of an earlier run; a later one did not finish: read " + part +
           " for it, or `autoscope recover " + file + "`");
  }
  return session;
}

void warnIfNotWhole(const record::SessionReader &session) {
  if (std::string why = report::whyNotWhole(session); !why.empty())
    warn(session.path() + " is not all that ran: " + why + "; `autoscope report` says more");
}

bool isOutputUnread() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR);
}

int failOfOutput(const std::string &path, const std::string &error) {
  return path == "-" && isOutputUnread() ? failure : fail(error);
}

int print(const std::string &text) {
  report::OutputStream out("-");
  out.buffer() += text;
  std::string error = out.commit();
  return error.empty() ? 0 : failOfOutput("-", error);
}

std::string unknownEnding(const std::string &path) {
  return "the name " + path + " does not tell a format: let it end in " + report::knownEndings();
}

std::string whyNotWritable(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return "cannot write " + path + ": it is a directory";
  std::string folder = std::filesystem::path(path).parent_path();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0)
    return "cannot write " + path + ": " + std::strerror(errno);
  return {};
}

CLI::Validator notEmpty() {
  return CLI::Validator([](std::string &name) { return std::string(name.empty() ? "the file name is empty" : ""); },
                        "");
}

CLI::Validator wideEnough() {
  auto check = [](std::string &text) {
    bool tooNarrow = (text.size() == 1 && text != "0") || text[0] == '-';
    return std::string(tooNarrow ? "names cannot be cut below 10 characters; 0 cuts none" : "");
  };
  return CLI::Validator(check, "");
}

CLI::Option *addSortOption(CLI::App &command, report::SortKey &key, const std::string &hint) {
  return command
      .add_option_function<std::string>(
          "--sort",
          [&key, hint](const std::string &text) {
            std::optional<report::SortKey> parsed = report::parseSortKey(text);
            if (!parsed)
              throw CLI::ValidationError(report::unknownSortKey(text) + hint);
            key = *parsed;
          },
          "Order of rows:\n" + report::sortKeyHelp())
      ->type_name("KEY");
}

namespace {

// `module` is no value of --group-by, but there is --group-by-module.
std::string flagFor(const CLI::App &command, const std::string &group) {
  for (const char *flag : {"--group-by-module", "--group-by-input-shape"}) {
    std::string_view name = flag;
    if (command.get_option_no_throw(flag) && name.substr(name.rfind('-') + 1) == group)
      return "; for rows by " + group + " there is " + flag;
  }
  return {};
}

}  // namespace

CLI::Option *addGroupByOption(CLI::App &command, model::GroupBy &groupBy) {
  return command
      .add_option_function<std::string>(
          "--group-by",
          [&groupBy, &command](const std::string &text) {
            if (text != "overload" && text != "function")
              throw CLI::ValidationError("unknown group '" + text + "'; valid ones are overload, function" +
                                         flagFor(command, text));
            groupBy = text == "function" ? model::GroupBy::Function : model::GroupBy::Overload;
          },
          "What is one row:\n"
          "  overload: a function, told from its overloads and from functions of that name elsewhere (default)\n"
          "  function: all functions of one qualified name, whatever their parameters and files; instances of a\n"
          "  template and lambdas stay apart\n")
      ->type_name("GROUP");
}

CLI::Option *addGroupByModuleFlag(CLI::App &command, bool &byModule) {
  return command.add_flag("--group-by-module", byModule,
                          "One row for each function and module it ran in, with a column for the module");
}

CLI::Option *addGroupByShapeFlag(CLI::App &command, bool &byShape) {
  return command.add_flag(
      "--group-by-input-shape", byShape,
      "One row for each function and the shapes it was called with, if they were recorded (run --shapes)");
}

CLI::Option *addCompensateFlag(CLI::App &command, bool &compensate) {
  return command.add_flag("--compensate", compensate,
                          "Times without what the scopes themselves cost, as measured when the session started");
}

std::string unknownCost(const std::string &path) {
  return path +
         " does not say what a scope cost: an older autoscope recorded it, or its scopes used the system's clock";
}

std::string whyNotCompensated(const std::string &path, bool wanted, const model::Profile &profile) {
  if (!wanted || profile.compensated)
    return {};
  return "--compensate: " + unknownCost(path);
}

CLI::Option *addModuleNamesOption(CLI::App &command, model::ModuleNames &names) {
  return command
      .add_option_function<std::string>(
          "--module-names",
          [&names](const std::string &text) {
            if (text != "path" && text != "kineto")
              throw CLI::ValidationError("unknown form '" + text + "'; valid ones are path, kineto");
            names = text == "kineto" ? model::ModuleNames::Kineto : model::ModuleNames::Path;
          },
          "How the place of a module is written:\n"
          "  path: net.layer1.0 (default)\n"
          "  kineto: as for TorchScript, TOP(Net)::forward.layer1(Sequential)::forward.0(Block)::forward, with the\n"
          "  module's own functions as SELF(Net)::helper\n")
      ->type_name("FORM");
}

}  // namespace autoscope::tool
