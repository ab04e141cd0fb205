// The trace is in Kineto's dialect and strict whatever the names; test/checker checks whole traces.
#include "report/KinetoJson.h"

#include "SessionScript.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace autoscope::report {
namespace {

using nlohmann::json;
using test::Extras;
using test::SessionScript;
using test::siteText;

std::string textOf(SessionScript &script, const KinetoOptions &options = {}) {
  std::string path = test::temporaryPath("t.json");
  auto session = script.open();
  OutputStream out(path);
  writeKinetoJson(*session, "dir/t.json", out, options);
  EXPECT_EQ(out.commit(), "");
  return test::readAll(path);
}

std::vector<json> scopesOf(SessionScript &script, const KinetoOptions &options = {}) {
  std::vector<json> scopes;
  json trace = json::parse(textOf(script, options));
  for (const json &event : trace["traceEvents"])
    if (event["ph"] == "X")
      scopes.push_back(event);
  return scopes;
}

// Viewers want the slices of a row to nest.
TEST(KinetoJson, StepsThatOverlapACallHaveARowOfTheirOwn) {
  SessionScript script;
  uint32_t epoch = script.function("epoch"), step = script.site(siteText("ProfilerStep#1", "", 0, "nu"));
  script.thread(1, 71).enter(epoch, 2000).step(step, 1990, 2050, 1, record::scopeOverlaps).leave(2100);
  json trace = json::parse(textOf(script));
  std::map<std::string, json> tids;
  std::string label;
  for (const json &event : trace["traceEvents"])
    if (event["ph"] == "X")
      tids[event["name"]] = event["tid"];
    else if (event["name"] == "thread_name" && event["tid"] != 71)
      label = event["args"]["name"];
  EXPECT_EQ(tids["epoch"], 71);
  EXPECT_NE(tids["ProfilerStep#1"], 71);
  EXPECT_EQ(label, "steps that overlap calls");
}

TEST(KinetoJson, HasTheHeaderInOrder) {
  SessionScript script;
  script.info("rank", "3");
  script.info("world_size", "8");
  script.info("host", "h1");
  script.info("executable", "/opt/app");
  script.loss(record::LossCause::TooDeep, 5);
  script.thread(1, 4242, "app").scope(script.function("f"), 2000, 3000);
  nlohmann::ordered_json trace = nlohmann::ordered_json::parse(textOf(script));
  std::vector<std::string> keys;
  for (const auto &[key, value] : trace.items())
    keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"schemaVersion", "deviceProperties", "distributedInfo", "host_name", "metadata",
                                      "displayTimeUnit", "baseTimeNanoseconds", "traceEvents", "traceName"}));
  EXPECT_EQ(trace["distributedInfo"]["rank"], 3);
  EXPECT_EQ(trace["distributedInfo"]["world_size"], 8);
  EXPECT_EQ(trace["metadata"]["lost"], 5);
  EXPECT_EQ(trace["traceName"], "t.json");
  EXPECT_EQ(trace["traceEvents"][0]["args"]["name"], "app");
}

// G33
TEST(KinetoJson, AlwaysHasARankThatHtaFinds) {
  for (const char *rank : {"", "x", "-1", "3 "}) {
    SessionScript script;
    script.info("rank", rank);
    EXPECT_NE(textOf(script).find("\"rank\": 0,"), std::string::npos) << rank;
  }
}

// G29
TEST(KinetoJson, PrintsTimesFromIntegers) {
  SessionScript script;
  uint32_t f = script.function("f");
  script.thread(1, 4242).enter(f, 2001).scope(f, 2041, 2083).leave(3000);
  uint64_t base = json::parse(textOf(script))["baseTimeNanoseconds"];
  EXPECT_EQ(base % 7889238000000000, 0u);
  uint64_t relative = test::epochNs + 2041 - base;
  std::string expected = "\"ts\": " + std::to_string(relative / 1000) + "." +
                         std::to_string(relative % 1000 + 1000).substr(1) + ", \"dur\": 0.042";
  EXPECT_NE(textOf(script).find(expected), std::string::npos) << expected;
}

