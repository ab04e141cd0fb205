#include "ReadEverything.h"

#include "model/Profile.h"
#include "model/ScopeWalk.h"
#include "record/SessionReader.h"
#include "report/Export.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace autoscope::fuzz {

namespace {

using Json = nlohmann::json;

std::string contentOf(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// As strict as a parser can be: one value with nothing behind it, valid UTF-8, no key twice in one object.
Json parseStrictly(const std::string &text) {
  std::vector<std::set<std::string>> keys;
  Json parsed = Json::parse(
      text,
      [&keys](int, Json::parse_event_t event, Json &value) {
        if (event == Json::parse_event_t::object_start)
          keys.emplace_back();
        else if (event == Json::parse_event_t::object_end)
          keys.pop_back();
        else if (event == Json::parse_event_t::key)
          require(keys.back().insert(value.get<std::string>()).second);
        return true;
      },
      /*allow_exceptions=*/false);
  require(parsed.is_object());
  return parsed;
}

void checkTrace(const std::string &text) {
  Json trace = parseStrictly(text);
  require(trace.contains("traceEvents") && trace["traceEvents"].is_array());
  for (const Json &event : trace["traceEvents"]) {
    require(event.is_object() && event.at("ph").is_string() && event.at("name").is_string());
    if (event.at("ph") == "X")
      require(event.at("ts").is_number() && event.at("dur").is_number() && event.at("dur").get<double>() >= 0 &&
              event.at("tid").is_number_integer());
  }
}

// Rows and modules add up whatever the file says.
void checkProfile(const record::SessionReader &session, const model::ProfileOptions &options) {
  model::Profile profile = model::buildProfile(session, options);
  uint64_t scopes = 0;
  for (const model::Row &row : profile.rows) {
    scopes += row.scopes;
    require(row.module < profile.modules.size() && row.calls <= row.scopes && row.selfNs <= row.totalNs);
  }
  require(scopes == profile.scopes);
  for (size_t node = 1; node < profile.modules.size(); ++node) {
    const model::ModuleNode &module = profile.modules[node];
    require(module.module.parent < node && module.totalNs <= module.insideNs && module.calls <= module.scopes);
    require(module.steps.leastNs <= module.steps.medianNs && module.steps.medianNs <= module.steps.mostNs);
  }
}

void checkNesting(const record::SessionReader &session) {
  for (const record::Thread &thread : session.threads()) {
    std::vector<model::Scope> stack;
    model::ScopeWalk(session, thread).run([&stack](const model::Scope &scope) {
      require(scope.level <= stack.size() && scope.startNs <= scope.endNs);
      stack.resize(scope.level);
      require(stack.empty() || (stack.back().startNs <= scope.startNs && scope.endNs <= stack.back().endNs));
      stack.push_back(scope);
    });
  }
}

void checkExports(const std::string &path) {
  for (report::OutputKind kind : {report::OutputKind::KinetoJson, report::OutputKind::Table, report::OutputKind::Stacks,
                                  report::OutputKind::Tree, report::OutputKind::Session}) {
    report::ExportRequest request;
    request.sessionPath = path;
    request.outputPath = path + ".copy";
    request.kind = kind;
    for (bool grouped : {false, true}) {
      request.groupByModule = request.groupByShape = request.compensate = grouped;
      request.moduleNames = grouped ? model::ModuleNames::Kineto : model::ModuleNames::Path;
      require(report::exportSession(request).empty());
      if (kind == report::OutputKind::KinetoJson)
        checkTrace(contentOf(request.outputPath));
    }
  }
  std::string error;
  require(record::SessionReader::open(path + ".copy", error) != nullptr);
}

}  // namespace

void require(bool condition) {
  if (!condition)
    std::abort();
}

std::string scratchFile(const std::string &name) {
  const char *folder = std::getenv("TMPDIR");
  return std::string(folder ? folder : "/tmp") + "/autoscope-fuzz-" + std::to_string(getpid()) + name;
}

void writeFile(const std::string &path, const void *data, size_t size) {
  std::ofstream(path, std::ios::binary).write(static_cast<const char *>(data), static_cast<std::streamsize>(size));
}

void readEverything(const std::string &path) {
  std::string error;
  auto session = record::SessionReader::open(path, error);
  require((session == nullptr) == !error.empty());
  require(error.find('\n') == std::string::npos);
  if (!session)
    return;
  for (const std::string &warning : session->warnings())
    require(!warning.empty() && warning.find('\n') == std::string::npos);
  checkNesting(*session);
  checkExports(path);
  checkProfile(*session, {});
  model::ProfileOptions bySteps;
  bySteps.byModule = bySteps.bySteps = true;
  checkProfile(*session, bySteps);
  bySteps.isStep = [](const record::SiteText &site) { return site.line % 2 == 1; };
  bySteps.onlyStep = 1;
  checkProfile(*session, bySteps);
  unlink((path + ".copy").c_str());
}

}  // namespace autoscope::fuzz
