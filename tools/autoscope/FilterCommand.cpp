// autoscope filter: makes and checks filter files.
#include "Command.h"
#include "FilterSuggestion.h"
#include "Progress.h"

#include "filter/SiteFilter.h"
#include "report/OutputStream.h"
#include "report/Utf8.h"

#include <algorithm>
#include <set>

namespace autoscope::tool {

namespace {

struct SuggestOptions {
  std::string session, output = "-";
  SuggestionLimits limits;
};

int suggest(const SuggestOptions &options) {
  std::unique_ptr<record::SessionReader> session = openSession(options.session);
  if (!session)
    return failure;
  model::ProfileOptions profileOptions;
  profileOptions.detail = model::Detail::Rows;
  profileOptions.compensate = true;
  profileOptions.progress = Progress("reading " + options.session);
  model::Profile profile = model::buildProfile(*session, profileOptions);
  if (profile.rows.empty())
    return failWithoutScopes(options.session, profile);
  if (!profile.compensated)
    return fail("nothing can be suggested: " + unknownCost(options.session));
  std::vector<Suggestion> suggestions = suggestFilter(*session, profile, options.limits);
  report::OutputStream out(options.output);
  out.buffer() += filterFileOf(suggestions, *session, profile, options.limits);
  if (std::string error = out.commit(); !error.empty())
    return failOfOutput(options.output, error);
  if (std::none_of(suggestions.begin(), suggestions.end(), [](const Suggestion &one) { return one.instead.empty(); }))
    warn("nothing is suggested: no function was called " + std::to_string(options.limits.leastCalls) +
         " times with less than " + std::to_string(options.limits.mostScopes) +
         " times its scope's cost on average (--min-calls, --max-mean)");
  return 0;
}

struct CheckOptions {
  std::string filter, session;
};

int check(const CheckOptions &options) {
  filter::SiteFilter filter;
  if (std::string error = filter.read(options.filter); !error.empty())
    return fail(error);
  if (options.session.empty())
    return print(options.filter + " is a filter that the run time and the plugin accept\n");
  std::unique_ptr<record::SessionReader> session = openSession(options.session);
  if (!session)
    return failure;
  const model::RowIndex index(session->names());
  std::set<std::string> leftOut, all;
  for (size_t site = 1; site < session->names().sites().size(); ++site) {
    const record::SiteText &fields = session->names().sites()[site].fields;
    const std::string &name = index.nameOfRow[index.rowOfSite[site]];
    all.insert(name);
    if (!filter.admits({fields.qualifiedName, fields.name, fields.file}))
      leftOut.insert(name);
  }
  std::string text;
  for (const std::string &name : leftOut)
    text += report::printable(name) + "\n";
  return print(text + std::to_string(leftOut.size()) + " of " + std::to_string(all.size()) +
               (all.size() == 1 ? " function would be left out\n" : " functions would be left out\n"));
}

}  // namespace

void addFilterCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("filter", "Make a filter file from a profile, or check one");
  command->require_subcommand(1);
  command->footer("Example:\n  autoscope filter suggest app.autoscope -o app.filter\n\n"
                  "`autoscope filter suggest --help` explains more.");

  CLI::App *suggestion = command->add_subcommand(
      "suggest", "Write a filter file that leaves out the functions which are not worth their scopes");
  auto suggestOptions = std::make_shared<SuggestOptions>();
  suggestion->add_option("FILE", suggestOptions->session, "A session")->required()->check(notEmpty());
  suggestion->add_option("-o,--output", suggestOptions->output, "Where to write it; standard output by default")
      ->check(notEmpty());
  suggestion->add_option("--min-calls", suggestOptions->limits.leastCalls, "Only functions called as often")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 62))
      ->capture_default_str();
  suggestion
      ->add_option("--max-mean", suggestOptions->limits.mostScopes,
                   "Only functions that take less than this many times a scope's cost on average, with what they call")
      ->check(CLI::Range(1u, 1'000'000u))
      ->capture_default_str();
  suggestion->footer("Example:\n  autoscope filter suggest app.autoscope -o app.filter\n"
                     "  autoscope run --filter app.filter -- ./app");
  suggestion->callback([suggestOptions, &invocation] { invocation.status = suggest(*suggestOptions); });

  CLI::App *checking = command->add_subcommand("check", "Say whether a filter file is good, and what it leaves out");
  auto checkOptions = std::make_shared<CheckOptions>();
  checking->add_option("FILTER", checkOptions->filter, "A filter file")->required()->check(notEmpty());
  checking->add_option("FILE", checkOptions->session, "A session: list the functions of it that would be left out")
      ->check(notEmpty());
  checking->footer("Example:\n  autoscope filter check app.filter app.autoscope");
  checking->callback([checkOptions, &invocation] { invocation.status = check(*checkOptions); });
}

}  // namespace autoscope::tool