// G27
TEST(KinetoJson, KeepsAnyName) {
  SessionScript script;
  std::string name = "operator\"\"_kg \\ \x01 \xc3\xa9";
  script.thread(1, 4242, "th\"read\n").scope(script.function(name), 2000, 2001);
  EXPECT_EQ(scopesOf(script)[0]["name"], name);
}

TEST(KinetoJson, ProtectsHtaFromNamesLikeSteps) {
  SessionScript script;
  uint32_t bad = script.function("ProfilerStepper::run()"), step = script.function("ProfilerStep#12");
  script.thread(1, 4242).scope(bad, 2000, 2001).scope(step, 3000, 3001);
  std::vector<json> scopes = scopesOf(script);
  EXPECT_EQ(scopes[0]["name"], "ProfilerStep#12");
  EXPECT_EQ(scopes[0]["cat"], "user_annotation");
  EXPECT_EQ(scopes[1]["name"], "::ProfilerStepper::run()");
  EXPECT_EQ(scopes[1]["cat"], "cpu_op");
}

// G23
TEST(KinetoJson, MarksOpenScopes) {
  SessionScript script;
  script.window(1000, 9000);
  script.thread(1, 4242).enter(script.function("f"), 2000);
  std::vector<json> scopes = scopesOf(script);
  ASSERT_EQ(scopes.size(), 1u);
  EXPECT_EQ(scopes[0]["args"]["finished"], "false");
  EXPECT_EQ(scopes[0]["dur"], 7.0);
}

// The row of the module as well as that of its function.
TEST(KinetoJson, MarksOpenModules) {
  SessionScript script;
  script.window(1000, 9000);
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  script.thread(1, 4242).enter(forward, 2000).openModule(script.path(0, "Net", "Net"));
  std::vector<json> scopes = scopesOf(script);
  ASSERT_EQ(scopes.size(), 2u);
  EXPECT_EQ(scopes[0]["cat"], "python_function");
  EXPECT_EQ(scopes[0]["args"]["finished"], "false");
  EXPECT_EQ(scopes[1]["args"]["finished"], "false");
}

TEST(KinetoJson, ShapesAreArraysAsTorchHasThem) {
  SessionScript script;
  uint32_t text = script.string("[[5, 3], [], [[1], [-2]]]\x1f"
                                "float\x1f\x1f"
                                "c10::Half");
  uint32_t damaged = script.string("[[5, \"x\"]}");
  uint32_t f = script.function("f");
  script.thread(1, 4242)
      .scope(f, 2000, 2100, {0, text, 0, false, {}, 18135613440u, 1, -4096, 0})
      .scope(f, 2200, 2300, {0, damaged, 0, false})
      .scope(f, 2400, 2500, {0, 77, 0, false});
  std::vector<json> scopes = scopesOf(script);
  ASSERT_EQ(scopes.size(), 3u);
  for (const json &scope : scopes) {
    std::string dims = scope["args"]["Input Dims"].dump();
    EXPECT_EQ(scope["args"].contains("Sequence number"), scope["args"].contains("flops"));
    EXPECT_EQ(scope["args"].contains("Self CPU Mem"), scope["args"].contains("flops"));
    if (dims == "[[5]]" || dims == "[]")
      continue;
    EXPECT_EQ(scope["args"]["Sequence number"].dump(), "0");
    EXPECT_EQ(dims, "[[5,3],[],[[1],[-2]]]");
    EXPECT_EQ(scope["args"]["Input type"].dump(), "[\"float\",\"\",\"c10::Half\"]");
    EXPECT_EQ(scope["args"]["flops"].dump(), "18135613440");
    EXPECT_EQ(scope["args"]["Self CPU Mem"].dump(), "-4096");
    EXPECT_EQ(scope["args"]["Self Device Mem"].dump(), "0");
  }
}

