// The rows that a program gets of its own profile: what ran, how often, below what, and exact integers.
#include "autoscope/profile.h"
#include "autoscope/record_function.h"
#include "autoscope/scope.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace autoscope {
namespace {

[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
  for (volatile int i = 0; i < 100; i = i + 1) {
  }
}

[[gnu::noinline]] void branch(int leaves) {
  AUTOSCOPE_SCOPE("branch");
  for (int i = 0; i < leaves; ++i)
    leaf();
}

[[gnu::noinline]] void recursive(int depth) {
  AUTOSCOPE_SCOPE("recursive");
  if (depth > 0)
    recursive(depth - 1);
}

template <class Rows> auto find(const Rows &rows, const std::string &key) {
  for (const auto &row : rows)
    if (row.key == key)
      return row;
  ADD_FAILURE() << key << " is no row";
  return decltype(rows[0])();
}

TEST(EventList, AveragesAreOfWhatRan) {
  options wanted;
  wanted.with_stack = true;
  profile p(wanted);
  branch(3);
  branch(2);
  recursive(2);
  {
    record_function block("block");
  }
  p.stop();
  EventAverages rows = p.key_averages();
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].key, "branch") << "in order of the first call";
  EXPECT_EQ(rows[3].key, "block");
  FunctionEventAvg branch = find(rows, "branch"), leaf = find(rows, "leaf"), recursive = find(rows, "recursive");
  EXPECT_EQ(branch.count, 2);
  EXPECT_EQ(leaf.count, 5);
  EXPECT_EQ(branch.cpu_time_total_ns, branch.self_cpu_time_total_ns + leaf.cpu_time_total_ns);
  EXPECT_EQ(leaf.cpu_time_total_ns, leaf.self_cpu_time_total_ns);
  EXPECT_EQ(recursive.count, 3);
  EXPECT_EQ(recursive.cpu_time_total_ns, recursive.self_cpu_time_total_ns) << "its outermost call, once";
  EXPECT_LE(leaf.min_ns, leaf.p50_ns);
  EXPECT_LE(leaf.p50_ns, leaf.p99_ns);
  EXPECT_LE(leaf.p99_ns, leaf.max_ns);
  EXPECT_TRUE(branch.is_top_level);
  EXPECT_FALSE(leaf.is_top_level);
  EXPECT_TRUE(rows[3].is_user_annotation);
  EXPECT_FALSE(leaf.device_time_total_ns.has_value());
  EXPECT_FALSE(leaf.cpu_memory_usage.has_value());
  EXPECT_DOUBLE_EQ(leaf.cpu_time(), leaf.cpu_time_total() / 5);
  FunctionEventAvg total = rows.total_average();
  EXPECT_EQ(total.key, "Total");
  EXPECT_EQ(total.count, 2 + 5 + 3 + 1);
  EXPECT_DOUBLE_EQ(rows.self_cpu_time_total(), total.self_cpu_time_total());
  EXPECT_GT(rows.self_cpu_time_total(), 0);

  int count = 0;
  for (const FunctionEventAvg &row : rows)
    count += static_cast<int>(row.count);
  EXPECT_EQ(count, 11);
}

TEST(EventList, EventsAreInOrderWithParents) {
  options wanted;
  wanted.with_stack = true;
  profile p(wanted);
  branch(2);
  uint32_t other = 0;
  std::thread([&] {
    leaf();
    other = static_cast<uint32_t>(gettid());
  }).join();
  p.stop();
  EventList events = p.events();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].name, "branch");
  EXPECT_EQ(events[0].cpu_parent, std::nullopt);
  for (size_t i : {1u, 2u}) {
    FunctionEvent leaf = events[i];
    EXPECT_EQ(leaf.name, "leaf");
    EXPECT_EQ(leaf.id, i);
    EXPECT_EQ(leaf.count, 1);
    EXPECT_EQ(leaf.cpu_parent, std::optional<std::size_t>(0));
    EXPECT_EQ(leaf.thread_id, static_cast<uint32_t>(getpid()));
    EXPECT_EQ(leaf.end_ns - leaf.start_ns, leaf.cpu_time_total_ns);
    EXPECT_GE(leaf.start_ns, events[0].start_ns);
    EXPECT_LE(leaf.end_ns, events[0].end_ns);
    EXPECT_TRUE(leaf.finished);
    ASSERT_EQ(leaf.stack.size(), 2u);
    EXPECT_NE(leaf.stack[0].find("EventListTest.cpp("), std::string::npos);
    EXPECT_EQ(leaf.stack[0].substr(leaf.stack[0].size() - 6), ": leaf");
    EXPECT_EQ(leaf.stack[1].substr(leaf.stack[1].size() - 8), ": branch");
  }
  EXPECT_EQ(events[3].name, "leaf");
  EXPECT_EQ(events[3].thread_id, other);
  EXPECT_EQ(events[3].cpu_parent, std::nullopt);
  EXPECT_EQ(events.total_average().count, 4);
}

