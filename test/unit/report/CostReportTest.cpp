// What the profile cost is a line of the table and metadata of the trace; compensated times say that they are.
#include "report/CostReport.h"

#include "SessionScript.h"
#include "record/SessionInfo.h"
#include "report/Export.h"
#include "report/KinetoJson.h"
#include "report/TableReport.h"
#include "report/TreeReport.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autoscope::report {
namespace {

using test::SessionScript;

SessionScript withCost() {
  SessionScript script;
  script.info(record::infoKey::scopeInner, "3000");
  script.info(record::infoKey::scopeOuter, "10040");
  script.info(record::infoKey::startNs, "1200000");
  script.info(record::infoKey::stopNs, "34000");
  script.info(record::infoKey::writerNs, "5600000");
  uint32_t a = script.function("a"), b = script.function("b");
  script.thread(1).enter(a, 2000).scope(b, 2001, 2002).leave(102'000);
  return script;
}

model::Profile profileOf(SessionScript &script, bool compensate) {
  model::ProfileOptions options;
  options.compensate = compensate;
  return model::buildProfile(*script.open(), options);
}

constexpr char cost[] = "Cost of the profile: 2 scopes at 10.0ns, 3.0ns of it in its own time, 0.020us in all; "
                        "start 1.200ms; stop 34.000us; writer 5.600ms of CPU\n";

TEST(CostReport, IsBelowTheTable) {
  SessionScript script = withCost();
  std::string table = formatTable(profileOf(script, false), {});
  EXPECT_EQ(table.find("ompensated"), std::string::npos);
  EXPECT_NE(table.find(std::string("Self CPU time total: 100.000us\n") + cost), std::string::npos) << table;
}

TEST(CostReport, TellsTheExportThatItsReaderPaid) {
  SessionScript script = withCost();
  ExportRequest request;
  request.sessionPath = script.write();
  request.outputPath = test::temporaryPath("cost.txt");
  request.kind = OutputKind::Table;
  request.exportNs = 7'800'000;
  ASSERT_EQ(exportSession(request), "");
  std::string table = test::readAll(request.outputPath);
  EXPECT_NE(table.find("; stop 34.000us; export 7.800ms; writer 5.600ms of CPU\n"), std::string::npos) << table;
}

TEST(CostReport, CompensatedTimesSaySoAboveAndBelow) {
  SessionScript script = withCost();
  model::Profile profile = profileOf(script, true);
  std::string heading = "Compensated times: without what the scopes themselves cost\n";
  std::string foot = "Compensated: 0.011us of 0.020us that the scopes cost are subtracted; 0.002us more than their "
                     "callers and they themselves took are not\n";
  std::string table = formatTable(profile, {});
  EXPECT_EQ(table.find(heading), 0u) << table;
  EXPECT_NE(table.find(foot + cost), std::string::npos) << table;
  TreeOptions calls;
  calls.tree = TreeOf::Calls;
  std::string tree = formatTree(profile, calls);
  EXPECT_EQ(tree.find(heading), 0u) << tree;
  EXPECT_NE(tree.find(foot), std::string::npos) << tree;
}

TEST(CostReport, IsAbsentWhereNothingIsKnown) {
  SessionScript script;
  script.thread(1).scope(script.function("a"), 2000, 2100);
  EXPECT_EQ(costReport(profileOf(script, true)), "");
  EXPECT_EQ(compensationHeading(profileOf(script, true)), "");
  EXPECT_EQ(compensationReport(profileOf(script, true)), "");
}

TEST(CostReport, IsMetadataOfTheTrace) {
  SessionScript script = withCost();
  std::string path = test::temporaryPath("cost.json");
  OutputStream out(path);
  writeKinetoJson(*script.open(), "cost.json", out, {});
  ASSERT_EQ(out.commit(), "");
  nlohmann::json metadata = nlohmann::json::parse(test::readAll(path))["metadata"];
  EXPECT_EQ(metadata["cost of a scope, ps"], 10040);
  EXPECT_EQ(metadata["cost of a scope in its own time, ps"], 3000);
  EXPECT_EQ(metadata["profiler start, ns"], 1200000);
  EXPECT_EQ(metadata["profiler stop, ns"], 34000);
  EXPECT_EQ(metadata["profiler writer, ns of CPU"], 5600000);
}

// A key that is there twice is refused by strict readers, and one of the two is lost in others.
TEST(CostReport, ThrottledFunctionsOfOneNameAreTwoKeysOfTheTrace) {
  SessionScript script;
  uint32_t here = script.site(test::siteText("same()", "a.cpp", 3));
  uint32_t there = script.site(test::siteText("same()", "b.cpp", 4));
  uint32_t copies[] = {script.site(test::siteText("twice()", "h.h", 5)),
                       script.site(test::siteText("twice()", "h.h", 5))};
  script.throttled(here, 1000, 10);
  script.throttled(there, 2000, 10);
  for (uint32_t copy : copies)
    script.throttled(copy, 300, 10);
  std::string path = test::temporaryPath("throttled.json");
  OutputStream out(path);
  writeKinetoJson(*script.open(), "throttled.json", out, {});
  ASSERT_EQ(out.commit(), "");
  std::string trace = test::readAll(path);
  nlohmann::json metadata = nlohmann::json::parse(trace)["metadata"];
  EXPECT_EQ(metadata["throttled: same() [a.cpp:3]"], 1000);
  EXPECT_EQ(metadata["throttled: same() [b.cpp:4]"], 2000);
  EXPECT_EQ(metadata["throttled: twice()"], 600);
  EXPECT_EQ(trace.find("throttled: twice()"), trace.rfind("throttled: twice()"));
}

}  // namespace
}  // namespace autoscope::report
