// autoscope::profile against the library that programs link: what is recorded, what its steps and traces say, and files
// nowhere but where they were asked for.
#include "ProfileFixture.h"

#include <map>
#include <regex>

namespace autoscope {
namespace {

using test::messageOf;
using test::scopesNamed;
class Profile : public test::ProfileFixture {};

// As an epoch of a training loop that reports each batch.
TEST_F(Profile, BlocksThatStepsOverlapKeepTheirTimeAndTheirCallees) {
  options wanted;
  wanted.schedule = schedule(0, 0, 6, 1);
  profile p(wanted);
  for (int epoch = 0; epoch < 2; ++epoch) {
    record_function block("epoch");
    for (int i = 0; i < 2; ++i) {
      {
        record_function batch("batch");
        usleep(1000);
      }
      p.step();
    }
    record_function rest("validate");
    usleep(3000);
  }
  p.stop();
  auto events = p.events();
  std::map<std::string, int64_t> ns;
  std::map<std::string, int> calls;
  for (size_t i = 0; i < events.size(); ++i) {
    const FunctionEvent &event = events[i];
    ns[event.name] += event.cpu_time_total_ns;
    ++calls[event.cpu_parent ? events[*event.cpu_parent].name + " > " + event.name : event.name];
    EXPECT_TRUE(event.finished) << event.name;
  }
  EXPECT_GE(ns["epoch"], 2 * (2 * 1000000 + 3000000));
  // Steps 1 and 3 lie within an epoch, the others overlap one.
  EXPECT_EQ(calls, (std::map<std::string, int>{{"epoch", 2},
                                               {"epoch > validate", 2},
                                               {"epoch > batch", 2},
                                               {"epoch > ProfilerStep*", 2},
                                               {"ProfilerStep* > batch", 2},
                                               {"ProfilerStep*", 3}}));
}

TEST_F(Profile, LeavesNothingBehindAndHasItsResult) {
  profile p;
  {
    record_function block("block");
  }
  EXPECT_EQ(p.stop().message, "");
  EXPECT_EQ(files(), std::vector<std::string>());
  EXPECT_EQ(p.stats().number_of_events, 1u);
  EXPECT_EQ(p.stats().lost_events, 0u);
  EXPECT_GT(p.stats().profiling_window_duration_sec, 0);
  EXPECT_GT(p.stats().profiler_enable_call_duration_us, 0);
  EXPECT_GT(p.stats().profiler_disable_call_duration_us, 0);
  EXPECT_FALSE(p.stats().partial);
  EXPECT_EQ(scopesNamed(trace(p), "block"), 1);
  EXPECT_EQ(p.stop().message, "") << "again";
}

TEST_F(Profile, RefusesAResultBeforeThereIsOne) {
  options wanted;
  profile p(wanted, deferred);
  EXPECT_EQ(messageOf<no_result>([&] { p.export_chrome_trace(file("x.json")); }),
            "export_chrome_trace() needs a recorded window: let the profile stop, or its schedule come to the end of a "
            "window, first");
  p.start();
  EXPECT_EQ(messageOf<no_result>([&] { (void)p.stats(); }).substr(0, 31), "stats() needs a recorded window");
  EXPECT_EQ(messageOf<usage_error>([&] { p.export_stacks(file("x")); }),
            "export_stacks() needs a profile with options.with_stack = true");
  EXPECT_EQ(messageOf<usage_error>([&] { p.export_memory_timeline("x.json"); }),
            "export_memory_timeline() needs a profile with options.profile_memory = true");
  p.stop();
  EXPECT_EQ(messageOf<error>([&] { p.export_chrome_trace("/nonexistent/x.json"); }).substr(0, 13), "cannot write ");
  EXPECT_EQ(messageOf<usage_error>([&] { p.step(); }), "step() needs a profile that runs: start() it first");
  EXPECT_EQ(files(), std::vector<std::string>());
}

TEST_F(Profile, HasNoMemoryOverTimeWhereNobodyTellsOfAny) {
  options wanted;
  wanted.profile_memory = true;
  profile p(wanted);
  p.stop();
  EXPECT_EQ(messageOf<not_recorded>([&] { p.export_memory_timeline(file("x.json")); }),
            "libtorch told of no tensor on cpu in this window");
  EXPECT_EQ(messageOf<usage_error>([&] { p.export_memory_timeline("x.html"); }),
            "export_memory_timeline(x.html): there is no picture; write .json or .json.gz, or .raw.json.gz for HTA");
  EXPECT_EQ(files(), std::vector<std::string>());
}

TEST_F(Profile, WritesItsOutputAndKeepsTheResult) {
  options wanted(file("out.json"));
  wanted.with_flops = true;
  profile p(wanted);
  p.add_metadata("who", "\"me\"");
  {
    record_function block("block");
  }
  EXPECT_EQ(p.stop().message, "");
  EXPECT_EQ(files(), std::vector<std::string>{"out.json"});
  nlohmann::json written = read("out.json");
  EXPECT_EQ(scopesNamed(written, "block"), 1);
  EXPECT_EQ(written["who"], "\"me\"");
  EXPECT_EQ(written["with_flops"], 1);
  EXPECT_EQ(p.stats().number_of_events, 1u);

  profile session(options(file("kept.autoscope")));
  session.stop();
  EXPECT_EQ(session.stats().number_of_events, 0u);
  EXPECT_EQ(access(file("kept.autoscope").c_str(), F_OK), 0);
}

TEST_F(Profile, MetadataIsCheckedAndInTheTrace) {
  options wanted;
  wanted.record_shapes = wanted.with_stack = wanted.with_modules = true;
  profile p(wanted);
  p.add_metadata("text", "a \"quoted\" \\ text\n");
  p.add_metadata_json("numbers", "[1, {\"b\": 2.5}]");
  p.preset_metadata_json("numbers", "[3]");
  EXPECT_EQ(messageOf<usage_error>([&] { p.add_metadata_json("bad", "{a: 1}"); }),
            "metadata cannot be {a: 1}: it is no JSON: a name in quotes was expected at character 2");
  EXPECT_EQ(messageOf<usage_error>([&] { p.add_metadata("traceEvents", "x"); }),
            "metadata cannot be called traceEvents, which is the trace's own");
  p.set_custom_trace_id_callback([] { return std::string("mine"); });
  p.stop();
  EXPECT_EQ(p.get_trace_id().size(), 32u);
  nlohmann::json written = trace(p);
  EXPECT_EQ(written["text"], "a \"quoted\" \\ text\n");
  EXPECT_EQ(written["numbers"], nlohmann::json::parse("[3]"));
  EXPECT_EQ(written["trace_id"], p.get_trace_id());
  for (const char *flag : {"record_shapes", "with_stack", "with_modules"})
    EXPECT_EQ(written[flag], 1) << flag;
  EXPECT_FALSE(written.contains("with_flops"));
  std::string first = p.get_trace_id();
  p.start();
  EXPECT_EQ(p.get_trace_id(), "mine");
}

TEST_F(Profile, SaysOnceWhatNothingIsThereFor) {
  options wanted;
  wanted.profile_memory = true;
  wanted.activities = {ProfilerActivity::CPU, ProfilerActivity::CUDA};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i)
    profile p(wanted);
  // The reason differs by machine: no library, no driver, no GPU.
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(std::regex_match(
      said,
      std::regex(
          "autoscope: profile_memory has no effect: this process has no libtorch so far, which tells of memory of "
          "tensors; the heap's needs libautoscope-memory.so, by `autoscope run --memory` or "
          "--autoscope-memory\nautoscope: no GPU is recorded: [^\n]+\n")))
      << said;
  wanted.activities = {ProfilerActivity::CUDA};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i) {
    profile p(wanted);
    record_function block("block");
    p.stop();
    EXPECT_EQ(p.stats().number_of_events, 1u);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "autoscope: the activities of a profile name no CPU: its scopes are recorded all the same\n");
}

