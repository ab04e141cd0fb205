// AUTOSCOPE_CONFIG in its three forms: which variables each key stands for, what is told of keys without effect, and a
// sentence for each mistake.
#include "config/ConfigText.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace autoscope::config {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Sentences = std::vector<std::string>;

Settings settingsOf(const std::string &text) {
  Config config = readConfig(text);
  EXPECT_EQ(config.error, "") << text;
  EXPECT_EQ(config.remarks, Sentences()) << text;
  return config.settings;
}

std::string errorOf(const std::string &text) {
  Config config = readConfig(text);
  std::string prefix = "AUTOSCOPE_CONFIG: ";
  EXPECT_EQ(config.error.substr(0, prefix.size()), prefix) << text;
  return config.error.size() > prefix.size() ? config.error.substr(prefix.size()) : "";
}

Sentences remarksOf(const std::string &text) {
  Config config = readConfig(text);
  EXPECT_EQ(config.error, "") << text;
  EXPECT_EQ(config.settings, Settings()) << text;
  return config.remarks;
}

class ConfigFile {
public:
  explicit ConfigFile(const std::string &text) { std::ofstream(path_) << text; }
  ~ConfigFile() { unlink(path_.c_str()); }
  const std::string &path() const { return path_; }

private:
  std::string path_ = testing::TempDir() + "autoscope-config-" + std::to_string(getpid());
};

const Settings everyForm = {{"AUTOSCOPE_SCHEDULE", "wait=1,warmup=1,active=3,repeat=2"},
                            {"AUTOSCOPE_STEP_FUNCTION", "train_step"},
                            {"AUTOSCOPE_SHAPES", "1"},
                            {"AUTOSCOPE_MEMORY", "1"},
                            {"AUTOSCOPE_OUTPUT_DIR", "traces"}};

TEST(ConfigText, ProfileKwargsAsJson) {
  EXPECT_EQ(settingsOf(R"(  {"activities": ["cpu"],
      "schedule_option": {"wait": 1, "warmup": 1, "active": 3, "repeat": 2}, "step_function": "train_step",
      "record_shapes": true, "profile_memory": true, "with_stack": true, "with_modules": true,
      "on_trace_ready": null, "output_trace_dir": "traces"})"),
            everyForm);
}

TEST(ConfigText, PairsOnOneLine) {
  EXPECT_EQ(settingsOf("activities=cpu schedule=wait=1,warmup=1,active=3,repeat=2;step_function=train_step  "
                       "record_shapes=true; profile_memory=1;output_trace_dir=traces"),
            everyForm);
}

TEST(ConfigText, FileOfLinesOrJson) {
  EXPECT_EQ(settingsOf(ConfigFile("# as for Kineto\n\n"
                                  "schedule = wait=1,warmup=1,active=3,repeat=2  # two cycles\n"
                                  "step_function=train_step\r\n"
                                  "PROFILE_REPORT_INPUT_SHAPES=yes\n"
                                  "PROFILE_PROFILE_MEMORY=true\n"
                                  "output_trace_dir=traces")
                           .path()),
            everyForm);
  EXPECT_EQ(settingsOf(ConfigFile("\n {\"buffer\": 32}\n").path()), (Settings{{"AUTOSCOPE_BUFFER", "32"}}));
  EXPECT_EQ(settingsOf(ConfigFile("").path()), Settings());
  EXPECT_EQ(settingsOf(ConfigFile("\xef\xbb\xbf{\"buffer\": 32}").path()), (Settings{{"AUTOSCOPE_BUFFER", "32"}}));
  EXPECT_EQ(settingsOf(ConfigFile("\xef\xbb\xbf"
                                  "buffer=32\r\n")
                           .path()),
            (Settings{{"AUTOSCOPE_BUFFER", "32"}}));
  EXPECT_EQ(settingsOf("\xef\xbb\xbf{\"buffer\": 32}"), (Settings{{"AUTOSCOPE_BUFFER", "32"}}));
}

