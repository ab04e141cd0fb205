// Environment options: defaults, values, refusals that name variable and value, and the generated page.
#include "config/Options.h"

#include "config/EmitText.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

namespace autoscope::config {
namespace {

ParsedOptions parse(const std::map<std::string, std::string> &environment) {
  return parseOptions([&](const char *variable) -> const char * {
    auto found = environment.find(variable);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Options, NothingSetWantsNoProfile) {
  ParsedOptions parsed = parse({});
  EXPECT_EQ(parsed.error, "");
  EXPECT_FALSE(parsed.options.wantsProfile());
  EXPECT_EQ(parsed.options.buffer, 64u);
  EXPECT_EQ(parsed.options.overflow, "block");
}

TEST(Options, OutputOrReportWantsAProfile) {
  EXPECT_TRUE(parse({{"AUTOSCOPE_OUTPUT", "t.json"}}).options.wantsProfile());
  EXPECT_TRUE(parse({{"AUTOSCOPE_REPORT", "table"}}).options.wantsProfile());
  EXPECT_FALSE(parse({{"AUTOSCOPE_OUTPUT", ""}}).options.wantsProfile());
}

TEST(Options, ValuesAreTaken) {
  ParsedOptions parsed = parse({{"AUTOSCOPE_BUFFER", "64"}, {"AUTOSCOPE_OVERFLOW", "drop"}});
  EXPECT_EQ(parsed.error, "");
  EXPECT_EQ(parsed.options.buffer, 64u);
  EXPECT_EQ(parsed.options.overflow, "drop");
}

struct Refused {
  const char *variable, *value, *sentence;
};

class RefusedValue : public testing::TestWithParam<Refused> {};

TEST_P(RefusedValue, NamesVariableAndValue) {
  EXPECT_EQ(parse({{GetParam().variable, GetParam().value}}).error, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Options, RefusedValue,
    testing::Values(
        Refused{"AUTOSCOPE_BUFFER", "1", "AUTOSCOPE_BUFFER=1 is not a whole number of MiB from 2 to 16384"},
        Refused{"AUTOSCOPE_BUFFER", "-5", "AUTOSCOPE_BUFFER=-5 is not a whole number of MiB from 2 to 16384"},
        Refused{"AUTOSCOPE_BUFFER", "64k", "AUTOSCOPE_BUFFER=64k is not a whole number of MiB from 2 to 16384"},
        Refused{"AUTOSCOPE_BUFFER", "99999999999999999999",
                "AUTOSCOPE_BUFFER=99999999999999999999 is not a whole number of MiB from 2 to 16384"},
        Refused{"AUTOSCOPE_OVERFLOW", "wait", "AUTOSCOPE_OVERFLOW=wait is not one of block, drop, newest"},
        Refused{"AUTOSCOPE_SCHEDULE", "wait=1",
                "AUTOSCOPE_SCHEDULE=wait=1: it lacks active=, the number of steps to record"},
        Refused{"AUTOSCOPE_SCHEDULE", "active=1",
                "AUTOSCOPE_SCHEDULE counts the calls of a function, which AUTOSCOPE_STEP_FUNCTION must name"},
        Refused{"AUTOSCOPE_EMIT", "nvtx,,itt",
                "AUTOSCOPE_EMIT=nvtx,,itt cannot be used: '' is none of nvtx, itt, torch"},
        Refused{"AUTOSCOPE_EMIT", "NVTX", "AUTOSCOPE_EMIT=NVTX cannot be used: 'NVTX' is none of nvtx, itt, torch"},
        Refused{"AUTOSCOPE_REPORT", "tab", "AUTOSCOPE_REPORT=tab is not one of none, table, tree"}));

TEST(Options, ToolsAreNamedInAnyOrder) {
  auto read = [](const char *text) {
    std::string why;
    EmitTools tools = parseEmit(text, why);
    EXPECT_EQ(why, "") << text;
    return std::string(tools.nvtx ? "n" : "") + (tools.itt ? "i" : "") + (tools.torch ? "t" : "");
  };
  EXPECT_EQ(read("nvtx"), "n");
  EXPECT_EQ(read("torch,itt"), "it");
  EXPECT_EQ(read("itt,nvtx,torch,itt"), "nit");
  EXPECT_EQ(parse({{"AUTOSCOPE_EMIT", "torch,itt"}}).error, "");
  EXPECT_FALSE(parse({{"AUTOSCOPE_EMIT", "torch"}}).options.wantsProfile()) << "nothing is to be kept";
}

TEST(Options, AFolderIsAnOutputForEachRank) {
  ParsedOptions parsed = parse({{"AUTOSCOPE_OUTPUT_DIR", "traces"}});
  EXPECT_EQ(parsed.error, "");
  EXPECT_TRUE(parsed.options.wantsProfile());
  EXPECT_EQ(parsed.options.output, "traces/profile_%r.json");
  EXPECT_EQ(parse({{"AUTOSCOPE_OUTPUT_DIR", "traces"}, {"AUTOSCOPE_OUTPUT", "a.json"}}).error,
            "AUTOSCOPE_OUTPUT and AUTOSCOPE_OUTPUT_DIR both say where the output goes");
}

TEST(Options, AVariableBeatsTheConfig) {
  const char *config = R"({"report": "tree", "buffer": 128, "record_shapes": true, "output": "a.json"})";
  ParsedOptions parsed = parse({{"AUTOSCOPE_CONFIG", config}, {"AUTOSCOPE_BUFFER", "32"}, {"AUTOSCOPE_OUTPUT", ""}});
  EXPECT_EQ(parsed.error, "");
  EXPECT_EQ(parsed.options.report, "tree");
  EXPECT_EQ(parsed.options.buffer, 32u);
  EXPECT_EQ(parsed.options.shapes, "1");
  EXPECT_EQ(parsed.options.output, "") << "empty says that there is none, too";
  EXPECT_EQ(parse({{"AUTOSCOPE_CONFIG", R"({"buffer": 1})"}}).error,
            "AUTOSCOPE_BUFFER=1 is not a whole number of MiB from 2 to 16384");
  EXPECT_EQ(parse({{"AUTOSCOPE_CONFIG", "{"}}).error,
            "AUTOSCOPE_CONFIG: it is no JSON: a name in quotes was expected at character 2");
  EXPECT_EQ(parse({{"AUTOSCOPE_CONFIG", "with_stack=0"}}).remarks,
            (std::vector<std::string>{"AUTOSCOPE_CONFIG: with_stack has no effect: it is recorded in any case"}));
}

TEST(Options, MemoryNeedsOperators) {
  std::vector<std::string> told{"AUTOSCOPE_MEMORY=tensors has no effect without AUTOSCOPE_OPERATORS=1: libtorch tells "
                                "of memory where operators run"};
  EXPECT_EQ(parse({{"AUTOSCOPE_MEMORY", "tensors"}}).remarks, told);
  EXPECT_TRUE(parse({{"AUTOSCOPE_CONFIG", R"({"profile_memory": true})"}}).remarks.empty()) << "of the heap";
  EXPECT_TRUE(parse({{"AUTOSCOPE_MEMORY", "1"}, {"AUTOSCOPE_OPERATORS", "1"}}).remarks.empty());
  ParsedOptions both = parse({{"AUTOSCOPE_CONFIG", "PROFILE_PROFILE_MEMORY=true operators=1"}});
  EXPECT_EQ(both.error, "");
  EXPECT_EQ(both.options.memory, "1");
  EXPECT_TRUE(both.remarks.empty());
  EXPECT_EQ(parse({{"AUTOSCOPE_MEMORY", "2"}}).error, "AUTOSCOPE_MEMORY=2 is not one of 0, 1, tensors, heap");
}

TEST(Options, UnknownVariablesAreNamed) {
  auto unknown = [](const char *entry) {
    const char *environment[] = {"HOME=/", entry, nullptr};
    return unknownVariable(environment);
  };
  std::string said = unknown("AUTOSCOPE_OUTPT=x.json");
  EXPECT_EQ(said.find("AUTOSCOPE_OUTPT is none of autoscope's variables (AUTOSCOPE_OUTPUT, AUTOSCOPE_REPORT, "), 0u)
      << said;
  EXPECT_EQ(said.substr(said.size() - 16), " AUTOSCOPE_EMIT)");
  const char *several[] = {"AUTOSCOPE_FOO=1", "AUTOSCOPE_OUTPUT=x", "AUTOSCOPE_OUTPUTS=x.json", nullptr};
  said = unknownVariable(several);
  EXPECT_EQ(said.find("AUTOSCOPE_FOO, AUTOSCOPE_OUTPUTS are none of autoscope's variables (AUTOSCOPE_OUTPUT, "), 0u)
      << said;
  for (const char *fine : {"AUTOSCOPE_OUTPUT=x", "AUTOSCOPE_CLOCK=", "AUTOSCOPE_BUILD=/b", "AUTOSCOPE_LLVM=19",
                           "AUTOSCOPE_CLANGXX=c", "AUTOSCOPED=1", "OTHER=1"})
    EXPECT_EQ(unknown(fine), "") << fine;
}

TEST(Options, WhatNeedsAnotherOptionSaysSo) {
  Options options;
  EXPECT_TRUE(withoutEffect(options).empty());
  options.newestSeconds = 5;
  options.snapshotLimit = 3;
  options.throttleBelow = 100;
  EXPECT_EQ(withoutEffect(options),
            (std::vector<std::string>{"AUTOSCOPE_NEWEST_SECONDS has no effect: it needs a flight recorder, which "
                                      "AUTOSCOPE_OVERFLOW=newest makes",
                                      "AUTOSCOPE_SNAPSHOT_LIMIT has no effect: it needs AUTOSCOPE_SNAPSHOT_WHEN",
                                      "AUTOSCOPE_THROTTLE_BELOW has no effect: it needs AUTOSCOPE_THROTTLE"}));
  options.overflow = "newest";
  options.snapshotWhen = "f > 5ms";
  options.throttle = 1000;
  EXPECT_TRUE(withoutEffect(options).empty());
}

TEST(Options, HelpNamesEveryVariable) {
  std::string help = optionsHelp();
  for (const char *variable : {"AUTOSCOPE_OUTPUT", "AUTOSCOPE_REPORT", "AUTOSCOPE_BUFFER", "AUTOSCOPE_OVERFLOW"})
    EXPECT_NE(help.find(variable), std::string::npos) << variable;
  EXPECT_NE(help.find("  AUTOSCOPE_BUFFER=NUMBER (MiB, default 64)\n      All memory of the recorder: "),
            std::string::npos)
      << help;
  EXPECT_EQ(help.find("Fixed at the first start"), std::string::npos) << "the first sentence only";
}

// To write the page again: AUTOSCOPE_WRITE_PAGE=1 unit_config
TEST(Options, PageInTheDocsIsTheTable) {
  if (getenv("AUTOSCOPE_WRITE_PAGE"))
    std::ofstream(AUTOSCOPE_OPTIONS_PAGE) << optionsPage();
  std::ifstream file(AUTOSCOPE_OPTIONS_PAGE);
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_EQ(page.str(), optionsPage());
}

}  // namespace
}  // namespace autoscope::config