TEST_F(Profile, CollectsWhatItIsToldTo) {
  profile p;
  {
    record_function block("before");
  }
  p.toggle_collection_dynamic(false, {ProfilerActivity::CUDA});
  {
    record_function block("cuda off");
  }
  p.toggle_collection_dynamic(false, {ProfilerActivity::CPU, ProfilerActivity::CUDA});
  {
    record_function block("off");
  }
  p.toggle_collection_dynamic(true, {ProfilerActivity::CPU});
  {
    record_function block("on");
  }
  p.stop();
  p.toggle_collection_dynamic(true, {ProfilerActivity::CPU});
  {
    record_function block("behind");
  }
  nlohmann::json written = trace(p);
  for (const char *recorded : {"before", "cuda off", "on"})
    EXPECT_EQ(scopesNamed(written, recorded), 1) << recorded;
  EXPECT_EQ(p.stats().number_of_events, 3u);
}

TEST_F(Profile, HandlerWritesForTensorBoard) {
  options wanted;
  wanted.schedule = schedule(0, 1, 1, 2);
  wanted.on_trace_ready = tensorboard_trace_handler(file("log"), "worker");
  {
    profile p(wanted);
    for (int i = 0; i < 4; ++i)
      p.step();
  }
  wanted.on_trace_ready = tensorboard_trace_handler(file("log") + "/a/b/", "", true);
  wanted.schedule = nullptr;
  profile p(wanted);
  p.stop();
  auto namesIn = [this](const std::string &folder) {
    std::vector<std::string> names;
    DIR *directory = opendir(file(folder).c_str());
    while (dirent *entry = directory ? readdir(directory) : nullptr)
      if (entry->d_name[0] != '.')
        names.emplace_back(entry->d_name);
    closedir(directory);
    return names;
  };
  std::regex plain("worker\\.[0-9]{19}\\.pt\\.trace\\.json"),
      packed(".*_" + std::to_string(getpid()) + "\\.[0-9]{19}\\.pt\\.trace\\.json\\.gz");
  std::vector<std::string> worker = namesIn("log"), own = namesIn("log/a/b");
  worker.erase(std::remove(worker.begin(), worker.end(), "a"), worker.end());
  ASSERT_EQ(worker.size(), 2u);
  ASSERT_EQ(own.size(), 1u);
  for (const std::string &name : worker) {
    EXPECT_TRUE(std::regex_match(name, plain)) << name;
    EXPECT_TRUE(read("log/" + name).contains("traceEvents"));
  }
  EXPECT_TRUE(std::regex_match(own[0], packed)) << own[0];
  std::ifstream in(file("log/a/b/" + own[0]));
  EXPECT_EQ(in.get(), 0x1f);

  EXPECT_EQ(messageOf<error>([&] { tensorboard_trace_handler("/proc/nowhere/x")(p); }),
            "cannot create the folder /proc/nowhere: No such file or directory");
  EXPECT_EQ(system(("rm -r " + file("log")).c_str()), 0);
}