TEST(ConfigText, EveryKeyOfItsOwn) {
  const struct {
    const char *json;
    std::pair<std::string, std::string> setting;
  } keys[] = {
      {R"({"schedule": "active=2"})", {"AUTOSCOPE_SCHEDULE", "active=2"}},
      {R"({"schedule": {"active": 2}})", {"AUTOSCOPE_SCHEDULE", "active=2"}},
      {R"({"with_flops": true})", {"AUTOSCOPE_FLOPS", "1"}},
      {R"({"with_flops": false})", {"AUTOSCOPE_FLOPS", "0"}},
      {R"({"with_flops": 1})", {"AUTOSCOPE_FLOPS", "1"}},
      {R"({"PROFILE_WITH_FLOPS": "N"})", {"AUTOSCOPE_FLOPS", "0"}},
      {R"({"CLIENT_INTERFACE_ENABLE_OP_INPUTS_COLLECTION": "T"})", {"AUTOSCOPE_SHAPES", "1"}},
      {R"({"operators": true})", {"AUTOSCOPE_OPERATORS", "1"}},
      {R"({"within": "train"})", {"AUTOSCOPE_WITHIN", "train"}},
      {R"({"output": "a b.json"})", {"AUTOSCOPE_OUTPUT", "a b.json"}},
      {R"({"report": "table"})", {"AUTOSCOPE_REPORT", "table"}},
      {R"({"snapshot_when": "f > 5ms"})", {"AUTOSCOPE_SNAPSHOT_WHEN", "f > 5ms"}},
      {R"({"disk": 100})", {"AUTOSCOPE_DISK", "100"}},
      {R"({"ACTIVITIES_LOG_FILE": "/tmp/100%.json"})", {"AUTOSCOPE_OUTPUT", "/tmp/100%%_%p.json"}},
      {R"({"ACTIVITIES_LOG_FILE": "/tmp/a.pt.trace.json"})", {"AUTOSCOPE_OUTPUT", "/tmp/a_%p.pt.trace.json"}},
      {R"({"activities": ["cpu", "cuda"]})", {"AUTOSCOPE_GPU", "1"}},
      {R"({"ACTIVITIES_MAX_GPU_BUFFER_SIZE_MB": "32"})", {"AUTOSCOPE_GPU_BUFFER", "32"}},
      {R"({"ACTIVITIES_ITERATIONS": 3})", {"AUTOSCOPE_SCHEDULE", "warmup=0,active=3,repeat=1,skip_first=0"}},
      {R"({"ACTIVITIES_ITERATIONS": 3, "ACTIVITIES_WARMUP_ITERATIONS": 2, "PROFILE_START_ITERATION": 10})",
       {"AUTOSCOPE_SCHEDULE", "warmup=2,active=3,repeat=1,skip_first=8"}},
      {R"({"ACTIVITIES_ITERATIONS": 3, "ACTIVITIES_WARMUP_ITERATIONS": 2})",
       {"AUTOSCOPE_SCHEDULE", "warmup=2,active=3,repeat=1,skip_first=0"}},
      {R"({"ACTIVITIES_ITERATIONS": 3, "ACTIVITIES_WARMUP_ITERATIONS": 2, "PROFILE_START_ITERATION": 1})",
       {"AUTOSCOPE_SCHEDULE", "warmup=1,active=3,repeat=1,skip_first=0"}},
  };
  for (const auto &[json, setting] : keys)
    EXPECT_EQ(settingsOf(json), Settings{setting}) << json;
}

TEST(ConfigText, WhatHasNoEffectIsTold) {
  EXPECT_EQ(remarksOf(R"({"with_stack": false, "with_modules": false})"),
            (Sentences{"AUTOSCOPE_CONFIG: with_stack has no effect: it is recorded in any case",
                       "AUTOSCOPE_CONFIG: with_modules has no effect: it is recorded in any case"}));
  EXPECT_EQ(remarksOf(R"({"activities": ["cpu", "hpu"]})"),
            Sentences{"AUTOSCOPE_CONFIG: activities hpu are not recorded: cpu and cuda are"});
  EXPECT_EQ(readConfig(R"({"activities": ["cuda"]})").remarks,
            Sentences{"AUTOSCOPE_CONFIG: activities name no cpu: scopes are recorded all the same"});
  EXPECT_EQ(
      remarksOf("ACTIVITIES_DURATION_MSECS=500"),
      Sentences{"AUTOSCOPE_CONFIG: ACTIVITIES_DURATION_MSECS has no effect: profiles last for steps, not for a time"});
  EXPECT_EQ(
      remarksOf(ConfigFile("ACTIVITIES_ITERATION=3\nPROFILE_WITH_STACK=false\nSOMETHING_ELSE=1\n").path()),
      (Sentences{"AUTOSCOPE_CONFIG: 'ACTIVITIES_ITERATION' is no key and has no effect; 'ACTIVITIES_ITERATIONS' is",
                 "AUTOSCOPE_CONFIG: 'SOMETHING_ELSE' is no key and has no effect"}));
}