TEST(EventList, OutlivesItsProfile) {
  EventAverages rows;
  EventList events;
  EXPECT_TRUE(rows.empty());
  EXPECT_EQ(events.size(), 0u);
  {
    profile p;
    leaf();
    p.stop();
    rows = p.key_averages();
    events = p.events();
  }
  EXPECT_EQ(rows[0].key, "leaf");
  EXPECT_EQ(events[0].trace_name, "leaf");
  EXPECT_EQ(events.key_averages()[0].cpu_time_total_ns, rows[0].cpu_time_total_ns);
}

TEST(EventList, StepsAreOneRow) {
  options wanted;
  wanted.schedule = schedule(0, 1, 3, 1);
  profile p(wanted);
  for (int i = 0; i < 4; ++i) {
    leaf();
    p.step();
  }
  p.stop();
  FunctionEventAvg steps = find(p.key_averages(), "ProfilerStep*");
  EXPECT_EQ(steps.count, 3);
  EXPECT_TRUE(steps.is_user_annotation);
  std::set<std::string> names;
  for (const FunctionEvent &event : p.events())
    if (event.key == "ProfilerStep*")
      names.insert(event.trace_name);
  EXPECT_EQ(names, (std::set<std::string>{"ProfilerStep#1", "ProfilerStep#2", "ProfilerStep#3"}));
}

TEST(EventList, AccumulatesWindowsIfAsked) {
  for (bool accumulates : {false, true}) {
    options wanted;
    wanted.acc_events = accumulates;
    wanted.schedule = schedule(1, 0, 1, 3);
    profile p(wanted);
    for (int i = 0; i < 6; ++i) {
      leaf();
      p.step();
    }
    p.stop();
    EXPECT_EQ(find(p.key_averages(), "leaf").count, accumulates ? 3 : 1);
    EXPECT_EQ(p.per_step().size(), accumulates ? 3u : 1u);
    int64_t before = -1;
    int leaves = 0;
    for (const FunctionEvent &event : p.events())
      if (event.key == "leaf") {
        EXPECT_GT(event.start_ns, before);
        before = event.start_ns;
        ++leaves;
      }
    EXPECT_EQ(leaves, accumulates ? 3 : 1);
  }
}

TEST(EventList, GroupsAsAsked) {
  options wanted;
  wanted.with_stack = true;
  profile p(wanted);
  leaf();
  branch(2);
  std::thread([] { leaf(); }).join();
  p.stop();
  EXPECT_EQ(find(p.key_averages(), "leaf").count, 4);
  std::multiset<long> byStack, byThread;
  for (const FunctionEventAvg &row : p.key_averages(false, 5))
    if (row.key == "leaf")
      byStack.insert(row.count);
  key_averages_options threads;
  threads.group_by_thread = true;
  for (const FunctionEventAvg &row : p.key_averages(threads))
    if (row.key == "leaf") {
      byThread.insert(row.count);
      EXPECT_NE(row.thread, "");
    }
  EXPECT_EQ(byStack, (std::multiset<long>{2, 2}));
  EXPECT_EQ(byThread, (std::multiset<long>{1, 3}));

  profile without;
  without.stop();
  try {
    (void)without.key_averages(false, 1);
    ADD_FAILURE();
  } catch (const usage_error &wrong) {
    EXPECT_STREQ(wrong.what(), "group_by_stack_n needs a profile with options.with_stack = true");
  }
}

