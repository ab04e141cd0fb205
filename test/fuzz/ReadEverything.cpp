#include "ReadEverything.h"

#include "FuzzTarget.h"
#include "TraceCheck.h"

#include "model/Profile.h"
#include "model/ScopeWalk.h"
#include "record/SessionReader.h"
#include "report/Export.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace autoscope::fuzz {

namespace {

std::string contentOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string text(static_cast<size_t>(file.tellg()), '\0');
  file.seekg(0).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

void checkTrace(const std::string &path) {
  std::string fault = faultOfTrace(contentOf(path));
  if (!fault.empty())
    std::fprintf(stderr, "fuzz: the trace: %s\n", fault.c_str());
  require(fault.empty());
}

// Rows and modules add up whatever the file says.
void checkProfile(const record::SessionReader &session, const model::ProfileOptions &options) {
  model::Profile profile = model::buildProfile(session, options);
  uint64_t scopes = 0;
  for (const model::Row &row : profile.rows) {
    scopes += row.scopes;
    require(row.module < profile.modules.size() && (row.calls <= row.scopes || row.isDevice) && row.selfNs <= row.totalNs);
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

constexpr report::OutputKind kinds[] = {report::OutputKind::KinetoJson, report::OutputKind::Table,
                                        report::OutputKind::Stacks, report::OutputKind::Tree,
                                        report::OutputKind::Session};

void checkExport(const std::string &path, report::OutputKind kind, bool grouped) {
  report::ExportRequest request;
  request.sessionPath = path;
  request.outputPath = path + ".copy";
  request.kind = kind;
  request.groupByModule = request.groupByShape = request.compensate = grouped;
  request.moduleNames = grouped ? model::ModuleNames::Kineto : model::ModuleNames::Path;
  require(report::exportSession(request).empty());
  if (kind == report::OutputKind::KinetoJson)
    checkTrace(request.outputPath);
  std::string error;
  if (kind == report::OutputKind::Session)
    require(record::SessionReader::open(path + ".copy", error) != nullptr);
  unlink((path + ".copy").c_str());
}

}  // namespace

void readEverything(const std::string &path, unsigned reports) {
  std::string error;
  auto session = record::SessionReader::open(path, error);
  require((session == nullptr) == !error.empty());
  require(error.find('\n') == std::string::npos);
  if (!session)
    return;
  for (const std::string &warning : session->warnings())
    require(!warning.empty() && warning.find('\n') == std::string::npos);
  checkNesting(*session);
  unsigned number = reports % (allReports + 1);
  for (unsigned report = 0; report < 2 * std::size(kinds); ++report)
    if (number == report || number == allReports)
      checkExport(path, kinds[report / 2], report % 2 != 0);
  model::ProfileOptions options;
  if (number == 10 || number == allReports)
    checkProfile(*session, options);
  options.byModule = options.bySteps = true;
  if (number == 11 || number == allReports)
    checkProfile(*session, options);
  options.isStep = [](const record::SiteText &site) { return site.line % 2 == 1; };
  options.onlyStep = 1;
  if (number == 12 || number == allReports)
    checkProfile(*session, options);
}

}  // namespace autoscope::fuzz