TEST_F(Profile, StepsHaveTimes) {
  profile p;
  for (int i = 0; i < 2; ++i) {
    volatile unsigned sum = 0;
    for (unsigned j = 0; j < 2000000; ++j)
      sum = sum + j;
    p.step();
  }
  StepList steps = p.per_step();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].number, 1);
  EXPECT_GT(steps[0].wall_ns, 0);
  EXPECT_GT(steps[0].cpu_ns, 0);
  EXPECT_NE(steps.table().find("\n      ProfilerStep#1  "), std::string::npos) << steps.table();
  EXPECT_EQ(steps.to_csv().substr(0, 33), "step,wall_ns,cpu_ns,gpu_busy_ns\n0");
  EXPECT_EQ(nlohmann::json::parse(steps.to_json())[1]["cpu_ns"], steps[1].cpu_ns);
  EXPECT_FALSE(steps[1].gpu_utilization());
  EXPECT_TRUE(nlohmann::json::parse(steps.to_json())[1]["gpu_busy_ns"].is_null());
  EXPECT_EQ(steps.table().find("GPU"), std::string::npos);
}

TEST(StepList, GpusThatWorkedAreThereWhereTheyWereRecorded) {
  StepList steps = {{0, 2000, 1000, 5, 3000}, {1, 1000, 1000, 9, std::nullopt}, {2, 0, 0, 9, 0}};
  EXPECT_EQ(steps[0].gpu_utilization(), 1.5);
  EXPECT_FALSE(steps[1].gpu_utilization());
  EXPECT_FALSE(steps[2].gpu_utilization());
  EXPECT_EQ(steps.to_csv(), "step,wall_ns,cpu_ns,gpu_busy_ns\n0,2000,1000,3000\n1,1000,1000,\n2,0,0,0\n");
  std::string table = steps.table();
  EXPECT_NE(table.find("        GPU busy            GPUs  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("         3.000us            1.50  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("             n/a             n/a  \n"), std::string::npos) << table;
}

}  // namespace
}  // namespace autoscope