TEST(ConfigText, MistakesAreNamed) {
  const struct {
    const char *text, *error;
  } mistakes[] = {
      {"{", "it is no JSON: a name in quotes was expected at character 2"},
      {"{} x", "it is no JSON: something follows the value at character 4"},
      {"no-such-file.json",
       "'no-such-file.json' is neither JSON nor key=value, and no file that can be read (No such file or directory)"},
      {"/", "'/' is neither JSON nor key=value, and no file that can be read (it is a directory)"},
      {"/dev/zero",
       "'/dev/zero' is neither JSON nor key=value, and no file that can be read (it is not a regular file)"},
      {"shapes=1 flops", "'flops' is not key=value"},
      {"=1", "'=1' is not key=value"},
      {R"({"record_shape": true})", "'record_shape' is no key; 'record_shapes' is; docs/config.md has all"},
      {R"({"config": "x"})", "'config' is no key; docs/config.md has all"},
      {R"({"foo": 1})", "'foo' is no key; docs/config.md has all"},
      {R"({"output": "a\u0000b.autoscope"})", "output has the character NUL in it"},
      {R"({"schedule": {"foo": 1}})",
       "schedule: 'foo' is none of wait, warmup, active, repeat, skip_first and skip_first_wait"},
      {R"({"zzzzzzzzzzzz": 1})", "'zzzzzzzzzzzz' is no key; docs/config.md has all"},
      {R"({"record_shapes": "maybe"})", "record_shapes is \"maybe\", not true or false"},
      {R"({"record_shapes": [1]})", "record_shapes is [...], not true or false"},
      {R"({"with_stack": 2})", "with_stack is 2, not true or false"},
      {R"({"output_trace_dir": 1})", "output_trace_dir is 1, not a text"},
      {R"({"within": {"a": 1}})", "within is {...}, not a text"},
      {R"({"schedule": 3})", "schedule is 3, not an object as {\"wait\": 1, \"active\": 3}"},
      {R"({"schedule": {"wait": "1"}})", "wait is \"1\", not a number of steps"},
      {R"({"schedule": {"wait": 1}})", "schedule: it lacks active=, the number of steps to record"},
      {R"({"schedule_option": {"active": 0}})",
       "schedule_option: active=0 must be at least 1 (wait=0, warmup=0, active=0, repeat=0, skip_first=0, "
       "skip_first_wait=0)"},
      {R"({"activities": ["gpu"]})", "'gpu' is no activity (cpu, cuda, xpu, mtia, hpu)"},
      {R"({"activities": [1]})", "activities is 1, not the name of an activity (cpu, cuda, xpu, mtia, hpu)"},
      {R"({"activities": true})", "activities is true, not a list of activities (cpu, cuda, xpu, mtia, hpu)"},
      {R"({"activities": []})", "activities names none (cpu, cuda, xpu, mtia, hpu)"},
      {R"({"buffer": 1, "buffer": 2})", "buffer comes twice"},
      {R"({"record_shapes": true, "shapes": true})", "record_shapes and shapes are two names of one setting"},
      {R"({"ACTIVITIES_ITERATIONS": "x"})", "ACTIVITIES_ITERATIONS is \"x\", not a number of steps"},
      {R"({"PROFILE_START_ITERATION": 3})", "ACTIVITIES_ITERATIONS must say how many steps are recorded"},
      {R"({"schedule": "active=1", "ACTIVITIES_ITERATIONS": 3})",
       "schedule and ACTIVITIES_ITERATIONS are two names of one setting"},
  };
  for (const auto &[text, error] : mistakes)
    EXPECT_EQ(errorOf(text), error) << text;
  {
    ConfigFile file("\nPROFILE_WITH_STACK true\n");
    EXPECT_EQ(errorOf(file.path()), file.path() + ": line 2 is not KEY=VALUE: PROFILE_WITH_STACK true");
  }
  std::string withNul = "output=a.autoscope";
  withNul += '\0';
  ConfigFile file(withNul);
  EXPECT_EQ(errorOf(file.path()), file.path() + ": output has the character NUL in it");
}

// To write the table again: AUTOSCOPE_WRITE_PAGE=1 unit_config
TEST(ConfigText, PageInTheDocsHasTheTable) {
  auto read = [] {
    std::ifstream file(AUTOSCOPE_CONFIG_PAGE);
    std::stringstream page;
    page << file.rdbuf();
    return page.str();
  };
  std::string page = read();
  size_t begin = page.find("| Key |"), end = page.find("\n\n", begin);
  ASSERT_NE(end, std::string::npos);
  if (getenv("AUTOSCOPE_WRITE_PAGE")) {
    std::ofstream(AUTOSCOPE_CONFIG_PAGE) << page.substr(0, begin) << configTable() << page.substr(end + 1);
    page = read();
    end = page.find("\n\n", begin);
  }
  EXPECT_EQ(page.substr(begin, end + 1 - begin), configTable());
}

}  // namespace
}  // namespace autoscope::config
