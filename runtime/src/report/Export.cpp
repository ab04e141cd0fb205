#include "report/Export.h"

#include "model/Profile.h"
#include "record/SessionReader.h"
#include "record/SessionWriter.h"
#include "report/KinetoJson.h"
#include "report/OutputStream.h"
#include "report/PathEnd.h"
#include "report/Stacks.h"
#include "report/TableReport.h"
#include "report/TreeReport.h"

#include <exception>

namespace autoscope::report {

namespace {

model::Profile profileOf(const record::SessionReader &session, const ExportRequest &request,
                         const model::ProfileOptions &options) {
  model::Profile profile = model::buildProfile(session, options);
  if (request.exportNs)
    profile.cost.exportNs = request.exportNs;
  return profile;
}

std::string exportOrThrow(const ExportRequest &request) {
  TableOptions table;
  TreeOptions tree;
  table.rowLimit = request.rowLimit;
  table.allRowsBy = "AUTOSCOPE_OUTPUT=FILE.txt";  // only the run time sets a limit
  if (!request.sortBy.empty()) {
    std::optional<SortKey> key = parseSortKey(request.sortBy);
    if (!key)
      return unknownSortKey(request.sortBy);
    table.sortBy = tree.sortBy = *key;
  }

  std::string error;
  std::unique_ptr<record::SessionReader> session = record::SessionReader::open(request.sessionPath, error);
  if (!session)
    return error;
  if (request.kind == OutputKind::Session)
    return record::writeFinished(*session, request.outputPath);

  OutputStream out(request.outputPath);
  if (request.mostMegabytes)
    out.limit(request.mostMegabytes << 20,
              "it would be larger than AUTOSCOPE_DISK=" + std::to_string(request.mostMegabytes) + " allows");
  model::ProfileOptions profile;
  profile.detail = model::Detail::Rows;
  profile.moduleNames = request.moduleNames;
  profile.progress = request.progress;
  profile.compensate = request.compensate;
  switch (request.kind) {
  case OutputKind::KinetoJson:
    writeKinetoJson(*session, request.outputPath, out,
                    {request.moduleNames, request.showModules, request.progress, &request.members});
    break;
  case OutputKind::Table:
    profile.groupBy = request.groupBy;
    profile.byModule = request.groupByModule;
    profile.byShape = request.groupByShape;
    out.buffer() += formatTable(profileOf(*session, request, profile), table);
    break;
  case OutputKind::Tree:
    tree.moduleNames = request.moduleNames;
    out.buffer() += formatTree(profileOf(*session, request, profile), tree);
    break;
  case OutputKind::Stacks:
    profile.detail = model::Detail::Calls;
    profile.groupBy = request.groupBy;
    profile.byModule = request.showModules;
    writeStacks(model::buildProfile(*session, profile), out);
    break;
  case OutputKind::Session:
    break;
  }
  return out.commit();
}

}  // namespace

std::string exportSession(const ExportRequest &request) noexcept {
  try {
    return exportOrThrow(request);
  } catch (const std::bad_alloc &) {
    return "not enough memory";  // fits the string itself: no allocation
  } catch (const std::exception &) {
    return "internal error";
  }
}

std::optional<OutputKind> outputKindOf(std::string_view path) {
  if (endsWith(path, ".json") || endsWith(path, ".json.gz"))
    return OutputKind::KinetoJson;
  if (endsWith(path, ".autoscope"))
    return OutputKind::Session;
  if (endsWith(path, ".txt"))
    return OutputKind::Table;
  if (endsWith(path, ".stacks") || endsWith(path, ".folded"))
    return OutputKind::Stacks;
  return std::nullopt;
}

std::string knownEndings() {
  return ".json, .json.gz, .autoscope, .txt, .stacks or .folded";
}

}  // namespace autoscope::report