TEST(EventList, TablesAndTexts) {
  options wanted;
  wanted.with_stack = true;
  profile p(wanted);
  branch(2);
  branch(3);
  p.stop();
  EventAverages rows = p.key_averages();
  std::string table = rows.table();
  EXPECT_EQ(table.substr(0, 12), "----------  ") << "branch and four";
  EXPECT_NE(table.find("    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls"),
            std::string::npos)
      << table;
  EXPECT_LT(table.find("branch"), table.find("leaf"));
  EXPECT_NE(table.find("\nSelf CPU time total: "), std::string::npos);
  EXPECT_EQ(table.back(), '\n');

  table_options byCount;
  byCount.sort_by = "count";
  byCount.row_limit = 1;
  byCount.header = "heading";
  byCount.columns = {"p50", "max"};
  std::string one = rows.table(byCount);
  EXPECT_NE(one.find("leaf"), std::string::npos);
  EXPECT_EQ(one.find("branch"), std::string::npos);
  EXPECT_NE(one.find("\nheading\n"), std::string::npos);
  std::ostringstream printed;
  printed << rows;
  EXPECT_EQ(printed.str(), table);

  for (auto change : {+[](table_options &bad) { bad.sort_by = "self_cpu_tiem_total"; },
                      +[](table_options &bad) { bad.columns = {"p51"}; }}) {
    table_options bad;
    change(bad);
    try {
      (void)rows.table(bad);
      ADD_FAILURE();
    } catch (const usage_error &wrong) {
      std::string expected = bad.sort_by.empty() ? "p99" : "self_cpu_time_total";
      EXPECT_NE(std::find(wrong.choices.begin(), wrong.choices.end(), expected), wrong.choices.end());
      EXPECT_NE(std::string(wrong.what()).find(bad.sort_by.empty() ? "'p51'" : "'self_cpu_tiem_total'"),
                std::string::npos);
      EXPECT_NE(std::string(wrong.what()).find(expected), std::string::npos);
    }
  }

  nlohmann::json json = nlohmann::json::parse(rows.to_json());
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["key"], "branch");
  EXPECT_EQ(json[1]["count"], 5);
  EXPECT_EQ(json[1]["cpu_time_total_ns"], rows[1].cpu_time_total_ns);
  EXPECT_TRUE(json[1]["cpu_memory_usage"].is_null());
  EXPECT_EQ(nlohmann::json::parse(p.events().to_json()).size(), 7u);
  std::string csv = rows.to_csv();
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(p.events().table().find("branch"), std::string::npos);
}

TEST(EventList, StacksAreLinesOfEvents) {
  std::string path = testing::TempDir() + "autoscope-stacks-" + std::to_string(getpid());
  options wanted;
  wanted.with_stack = true;
  profile p(wanted);
  {
    AUTOSCOPE_SCOPE("outer scope");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    AUTOSCOPE_SCOPE("inner");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  p.stop();
  p.export_stacks(path);
  std::ifstream in(path);
  std::set<std::string> ends;
  for (std::string line; std::getline(in, line);) {
    std::smatch parts;
    ASSERT_TRUE(
        std::regex_match(line, parts, std::regex("(?:.*;)?[^;]*EventListTest\\.cpp\\([0-9]+\\):_(\\S+) ([0-9]+)")))
        << line;
    ends.insert(parts[1]);
    EXPECT_GE(std::stol(parts[2]), 1000);
  }
  unlink(path.c_str());
  EXPECT_EQ(ends, (std::set<std::string>{"outer_scope", "inner"}));
  try {
    p.export_stacks(path, "wall");
    ADD_FAILURE();
  } catch (const usage_error &wrong) {
    EXPECT_EQ(std::string(wrong.what()).substr(0, 21), "unknown metric 'wall'");
    EXPECT_EQ(wrong.choices.at(0), "self_cpu_time_total");
  }
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST(EventList, LoopsAsTheyAreWritten) {
  profile p;
  leaf();
  leaf();
  p.stop();
  EventList events = p.events();
  int seen = 0;
  for (auto &event : events)
    seen += event.key == "leaf";
  for (auto event : events)
    seen += event.key == "leaf";
  for (auto &&event : events)
    seen += event.key == "leaf";
  for (const auto &event : p.events())
    seen += event.key == "leaf";
  EXPECT_EQ(seen, 8);
  auto first = events.begin(), found = std::find_if(first, events.end(), [](const auto &each) { return each.id == 1; });
  EXPECT_EQ(found->key, "leaf");
  EXPECT_EQ(first->id, 0u);
  EXPECT_EQ((*found++).id, 1u);
  EXPECT_TRUE(found == events.end());
  EXPECT_EQ(std::vector<FunctionEvent>(events.begin(), events.end()).size(), 2u);
}

TEST(EventList, AnEmptyTableIsEmpty) {
  profile p;
  p.stop();
  EXPECT_EQ(p.key_averages().table(), "");
  EXPECT_EQ(nlohmann::json::parse(p.key_averages().to_json()).size(), 0u);
}

TEST(EventList, WhatIsOpenAtTheEndIsMarked) {
  profile p;
  std::string marked;
  {
    AUTOSCOPE_SCOPE("open");
    leaf();
    p.stop();
  }
  EXPECT_FALSE(find(p.events(), "open").finished);
  EXPECT_TRUE(find(p.events(), "leaf").finished);
}

}  // namespace
}  // namespace autoscope