// Samples of all threads make one curve; what is no part of the session is not shown.
TEST(KinetoJson, ShowsTheHeapAsACurveAndOfEachScope) {
  SessionScript script;
  script.info("memory", "heap");
  uint32_t f = script.function("f");
  Extras heap;
  heap.memory = 8;
  heap.heap = record::HeapUse{100, 3, 4, 72};
  script.thread(1, 4242).scope(f, 2000, 2100, heap).sample(2400, 300).sample(3000, 1, static_cast<record::Counter>(9));
  script.thread(2, 4243).sample(10, 7).scope(f, 2200, 2300).sample(2350, -64);
  json trace = json::parse(textOf(script));
  std::vector<std::string> curve;
  for (const json &event : trace["traceEvents"]) {
    if (event["ph"] == "C")
      curve.push_back(event["name"].get<std::string>() + event["args"].dump());
    if (event["ph"] == "X" && event["tid"] == 4242) {
      EXPECT_EQ(event["args"]["Self CPU Mem"], 8);
      EXPECT_EQ(event["args"]["CPU Allocated"], 100);
      EXPECT_EQ(event["args"]["CPU Allocations"], 3);
      EXPECT_EQ(event["args"]["CPU Frees"], 4);
      EXPECT_EQ(event["args"]["CPU Peak"], 72);
    }
    if (event["ph"] == "X") {
      EXPECT_EQ(event["args"].contains("CPU Peak"), event["tid"] == 4242);
    }
  }
  EXPECT_EQ(curve, (std::vector<std::string>{"process heap{\"bytes\":-64}", "process heap{\"bytes\":300}"}));
}

// Also from one thread to another, whichever of them the file has first; each end is at the start of its scope.
TEST(KinetoJson, LinksForwardOperatorsToBackwardNodes) {
  SessionScript script;
  uint32_t mm = script.function("aten::mm"), node = script.function("MmBackward0");
  Extras forward, backward;
  forward.sequence = record::packSequence({31, 2, false});
  backward.sequence = record::packSequence({31, 2, true});
  script.thread(1, 71).scope(node, 3000, 3100, backward).scope(node, 4000, 4100, backward);
  script.thread(2, 72).scope(mm, 2000, 2100, forward).scope(mm, 2200, 2300, forward);
  json trace = json::parse(textOf(script));
  std::map<std::string, json> starts;
  std::vector<std::string> ends;
  for (const json &event : trace["traceEvents"]) {
    if (event["ph"] == "X") {
      EXPECT_EQ(event["args"]["Sequence number"], 30);
      EXPECT_EQ(event["args"]["Fwd thread id"], event["name"] == "aten::mm" ? 0 : 2);
      starts[event["name"].get<std::string>() + (event["dur"] == 0.1 ? " " : "?") + event["ts"].dump()] = event;
    } else if (event.value("cat", "") == "fwdbwd") {
      std::string begins = event["ph"] == "s" ? "aten::mm " : "MmBackward0 ";
      const json &at = starts.at(begins + event["ts"].dump());
      EXPECT_EQ(event["tid"], at["tid"]);
      EXPECT_EQ(event["pid"], at["pid"]);
      EXPECT_EQ(event["id"], 1);
      EXPECT_EQ(event["name"], "fwdbwd");
      EXPECT_EQ(event.contains("bp"), event["ph"] == "f");
      ends.push_back(event["ph"].get<std::string>() + " at " + event["tid"].dump());
    }
  }
  EXPECT_EQ(ends, (std::vector<std::string>{"s at 72", "f at 71"}));
  EXPECT_EQ(starts.size(), 4u);
}

