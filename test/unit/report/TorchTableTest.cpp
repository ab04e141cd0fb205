// The same numbers make the same characters as in torch 1.13's own tables (test/golden/torch-1.13), and where torch
// slips or stops we do not.
#include "report/TorchTable.h"

#include "SessionScript.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <zlib.h>

namespace autoscope::report {
namespace {

using model::Average;
using nlohmann::json;

std::string unzipped(const std::string &path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  char buffer[1 << 16];
  for (int count = 0; file && (count = gzread(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  if (file)
    gzclose(file);
  return text;
}

Average rowOf(const json &value) {
  Average row;
  row.key = value.at("key");
  row.count = value.at("count");
  row.cpuNs = value.at("cpu");
  row.selfCpuNs = value.at("self_cpu");
  row.shapes = value.value("shapes", "");
  row.stack = value.value("stack", std::vector<std::string>());
  row.flops = value.value("flops", uint64_t{0});
  row.nodeId = value.value("node", -1);
  row.isAsync = value.value("async", false);
  row.isTopLevel = !value.value("nested", false);
  row.isDevice = value.value("is_device", false);
  auto number = [&value](const char *name) {
    return value.contains(name) ? std::optional<int64_t>(value.at(name)) : std::nullopt;
  };
  row.deviceNs = number("device");
  row.selfDeviceNs = number("self_device");
  row.cpuMemory = number("cpu_memory");
  row.selfCpuMemory = number("self_cpu_memory");
  row.deviceMemory = number("device_memory");
  row.selfDeviceMemory = number("self_device_memory");
  return row;
}

TorchTable tableOf(const json &options) {
  TorchTable table;
  table.memoryUnits = MemoryUnits::OfTorch113;
  table.sortBy = options.value("sort_by", "");
  table.rowLimit = options.value("row_limit", 100);
  if (options.contains("header"))
    table.header = options.at("header");
  table.topLevelOnly = options.value("top_level_events_only", false);
  auto width = [&options](const char *name, std::optional<size_t> &value) {
    if (options.contains(name))
      value = options.at(name).is_null() ? std::nullopt : std::optional<size_t>(options.at(name));
  };
  width("max_src_column_width", table.srcWidth);
  width("max_name_column_width", table.nameWidth);
  width("max_shapes_column_width", table.shapesWidth);
  return table;
}

// The first line that differs; empty: none.
std::string difference(const std::string &ours, const std::string &theirs) {
  std::istringstream a(ours), b(theirs);
  std::string ourLine, theirLine;
  for (int number = 1;; ++number) {
    bool more = bool(std::getline(a, ourLine)), moreOfTheirs = bool(std::getline(b, theirLine));
    if (!more && !moreOfTheirs)
      return ours == theirs ? "" : "the ends differ";
    if (more != moreOfTheirs || ourLine != theirLine)
      return "line " + std::to_string(number) + "\nours  >" + (more ? ourLine : "(none)") + "<\ntorch >" +
             (moreOfTheirs ? theirLine : "(none)") + "<";
  }
}

std::string text(const std::vector<Average> &rows, const TorchTable &table = {}) {
  std::string error, result = formatTorchTable(rows, table, error);
  EXPECT_EQ(error, "");
  return result;
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

TEST(TorchTable, IsWhatTorchPrints) {
  std::istringstream cases(unzipped(GOLDEN_FOLDER "/torch-1.13/tables.json.gz"));
  size_t count = 0;
  for (std::string line; std::getline(cases, line); ++count) {
    json value = json::parse(line);
    std::vector<Average> rows;
    for (const json &row : value.at("rows"))
      rows.push_back(rowOf(row));
    EXPECT_EQ(difference(text(rows, tableOf(value.at("options"))), value.at("table")), "")
        << "case " << count << " " << value.at("options");
  }
  EXPECT_EQ(count, 300u);
}

Average row(const std::string &key, uint64_t cpuNs, uint64_t count = 1) {
  Average row;
  row.key = key;
  row.count = count;
  row.cpuNs = row.selfCpuNs = cpuNs;
  return row;
}

TEST(TorchTable, OfNoRowsIsNothing) {
  EXPECT_EQ(text({}), "");
}

// torch 1.13 puts the FLOPs under "Source Location" and the source under "Total FLOPs".
TEST(TorchTable, KeepsStackAndFlopsUnderTheirHeadings) {
  Average mul = row("aten::mul", 1000);
  mul.flops = 1500;
  mul.stack = {"a.cpp(1): f", "b.cpp(2): g"};
  EXPECT_EQ(text({mul}), "-------------  ------------  ------------  ------------  ------------  ------------  "
                         "------------  ---------------  ------------  \n"
                         "         Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of "
                         "Calls  Source Location  Total KFLOPs  \n"
                         "-------------  ------------  ------------  ------------  ------------  ------------  "
                         "------------  ---------------  ------------  \n"
                         "    aten::mul       100.00%       1.000us       100.00%       1.000us       1.000us          "
                         "   1  a.cpp(1): f             1.500  \n"
                         "                                                                                             "
                         "      b.cpp(2): g                    \n"
                         "                                                                                             "
                         "                                     \n"
                         "-------------  ------------  ------------  ------------  ------------  ------------  "
                         "------------  ---------------  ------------  \n"
                         "Self CPU time total: 1.000us\n");
}

TEST(TorchTable, WritesMemoryAsTheNewestTorchUnlessTold) {
  Average a = row("a", 1000);
  a.cpuMemory = -3 * 1024;
  a.selfCpuMemory = 5;
  TorchTable table;
  EXPECT_NE(text({a}).find("      -3.00 KB           5 B  "), std::string::npos) << text({a});
  table.memoryUnits = MemoryUnits::OfTorch113;
  EXPECT_NE(text({a}, table).find("      -3.00 Kb           5 b  "), std::string::npos);
}

TEST(TorchTable, ShowsWhatIsAbsentAsADash) {
  Average a = row("a", 1000), b = row("b", 1000);
  a.cpuMemory = a.selfCpuMemory = 0;
  std::vector<std::string> lines = linesOf(text({a, b}));
  EXPECT_EQ(lines[3], "    a        50.00%       1.000us        50.00%       1.000us       1.000us           0 B       "
                      "    0 B             1  ");
  EXPECT_EQ(lines[4], "    b        50.00%       1.000us        50.00%       1.000us       1.000us             -       "
                      "      -             1  ");
}

TEST(TorchTable, DeviceTimeWithoutADeviceRowHasNoShare) {
  Average a = row("a", 1000);
  a.deviceNs = a.selfDeviceNs = 500;
  TorchTable table;
  table.device = "HIP";
  std::vector<std::string> lines = linesOf(text({a}, table));
  EXPECT_EQ(lines[1].substr(77), "    Self HIP    Self HIP %     HIP total  HIP time avg    # of Calls  ");
  EXPECT_EQ(lines[3].substr(77), "     0.500us           NaN       0.500us       0.500us             1  ");
  EXPECT_EQ(lines[6], "Self HIP time total: 0.000us");
}

TEST(TorchTable, HasColumnsForTheSpread) {
  Average a = row("a", 10'000, 4);
  a.spread = {1000, 5000, 2000, 4000, 5000, 1500.6};
  TorchTable table;
  table.columns = {"p99", "min", "max", "stddev"};
  std::vector<std::string> lines = linesOf(text({a}, table));
  EXPECT_EQ(lines[1].substr(77), "CPU time p99  CPU time min  CPU time max  CPU time std    # of Calls  ");
  EXPECT_EQ(lines[3].substr(77), "     5.000us       1.000us       5.000us       1.501us             4  ");
}

TEST(TorchTable, HasColumnsForModuleAndThread) {
  Average a = row("a", 1000), b = row("b", 1000);
  a.module = "net.layer1.0";
  a.thread = b.thread = "thread 7 (w)";
  std::vector<std::string> lines = linesOf(text({a, b}));
  EXPECT_EQ(lines[1].substr(91), "Module            Thread            ");
  EXPECT_EQ(lines[3].substr(91), "net.layer1.0      thread 7 (w)      ");
  EXPECT_EQ(lines[4].substr(91), "                  thread 7 (w)      ");
}

TEST(TorchTable, UsesTheUnitThatIsAskedFor) {
  TorchTable table;
  table.unit = TimeUnit::Milliseconds;
  std::vector<std::string> lines = linesOf(text({row("a", 1'500'000'000, 3)}, table));
  EXPECT_EQ(lines[3], "    a       100.00%    1500.000ms       100.00%    1500.000ms     500.000ms             3  ");
  EXPECT_EQ(lines[5], "Self CPU time total: 1500.000ms");
}

TEST(TorchTable, SortsByTheNamesOfAnyDeviceAndByTheSpread) {
  Average a = row("a", 10), b = row("b", 10), c = row("c", 10);
  a.selfDeviceNs = 1, b.selfDeviceNs = 3, c.selfDeviceNs = 2;
  a.spread.p99Ns = 9, b.spread.p99Ns = 1, c.spread.p99Ns = 9;
  auto order = [&](const std::string &key) {
    TorchTable table;
    table.sortBy = key;
    std::vector<std::string> lines = linesOf(text({a, b, c}, table));
    return lines[3].substr(4, 1) + lines[4].substr(4, 1) + lines[5].substr(4, 1);
  };
  for (const char *key :
       {"self_cuda_time_total", "self_xpu_time_total", "self_privateuse1_time_total", "self_device_time_total"})
    EXPECT_EQ(order(key), "bca") << key;
  EXPECT_EQ(order("p99"), "acb");
  EXPECT_EQ(order("key"), "cba");
  EXPECT_EQ(order(""), "abc");
  EXPECT_EQ(order("cpu_time"), "abc");
}

TEST(TorchTable, NamesTheValidKeysAndColumnsWhenItGetsAnother) {
  TorchTable table;
  std::string error;
  table.sortBy = "self_cuda_time";
  EXPECT_EQ(formatTorchTable({row("a", 1)}, table, error), "");
  EXPECT_EQ(error, "unknown sort key 'self_cuda_time'; valid ones are cpu_time, device_time, cpu_time_total, "
                   "device_time_total, self_cpu_time_total, self_device_time_total, cpu_memory_usage, "
                   "device_memory_usage, self_cpu_memory_usage, self_device_memory_usage, peak_memory, "
                   "allocated_memory, allocations, frees, count, flops, p50, p90, p99, min, max, stddev, key");
  EXPECT_EQ(formatTorchTable({}, table, error), "");
  EXPECT_NE(error, "");
  table.sortBy.clear();
  table.columns = {"p50", "p95"};
  EXPECT_EQ(formatTorchTable({row("a", 1)}, table, error), "");
  EXPECT_EQ(error, "unknown column 'p95'; valid ones are p50, p90, p99, min, max, stddev");
}

}  // namespace
}  // namespace autoscope::report
