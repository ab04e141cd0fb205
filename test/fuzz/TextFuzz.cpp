// Any bytes as a site's text and as a JSON string: what is written parses, and what is UTF-8 comes back as it was. And as
// a line of the control socket, a filter file, a rule for snapshots, and the value and name of every option.
#include "FuzzTarget.h"

#include "config/ConfigText.h"
#include "config/JsonText.h"
#include "config/Options.h"
#include "config/OutputPath.h"
#include "config/ScheduleText.h"
#include "control/Protocol.h"
#include "filter/SiteFilter.h"
#include "filter/SnapshotRules.h"
#include "record/SiteText.h"
#include "report/JsonWriter.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace {

using namespace autoscope;
using fuzz::require;

void readLine(std::string_view text) {
  control::Line line, again;
  std::string error = control::parse(text, line);
  require(error.find('\n') == std::string::npos);
  if (!error.empty())
    return;
  std::string written = control::write(line);
  require(written.back() == '\n' && written.size() <= control::maxLine);
  require(control::parse(std::string_view(written).substr(0, written.size() - 1), again).empty());
  bool isWhole = again.word == line.word && again.fields == line.fields;
  require(isWhole || (again.word == "error" && text.size() > control::maxLine / 4));
}

void readRules(std::string_view text) {
  std::vector<filter::FilterRule> rules;
  std::string why;
  bool isSound = filter::parseFilterFile(text, rules, why);
  require(isSound == why.empty() && why.find('\n') == std::string::npos);
  const filter::FilterRule *rule = filter::lastMatch(rules, {text, text, text});
  require(!rule || (rule >= rules.data() && rule < rules.data() + rules.size()));
  filter::SnapshotRules snapshots;
  std::string error = snapshots.read(text);
  uint32_t number = snapshots.ruleFor(text, text);
  require(number <= filter::SnapshotRules::most && (error.empty() || snapshots.empty()));
  require(number == 0 || snapshots.rule(number).ns > 0);
}

void readConfigs(std::string_view text) {
  config::ParsedJson parsed = config::parseJson(text);
  require(parsed.error.empty() == config::isJson(text) && parsed.error.find('\n') == std::string::npos);
  std::string why;
  bool isSchedule = config::parseSchedule(text, why).has_value();
  require(isSchedule == why.empty());
  // As JSON, or as pairs: never as the name of a file.
  config::Config config = config::readConfig("{" + std::string(text));
  config = config::readConfig("a=b/" + std::string(text));
  require(!config.error.empty());
}

void readOptions(std::string_view text) {
  std::string value(text), variable = "AUTOSCOPE_" + value;
  const char *const environment[] = {variable.c_str(), nullptr};
  config::unknownVariable(environment);
  config::ParsedOptions parsed = config::parseOptions([&value](const char *) { return value.c_str(); });
  if (*value.c_str() == '\0')  // as not set
    require(parsed.error.empty() && config::settings(parsed.options).empty());
  else
    require(!parsed.error.empty());  // no text is both a number and a choice
  const config::Places places = {"host", "1", "0", "now"};
  require(config::expandPath(value, places).error.find('\0') == std::string::npos);
  config::ExpandedPath literal = config::expandPath(config::literally(value), places);
  require(literal.error.empty() && literal.path == value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  if (auto site = record::parseSiteText(text))
    if (site->name.data() < text.data() || site->name.data() + site->name.size() > text.data() + size)
      std::abort();

  bool valid = true;
  for (std::string_view rest = text; valid && !rest.empty(); rest.remove_prefix(report::utf8Length(rest)))
    valid = report::utf8Length(rest) != 0;
  report::TextBuffer out;
  report::JsonWriter(out).beginObject().key(text).string(text).endObject();
  auto parsed = nlohmann::json::parse(out.view(), nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object() || parsed.size() != 1)
    std::abort();
  if (valid && parsed.begin().value().get_ref<const std::string &>() != text)
    std::abort();
  // As valid as nlohmann thinks.
  if (valid != nlohmann::json::accept("\"" + std::string(text) + "\"") && text.find_first_of("\"\\") == text.npos) {
    bool control = false;
    for (char c : text)
      control = control || static_cast<unsigned char>(c) < 0x20;
    if (!control)
      std::abort();
  }
  readLine(text);
  readRules(text);
  readOptions(text);
  readConfigs(text);
  report::cutName(report::printable(text), 55);
  return 0;
}