TEST(KinetoJson, HasSingleAllocationsAsTorchWritesThem) {
  SessionScript script;
  script.window(1000, 9000);
  uint32_t f = script.function("f");
  script.thread(1, 71)
      .allocation(500, 1, 1, 1)  // before the window
      .enter(f, 2000)
      .allocation(2100, 0xffff'8000'0000'0000, 64, 64)
      .scope(f, 2200, 2300, {0, 0, 0, false, {}, 0, 7, 64, 8})
      .allocation(2400, 16, -4096, 5, int64_t{3} << 33, 1u << 16 | 2)
      .leave(2500)
      .allocation(2600, 1, -64, 0);
  json trace = json::parse(textOf(script));
  std::vector<json> found;
  for (const json &event : trace["traceEvents"])
    if (event["name"] == "[memory]")
      found.push_back(event);
  ASSERT_EQ(found.size(), 3u);  // latest first
  for (const json &event : found) {
    EXPECT_EQ(event["ph"], "i");
    EXPECT_EQ(event["cat"], "cpu_instant_event");
    EXPECT_EQ(event["s"], "t");
    EXPECT_EQ(event["tid"], 71);
  }
  EXPECT_EQ(found[2]["args"].dump(), "{\"Addr\":18446603336221196288,\"Bytes\":64,\"Device Id\":-1,\"Device Type\":0,"
                                     "\"Total Allocated\":64,\"Total Reserved\":0}");
  EXPECT_EQ(found[1]["args"].dump(), "{\"Addr\":16,\"Bytes\":-4096,\"Device Id\":2,\"Device Type\":1,"
                                     "\"Total Allocated\":5,\"Total Reserved\":25769803776}");
  EXPECT_EQ(found[0]["args"]["Bytes"], -64);
  EXPECT_NEAR(found[0]["ts"].get<double>() - found[2]["ts"].get<double>(), 0.5, 1e-3);
  std::vector<json> scopes = scopesOf(script);
  ASSERT_EQ(scopes.size(), 2u);
  EXPECT_EQ(scopes[1]["args"]["Self CPU Mem"], 64);
  EXPECT_EQ(trace["metadata"].value("damaged_records", 0), 0);
}

// G4
TEST(KinetoJson, LinksTheSlicesOfACoroutine) {
  SessionScript script;
  script.window(1000, 9000);
  uint32_t f = script.function("f");
  script.thread(1, 4242)
      .scope(f, 2000, 2100, {0, 0, 0, false, {5, 0, true}})
      .scope(f, 3000, 3100, {0, 0, 0, false, {5, 2, false}})
      .scope(f, 4000, 4100, {0, 0, 0, false, {6, 0, false}})  // was never suspended: no arrow
      .scope(f, 5000, 5100);
  script.thread(2, 4243).scope(f, 2500, 2600, {0, 0, 0, false, {5, 1, true}});
  json trace = json::parse(textOf(script));
  std::vector<std::string> flows, slices;
  const json *before = nullptr;
  for (const json &event : trace["traceEvents"]) {
    if (event["ph"] == "X") {
      if (event["args"].contains("Coroutine"))
        slices.push_back(event["args"]["Coroutine"].dump() + "/" + event["args"]["Slice"].dump());
    } else if (event["ph"] != "M") {
      flows.push_back(event["ph"]);
      EXPECT_EQ(event["id"], 5);
      for (const char *key : {"ts", "pid", "tid"})  // viewers bind it to the event before it
        EXPECT_EQ(event[key], before->at(key));
    }
    before = &event;
  }
  EXPECT_EQ(slices, (std::vector<std::string>{"6/0", "5/2", "5/0", "5/1"}));
  EXPECT_EQ(flows, (std::vector<std::string>{"f", "s", "t"}));
}

TEST(KinetoJson, GivesModulesARowOfTheirOwnAroundTheFunction) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "net.cpp", 7, "", "app::Net")), helper = script.function("helper");
  uint32_t net = script.path(0, "net", "app::Net"), fc = script.path(net, "fc1", "torch::nn::Linear");
  script.thread(1, 4242)
      .enter(forward, 2000)
      .enter(forward, 2010)
      .scope(helper, 2020, 2030)
      .leave(2040, {fc, 0, 0, false})
      .leave(2100, {net, 0, 0, false});
  std::vector<json> scopes = scopesOf(script);
  ASSERT_EQ(scopes.size(), 5u);
  EXPECT_EQ(scopes[0]["name"], "nn.Module: Net_0");
  EXPECT_EQ(scopes[0]["cat"], "python_function");
  EXPECT_FALSE(scopes[0]["args"].contains("Python parent id"));
  EXPECT_EQ(scopes[1]["cat"], "cpu_op");
  EXPECT_EQ(scopes[1]["args"]["Source"], "net.cpp:7");
  EXPECT_EQ(scopes[2]["name"], "nn.Module: Linear_0");
  EXPECT_EQ(scopes[2]["args"]["Python parent id"], scopes[0]["args"]["Python id"]);
  EXPECT_NE(scopes[2]["args"]["Python module id"], scopes[0]["args"]["Python module id"]);
  EXPECT_EQ(scopes[2]["args"]["Module Hierarchy"], "net.fc1");
  EXPECT_EQ(scopes[4]["name"], "helper");
  EXPECT_EQ(scopes[4]["args"]["Module Hierarchy"], "net.fc1");
}

