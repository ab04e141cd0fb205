// autoscope sites: the instrumented places of a binary, without running it.
#include "Command.h"
#include "SiteList.h"

#include "report/JsonWriter.h"
#include "report/LossReport.h"
#include "report/Utf8.h"

namespace autoscope::tool {

namespace {

struct Options {
  std::string binary;
  bool json = false;
};

std::string jsonOf(const SiteList &list) {
  report::TextBuffer text;
  report::JsonWriter json(text);
  json.beginArray();
  for (const record::SiteText &site : list.sites()) {
    json.newLine().beginObject();
    json.key("kind").string(site.module ? "module" : "function");
    json.key("name").string(site.name);
    json.key("qualified_name").string(site.qualifiedName);
    json.key("file").string(site.file);
    json.key("line").integer(site.line);
    json.key("named_by_user").boolean(site.namedByUser());
    json.key("module_type").string(site.moduleType);
    json.key("parameters").string(site.parameters);
    json.endObject();
  }
  json.newLine().endArray();
  return text.string() + "\n";
}

std::string textOf(const SiteList &list) {
  std::string text;
  for (const record::SiteText &site : list.sites()) {
    text += report::printable(site.file) + ":" + std::to_string(site.line) + ": " + report::printable(site.name);
    if (site.module)
      text += " [module " + report::printable(site.moduleType) + "]";
    text += "\n";
  }
  return text + std::to_string(list.sites().size()) + (list.sites().size() == 1 ? " site\n" : " sites\n") +
         report::smallFunctionsReport(list.smallFunctions());
}

int run(const Options &options) {
  SiteList list;
  if (std::string error = list.open(options.binary); !error.empty())
    return fail(error);
  if (list.damaged())
    warn(options.binary + " has " + std::to_string(list.damaged()) + " site records that this version cannot read");
  if (list.sites().empty() && list.smallFunctions() == 0 && !options.json)
    return fail(options.binary + " has no site: nothing in it was compiled with the autoscope plugin");
  return print(options.json ? jsonOf(list) : textOf(list));
}

}  // namespace

void addSitesCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("sites", "List the instrumented functions of a binary");
  auto options = std::make_shared<Options>();
  command->add_option("BINARY", options->binary, "A program, shared library or object file")
      ->required()
      ->check(notEmpty());
  command->add_flag("--json", options->json, "As a JSON array");
  command->footer("Example:\n  autoscope sites ./app");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
