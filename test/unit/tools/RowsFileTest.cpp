// Rows that `autoscope report --format json` wrote are read back as they were, from a file or a pipe.
#include "RowsFile.h"

#include "report/RowsText.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::tool {
namespace {

using model::Average;

Average fullRow() {
  Average row;
  row.key = "f(int, \"x\")";
  row.count = 3;
  row.cpuNs = 9'007'199'254'740'993;  // no double holds it
  row.selfCpuNs = 7;
  row.deviceNs = 11, row.selfDeviceNs = 12;
  row.cpuMemory = -13, row.selfCpuMemory = 14, row.deviceMemory = 15, row.selfDeviceMemory = 0;
  row.allocated = 20, row.allocations = 21, row.frees = 22, row.peak = 23;
  row.flops = 17;
  row.shapes = "[[5, 3], []]";
  row.stack = {"a.cpp(1): f", "b.cpp(2): g"};
  row.module = "net.0";
  row.thread = "thread 7";
  row.isAsync = row.isAnnotation = true;
  row.isTopLevel = false;
  row.spread = {1, 6, 2, 5, 6, 1.25};
  return row;
}

// Empty: read well.
std::string errorOf(const std::string &text) {
  std::string error;
  bool isRead = parseRows("rows.json", text, error).has_value();
  EXPECT_EQ(isRead, error.empty());
  return error;
}

TEST(RowsFile, ReadsAllThatIsWritten) {
  std::string text = report::rowsJson({fullRow(), Average()}), error;
  std::optional<std::vector<Average>> rows = parseRows("rows.json", text, error);
  ASSERT_TRUE(rows) << error;
  EXPECT_EQ(report::rowsJson(*rows), text);
  EXPECT_EQ(rows->at(0).spread.deviationNs, 1.25);
  EXPECT_EQ(rows->at(0).isAnnotation, true);
  EXPECT_EQ(rows->at(1).cpuMemory, std::nullopt);
}

TEST(RowsFile, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf("[]"), "rows.json holds no row");
  EXPECT_EQ(errorOf("{}"), "cannot read rows.json: these are no rows of `autoscope report --format json`");
  EXPECT_EQ(errorOf("[7]"), "cannot read rows.json: row 1: it is not an object");
  EXPECT_EQ(errorOf(R"([{"key": "a", "count": 1.5}])"),
            "cannot read rows.json: row 1: its count is not a whole number");
  std::string text = report::rowsJson({fullRow()});
  auto with = [&](const std::string &from, const std::string &to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return errorOf(other);
  };
  EXPECT_EQ(with("1.250", "\"1\""), "cannot read rows.json: row 1: its stddev_ns is not a number");
  EXPECT_EQ(with("\"is_async\": true", "\"is_async\": 1"),
            "cannot read rows.json: row 1: its is_async is not true or false");
  EXPECT_EQ(with("\"is_async\": true, ", ""), "") << "which nobody needs to say";
}

TEST(RowsFile, ReadsAPipeOnceAndWaitsForNobody) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "\n [1]", 5), 5);
  close(ends[1]);
  EXPECT_EQ(textOfRows("/dev/fd/" + std::to_string(ends[0])), "\n [1]");
  close(ends[0]);
  std::string name = testing::TempDir() + "rows-file-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
  EXPECT_EQ(textOfRows(name), std::nullopt);
  remove(name.c_str());
  EXPECT_EQ(textOfRows(name), std::nullopt) << "there is none";
  std::ofstream(name) << "AUTOSCOP and then [1]";
  EXPECT_EQ(textOfRows(name), std::nullopt) << "a session";
  remove(name.c_str());
  EXPECT_EQ(textOfRows("/"), std::nullopt);
}

}  // namespace
}  // namespace autoscope::tool