// Net::forward, which calls Base::forward of the same object, then its own help(), and its layer, which calls it back.
SessionScript nested() {
  SessionScript script;
  uint32_t derived = script.site(siteText("Net::forward()", "a.cpp", 1, "", "app::Net", "app::Net::forward"));
  uint32_t base = script.site(siteText("Base::forward()", "a.cpp", 2, "", "app::Base", "app::Base::forward"));
  uint32_t help = script.site(siteText("Net::help()", "a.cpp", 3, "", "", "app::Net::help"));
  uint32_t layer = script.site(siteText("Layer::run()", "a.cpp", 4, "", "app::Layer", "app::Layer::run"));
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Layer");
  Extras inNet{net, 0, 0, false};
  script.thread(1, 4242)
      .enter(derived, 2000)
      .enter(base, 2010)
      .scope(help, 2020, 2030)
      .leave(2040, inNet)
      .scope(layer, 2050, 2060, {one, 0, 0, false})
      .leave(2100, inNet);
  return script;
}

TEST(KinetoJson, HasOneModuleRowForACallThroughTheBase) {
  SessionScript script = nested();
  std::vector<std::string> names, hierarchies;
  for (const json &scope : scopesOf(script)) {
    names.push_back(scope["name"]);
    hierarchies.push_back(scope["args"]["Module Hierarchy"]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"nn.Module: Net_0", "Net::forward()", "nn.Module: Layer_0", "Layer::run()",
                                             "Base::forward()", "Net::help()"}));
  EXPECT_EQ(hierarchies, (std::vector<std::string>{"Net", "Net", "Net.one", "Net.one", "Net", "Net"}));
}

TEST(KinetoJson, WritesHierarchiesAsKinetoDoesForTorchScript) {
  SessionScript script = nested();
  KinetoOptions options;
  options.moduleNames = model::ModuleNames::Kineto;
  options.moduleRows = false;
  std::vector<std::string> hierarchies;
  for (const json &scope : scopesOf(script, options)) {
    EXPECT_EQ(scope["cat"], "cpu_op");
    hierarchies.push_back(scope["args"]["Module Hierarchy"]);
  }
  EXPECT_EQ(hierarchies, (std::vector<std::string>{"TOP(Net)::forward", "TOP(Net)::forward.one(Layer)::run",
                                                   "TOP(Net)::forward.SELF(Net)::forward",
                                                   "TOP(Net)::forward.SELF(Net)::forward.SELF(Net)::help"}));
}

// G31
TEST(KinetoJson, HasOneNamedRowPerKernelThread) {
  SessionScript script;
  uint32_t f = script.function("f");
  script.thread(1, 4242, "main").scope(f, 2000, 2001);
  script.thread(2, 77, "first").scope(f, 3000, 3001);
  script.thread(3, 77, "second").scope(f, 4000, 4001);  // the kernel reused the id
  script.thread(4).scope(f, 5000, 5001);                // id unknown
  json trace = json::parse(textOf(script));
  std::map<int64_t, std::string> names;
  for (const json &event : trace["traceEvents"])
    if (event["name"] == "thread_name") {
      EXPECT_TRUE(names.emplace(event["tid"], event["args"]["name"]).second);
    }
  EXPECT_EQ(names, (std::map<int64_t, std::string>{
                       {77, "thread 77 (second)"}, {4242, "thread 4242 (main)"}, {0x40000004, "thread 1073741828"}}));
}

}  // namespace
}  // namespace autoscope::report
