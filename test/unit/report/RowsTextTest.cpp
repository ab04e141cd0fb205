// Rows as JSON and CSV: every number whole, what is absent null or empty, any text survives.
#include "report/RowsText.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace autoscope::report {
namespace {

using model::Average;
using model::Event;
using nlohmann::json;

Average plainRow() {
  Average row;
  row.key = "a";
  row.count = 3;
  row.cpuNs = 9'007'199'254'740'993;  // no double holds it
  row.selfCpuNs = 7;
  row.spread = {1, 6, 2, 5, 6, 1.25};
  return row;
}

Average fullRow() {
  Average row = plainRow();
  row.key = "f(int, \"x\")";
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
  return row;
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

TEST(RowsText, JsonHasAllOfARow) {
  EXPECT_EQ(rowsJson({plainRow()}),
            "[\n{\"key\": \"a\", \"count\": 3, \"cpu_time_total_ns\": 9007199254740993, \"self_cpu_time_total_ns\": 7, "
            "\"device_time_total_ns\": null, \"self_device_time_total_ns\": null, \"cpu_memory_usage\": null, "
            "\"self_cpu_memory_usage\": null, \"device_memory_usage\": null, \"self_device_memory_usage\": null, "
            "\"allocated_memory\": null, \"allocations\": null, \"frees\": null, \"peak_memory\": null, "
            "\"flops\": null, \"input_shapes\": \"\", \"stack\": [], \"module\": \"\", \"thread\": \"\", "
            "\"is_async\": false, \"is_top_level\": true, \"is_user_annotation\": false, \"min_ns\": 1, \"max_ns\": 6, "
            "\"p50_ns\": 2, \"p90_ns\": 5, \"p99_ns\": 6, \"stddev_ns\": 1.250}\n]\n");
  json row = json::parse(rowsJson({plainRow(), fullRow()})).at(1);
  EXPECT_EQ(row.at("key"), "f(int, \"x\")");
  EXPECT_EQ(row.at("device_time_total_ns"), 11);
  EXPECT_EQ(row.at("self_device_time_total_ns"), 12);
  EXPECT_EQ(row.at("cpu_memory_usage"), -13);
  EXPECT_EQ(row.at("allocated_memory"), 20);
  EXPECT_EQ(row.at("allocations"), 21);
  EXPECT_EQ(row.at("frees"), 22);
  EXPECT_EQ(row.at("peak_memory"), 23);
  EXPECT_EQ(row.at("self_device_memory_usage"), 0);
  EXPECT_EQ(row.at("flops"), 17);
  EXPECT_EQ(row.at("input_shapes"), "[[5, 3], []]");
  EXPECT_EQ(row.at("stack"), json({"a.cpp(1): f", "b.cpp(2): g"}));
  EXPECT_EQ(row.at("module"), "net.0");
  EXPECT_EQ(row.at("thread"), "thread 7");
  EXPECT_EQ(row.at("is_async"), true);
  EXPECT_EQ(row.at("is_top_level"), false);
  EXPECT_EQ(row.at("is_user_annotation"), true);
}

TEST(RowsText, CsvHasTheSameColumns) {
  std::vector<std::string> lines = linesOf(rowsCsv({plainRow(), fullRow()}));
  ASSERT_EQ(lines.size(), 3u);
  nlohmann::ordered_json row = nlohmann::ordered_json::parse(rowsJson({plainRow()})).at(0);
  std::string heading;
  for (const auto &[name, value] : row.items())
    heading += (heading.empty() ? "" : ",") + name;
  EXPECT_EQ(lines[0], heading);
  EXPECT_EQ(lines[1], "a,3,9007199254740993,7,,,,,,,,,,,,,,,,false,true,false,1,6,2,5,6,1.250");
  EXPECT_EQ(lines[2], "\"f(int, \"\"x\"\")\",3,9007199254740993,7,11,12,-13,14,15,0,20,21,22,23,17,\"[[5, 3], []]\","
                      "a.cpp(1): f; b.cpp(2): g,net.0,thread 7,true,false,true,1,6,2,5,6,1.250");
}

TEST(RowsText, OfNothingIsStillReadable) {
  EXPECT_EQ(rowsJson({}), "[\n]\n");
  EXPECT_EQ(linesOf(rowsCsv({})).size(), 1u);
}

TEST(RowsText, AnyBytesMakeStrictJsonAndAFieldOfCsv) {
  Average row = plainRow();
  row.key = "a\n\"\\\xff\x01,ä";
  EXPECT_EQ(json::parse(rowsJson({row})).at(0).at("key"), "a\n\"\\\xef\xbf\xbd\x01,ä");
  std::string csv = rowsCsv({row});
  EXPECT_EQ(csv.substr(csv.find('\n') + 1, 20), "\"a\n\"\"\\\xef\xbf\xbd\xef\xbf\xbd,ä\",3,9") << csv;
  for (const char *key : {"two\nlines", "two\r\nlines", "a\ttab", " blank "}) {
    row.key = key;
    csv = rowsCsv({row});
    bool isQuoted = std::string(key).find_first_of("\r\n") != std::string::npos;
    std::string field = isQuoted ? '"' + row.key + '"' : row.key;
    EXPECT_EQ(csv.substr(csv.find('\n') + 1, field.size() + 3), field + ",3,") << csv;
  }
}

// Who joins them finds the parts at their places again.
TEST(RowsText, CsvKeepsTheEmptyPartsOfLists) {
  Event event;
  event.types = {"", "float", ""};
  event.stack = {"", "main"};
  std::string csv = eventsCsv({event});
  EXPECT_NE(csv.find(",; float; ,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",; main,"), std::string::npos) << csv;
}

TEST(RowsText, EventsSayWhenWhereAndUnderWhatTheyRan) {
  Event event;
  static_cast<Average &>(event) = plainRow();
  event.traceName = "ProfilerStep#3";
  event.startNs = 100, event.endNs = 200;
  event.tid = 71;
  event.types = {"float", ""};
  json first = json::parse(eventsJson({event})).at(0);
  EXPECT_EQ(first.at("key"), "a");
  EXPECT_EQ(first.at("trace_name"), "ProfilerStep#3");
  EXPECT_EQ(first.at("start_ns"), 100);
  EXPECT_EQ(first.at("end_ns"), 200);
  EXPECT_EQ(first.at("thread_id"), 71);
  EXPECT_EQ(first.at("input_types"), json({"float", ""}));
  EXPECT_TRUE(first.at("sequence_nr").is_null());
  EXPECT_TRUE(first.at("fwd_thread").is_null());
  EXPECT_TRUE(first.at("cpu_parent").is_null());
  EXPECT_EQ(first.at("finished"), true);
  event.sequence = 0;
  event.forwardThread = 2;
  event.parent = 0;
  event.finished = false;
  json second = json::parse(eventsJson({event})).at(0);
  EXPECT_EQ(second.at("sequence_nr"), 0);
  EXPECT_EQ(second.at("fwd_thread"), 2);
  EXPECT_EQ(second.at("cpu_parent"), 0);
  EXPECT_EQ(second.at("finished"), false);
  std::string csv = linesOf(eventsCsv({event})).at(1);
  EXPECT_EQ(csv.substr(csv.find("ProfilerStep")), "ProfilerStep#3,100,200,71,0,2,float; ,0,false");
}

}  // namespace
}  // namespace autoscope::report
