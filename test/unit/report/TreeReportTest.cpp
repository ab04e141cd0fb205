// Trees show who is inside whom, containers included, with calls and times.
#include "report/TreeReport.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

TEST(TreeReport, ShowsModulesBelowEachOther) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "net", "Net"), layer = script.path(net, "layer1", "Sequential");
  uint32_t block = script.path(layer, "0", "Block");
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, {block, 0, 0, false})
      .leave(2100, {net, 0, 0, false});
  EXPECT_EQ(formatTree(model::buildProfile(*script.open()), {}),
            "------------  ----------  ------------  ------------  ------------  ------------  ------------\n"
            "Module        Type          # of Calls     CPU total   % of parent      Self CPU  CPU time avg\n"
            "------------  ----------  ------------  ------------  ------------  ------------  ------------\n"
            "net           Net                    1       0.100us       100.00%       0.090us       0.100us\n"
            "  layer1      Sequential             -       0.010us        10.00%             -             -\n"
            "    layer1.0  Block                  1       0.010us       100.00%       0.010us       0.010us\n"
            "------------  ----------  ------------  ------------  ------------  ------------  ------------\n");
}

TEST(TreeReport, ShowsCallsSortedAndCut) {
  SessionScript script;
  uint32_t a = script.function("a"), b = script.function("b"), c = script.function("c");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2020).enter(c, 2030).scope(b, 2035, 2036).leave(2090).leave(2100);
  script.thread(2).scope(b, 3000, 3100);
  model::Profile profile = model::buildProfile(*script.open());
  TreeOptions options;
  options.tree = TreeOf::Calls;
  options.sortBy = SortKey::cpu_time_total;
  options.maxDepth = 2;
  EXPECT_EQ(formatTree(profile, options),
            "--------  ------------  ------------  ------------  ------------  ------------\n"
            "Function    # of Calls     CPU total   % of parent      Self CPU  CPU time avg\n"
            "--------  ------------  ------------  ------------  ------------  ------------\n"
            "a                    1       0.100us        50.00%       0.030us       0.100us\n"
            "  c                  1       0.060us        60.00%       0.059us       0.060us\n"
            "  b                  1       0.010us        10.00%       0.010us       0.010us\n"
            "b                    1       0.100us        50.00%       0.100us       0.100us\n"
            "--------  ------------  ------------  ------------  ------------  ------------\n");
}

// Three calls of the outermost module; the layer runs in two of them, twice in the last, through a container that is
// never called.
SessionScript threeSteps() {
  SessionScript script;
  uint32_t train = script.site(siteText("train_step()", "a.cpp", 5, "", "", "app::train_step"));
  uint32_t forward = script.site(siteText("Net::forward()", "a.cpp", 1, "", "app::Net", "app::Net::forward"));
  uint32_t run = script.site(siteText("Layer::run()", "a.cpp", 2, "", "app::Layer", "app::Layer::run"));
  uint32_t net = script.path(0, "Net", "Net"), list = script.path(net, "layers", "ModuleList");
  uint32_t layer = script.path(list, "0", "Layer");
  Extras inNet{net, 0, 0, false}, inLayer{layer, 0, 0, false};
  script.thread(1)
      .enter(train, 2000)
      .enter(forward, 2010)
      .scope(run, 2020, 2050, inLayer)
      .leave(2100, inNet)
      .leave(2200)
      .enter(train, 3000)
      .scope(forward, 3010, 3310, inNet)
      .leave(3400)
      .enter(train, 4000)
      .enter(forward, 4000)
      .scope(run, 4010, 4030, inLayer)
      .scope(run, 4040, 4060, inLayer)
      .leave(4100, inNet)
      .leave(4100);
  return script;
}

TEST(TreeReport, ShowsTheLeastMedianAndMostTimeOfSteps) {
  SessionScript script = threeSteps();
  model::ProfileOptions profile;
  profile.bySteps = true;
  TreeOptions options;
  options.bySteps = true;
  EXPECT_EQ(
      formatTree(model::buildProfile(*script.open(), profile), options),
      "------------  ----------  ------------  ------------  ------------  ------------  ------------  ------------\n"
      "Module        Type          # of Steps    # of Calls       CPU min    CPU median       CPU max  Slowest step\n"
      "------------  ----------  ------------  ------------  ------------  ------------  ------------  ------------\n"
      "Net           Net                    3             3       0.090us       0.100us       0.300us             1\n"
      "  layers      ModuleList             2             -       0.030us       0.030us       0.040us             2\n"
      "    layers.0  Layer                  2             3       0.030us       0.030us       0.040us             2\n"
      "------------  ----------  ------------  ------------  ------------  ------------  ------------  ------------\n"
      "A step is a call of the outermost module; they are counted from 0\n");
}

TEST(TreeReport, ShowsOneStep) {
  SessionScript script = threeSteps();
  model::ProfileOptions profile;
  profile.bySteps = true;
  profile.onlyStep = 2;
  profile.isStep = [](const record::SiteText &site) { return site.qualifiedName == "app::train_step"; };
  TreeOptions options;
  options.step = 2;
  options.stepFunction = "train_step";
  std::string tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(tree.find("\n    layers.0  Layer                  2       0.040us       100.00%       0.040us"),
            std::string::npos)
      << tree;
  EXPECT_NE(tree.find("\nNet           Net                    1       0.100us       100.00%       0.060us"),
            std::string::npos)
      << tree;
  EXPECT_NE(
      tree.find("\nStep 2 only; a step is an outermost call of train_step, counted from 0; this one took 0.100us\n"),
      std::string::npos)
      << tree;
}

TEST(TreeReport, SaysHowLongTheStepsOfAFunctionTook) {
  SessionScript script = threeSteps();
  model::ProfileOptions profile;
  profile.bySteps = true;
  profile.isStep = [](const record::SiteText &site) { return site.name == "train_step()"; };
  TreeOptions options;
  options.bySteps = true;
  options.stepFunction = "train_step";
  std::string tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(tree.find("\nA step is an outermost call of train_step; they are counted from 0\n"
                      "3 steps: 0.100us min, 0.200us median, 0.400us max (step 1)\n"),
            std::string::npos)
      << tree;
}

TEST(TreeReport, SaysWhichStepsHadNotEnded) {
  SessionScript script = threeSteps();
  script.window(1000, 9000);
  uint32_t forward = script.site(siteText("Other::forward()", "b.cpp", 1, "", "Other"));
  script.thread(1).enter(1, 8000).enter(2, 8500).openModule(1);
  model::ProfileOptions profile;
  profile.bySteps = true;
  TreeOptions options;
  options.bySteps = true;
  std::string tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(tree.find("\nUnfinished: step 3 of Net had not ended and is in no column: `--step 3` shows it\n"),
            std::string::npos)
      << tree;
  EXPECT_NE(tree.find("\nNet           Net                    3             3       0.090us "), std::string::npos)
      << tree;
  profile.isStep = [](const record::SiteText &site) { return site.qualifiedName == "app::train_step"; };
  options.stepFunction = "train_step";
  for (uint32_t uid = 2; uid < 6; ++uid)
    script.thread(uid).enter(1, 8000 + uid).enter(forward, 8100).openModule(1);
  tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(
      tree.find("\n3 steps: 0.100us min, 0.200us median, 0.400us max (step 1)\n"
                "Unfinished: steps 3, 4, 5 and 2 more had not ended and are in no column: `--step 3` shows one\n"),
      std::string::npos)
      << tree;
  profile.onlyStep = options.step = 3;
  options.bySteps = false;
  tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(tree.find("; this one took 1.000us and had not ended\n"), std::string::npos) << tree;
}

// What ran outside every step is in no column, and has no row if it ran nowhere else.
TEST(TreeReport, CountsTheCallsOfStepsOnly) {
  SessionScript script;
  uint32_t train = script.function("train"), forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  Extras a{script.path(0, "A", "Net"), 0, 0, false}, b{script.path(0, "B", "Net"), 0, 0, false};
  Extras c{script.path(0, "C", "Net"), 0, 0, false};
  script.thread(1)
      .scope(forward, 2000, 2010, c)
      .scope(forward, 2020, 2030, a)
      .enter(train, 3000)
      .scope(forward, 3010, 3020, a)
      .scope(forward, 3030, 3040, b)
      .scope(forward, 3050, 3060, b)
      .leave(3100)
      .scope(forward, 4000, 4010, a)
      .scope(forward, 4020, 4030, a);
  model::ProfileOptions profile;
  profile.bySteps = true;
  profile.isStep = [](const record::SiteText &site) { return site.name == "train"; };
  TreeOptions options;
  options.bySteps = true;
  options.stepFunction = "train";
  options.sortBy = SortKey::count;
  std::string tree = formatTree(model::buildProfile(*script.open(), profile), options);
  EXPECT_NE(
      tree.find("\nB       Net              1             2       0.020us       0.020us       0.020us             0\n"
                "A       Net              1             1       0.010us       0.010us       0.010us             0\n"
                "------  "),
      std::string::npos)
      << tree;
  EXPECT_NE(tree.find("\nNot shown: 1 module that ran in no finished step\n"), std::string::npos) << tree;
}

// A module has the FLOPs of what ran in it and below; a scope that says its own says them for all that it calls.
TEST(TreeReport, ShowsFlopsWhereThereAreAny) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t conv = script.function("conv"), mul = script.function("mul"), block = script.function("block");
  uint32_t net = script.path(0, "net", "Net"), list = script.path(net, "list", "List");
  uint32_t a = script.path(list, "a", "A"), b = script.path(list, "b", "B"), c = script.path(b, "c", "C");
  auto says = [](uint64_t flops) { return Extras{0, 0, 0, false, {}, flops}; };
  script.thread(1)
      .enter(forward, 2000)
      .enter(forward, 2010)
      .enter(conv, 2020)
      .scope(mul, 2030, 2040, says(7'000'000))  // within conv's
      .leave(2050, says(1'000'000'000))
      .leave(2060, {a, 0, 0, false})
      .scope(mul, 2070, 2080, says(5'120'000))
      .enter(block, 2100)
      .enter(forward, 2110)
      .scope(mul, 2120, 2130, says(2'000'000))
      .enter(forward, 2140)
      .scope(mul, 2150, 2160, says(3'000'000))
      .leave(2170, {c, 0, 0, false})
      .leave(2180, {b, 0, 0, false})
      .leave(2190, says(4'000'000'000))  // for b and c, too
      .leave(2200, {net, 0, 0, false});
  std::string tree = formatTree(model::buildProfile(*script.open()), {});
  EXPECT_NE(tree.find("CPU time avg  Total MFLOPs\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.200us      5005.120\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find(" -             -      1005.000\n    list.a      A "), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.050us      1000.000\n    list.b      B "), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.070us         5.000\n      list.b.c"), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.030us         3.000\n"), std::string::npos) << tree;
  TreeOptions options;
  options.sortBy = SortKey::flops;
  options.tree = TreeOf::Calls;
  tree = formatTree(model::buildProfile(*script.open()), options);
  EXPECT_NE(tree.find("CPU time avg  Total MFLOPs\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n  block "), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.200us            --\n  block "), std::string::npos) << tree;
}

// A module has the bytes of what ran in it and below, also through a container; a peak is of one call.
TEST(TreeReport, ShowsMemoryWhereThereIsAny) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net")), helper = script.function("helper()");
  uint32_t net = script.path(0, "net", "Net"), layer = script.path(net, "layer1", "Sequential");
  uint32_t block = script.path(layer, "0", "Block");
  auto heap = [](uint32_t path, int64_t net_, uint64_t peak) {
    Extras extras{path, 0, 0, false};
    extras.memory = net_;
    extras.heap = record::HeapUse{0, 1, 0, peak};
    return extras;
  };
  script.thread(1)
      .enter(forward, 2000)
      .enter(forward, 2010)
      .scope(helper, 2012, 2014, heap(0, 2048, 4096))
      .leave(2020, heap(block, -1024, 8192))
      .leave(2100, heap(net, 512, 9216));
  model::Profile profile = model::buildProfile(*script.open());
  std::string tree = formatTree(profile, {});
  EXPECT_NE(tree.find("CPU time avg       CPU Mem          Peak\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("       0.100us       1.50 KB       9.00 KB\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("             -       1.00 KB             -\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("       0.010us       1.00 KB       8.00 KB\n"), std::string::npos) << tree;
  TreeOptions calls;
  calls.tree = TreeOf::Calls;
  tree = formatTree(profile, calls);
  EXPECT_NE(tree.find("       0.100us       1.50 KB       9.00 KB\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("       0.002us       2.00 KB       4.00 KB\n"), std::string::npos) << tree;
}

// Time and FLOPs of a module are of its calls, not of a module below it that is called past it; shares are of what is
// printed, and so may be more than the whole.
TEST(TreeReport, HasOneRuleForTimeAndFlops) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "net", "Net"), encoder = script.path(net, "encoder", "E");
  uint32_t embed = script.path(encoder, "embed", "M");
  auto says = [](uint32_t path) { return Extras{path, 0, 0, false, {}, 100'000'000}; };
  script.thread(1)
      .enter(forward, 2000)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, says(embed))
      .leave(2020, {encoder, 0, 0, false})
      .scope(forward, 2020, 2100, says(embed))
      .leave(2100, {net, 0, 0, false});
  std::string tree = formatTree(model::buildProfile(*script.open()), {});
  EXPECT_NE(tree.find(" 0.100us       200.000\n  encoder "), std::string::npos) << tree;
  EXPECT_NE(tree.find(" 0.020us        20.00%       0.010us       0.020us       100.000\n    encoder.embed "),
            std::string::npos)
      << tree;
  EXPECT_NE(tree.find(" 2       0.090us       450.00%       0.090us       0.045us       200.000\n"), std::string::npos)
      << tree;
}

// Columns align, and 10 characters of a name remain however deep it lies.
TEST(TreeReport, CutsNamesAndShowsLocalOnes) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "net", "Net"), layer = script.path(net, "layers", "List");
  uint32_t block = script.path(layer, "second_of_them", "Block");
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, {block, 0, 0, false})
      .leave(2100, {net, 0, 0, false});
  TreeOptions options;
  options.maxNameWidth = 12;
  std::string tree = formatTree(model::buildProfile(*script.open()), options);
  EXPECT_NE(tree.find("\nModule          Type "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n  layers        List "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n    ...of_them  Block "), std::string::npos) << tree;
  options.maxNameWidth.reset();
  options.localNames = true;
  tree = formatTree(model::buildProfile(*script.open()), options);
  EXPECT_NE(tree.find("\n  layers            List "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n    second_of_them  Block "), std::string::npos) << tree;
  options = {};
  options.tree = TreeOf::Calls;
  options.maxNameWidth = 10;
  SessionScript calls;
  calls.thread(1).scope(calls.function("aFunctionOfMany()"), 2000, 2100);
  tree = formatTree(model::buildProfile(*calls.open()), options);
  EXPECT_NE(tree.find("\naFuncti...  "), std::string::npos) << tree;
}

// As a damaged session may have them.
TEST(TreeReport, ShowsModulesWithoutNames) {
  SessionScript script;
  uint32_t forward = script.site(siteText("f", "a.cpp", 1, "", "Net"));
  uint32_t root = script.path(0, "", ""), child = script.path(root, "", ""),
           named = script.path(root, "layer", "Layer");
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, {child, 0, 0, false})
      .scope(forward, 2030, 2040, {named, 0, 0, false})
      .leave(2100, {root, 0, 0, false});
  std::string tree = formatTree(model::buildProfile(*script.open()), {});
  EXPECT_NE(tree.find("\n?                          1 "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n  ?                        1 "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n  layer  Layer             1 "), std::string::npos) << tree;
}

TEST(TreeReport, NamesModulesAsKinetoDoes) {
  SessionScript script = threeSteps();
  TreeOptions options;
  options.moduleNames = model::ModuleNames::Kineto;
  std::string tree = formatTree(model::buildProfile(*script.open()), options);
  EXPECT_NE(tree.find("\nTOP(Net)::forward "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n  layers(ModuleList) "), std::string::npos) << tree;
  EXPECT_NE(tree.find("\n    0(Layer)::run "), std::string::npos) << tree;
}

// Nothing has measured memory or a GPU yet.
TEST(TreeReport, HasNoColumnOfWhatWasNotMeasured) {
  SessionScript script = threeSteps();
  std::string tree = formatTree(model::buildProfile(*script.open()), {});
  for (const char *word : {"Mem", "GPU", "CUDA"})
    EXPECT_EQ(tree.find(word), std::string::npos);
}

TEST(TreeReport, SaysThatThereIsNoModule) {
  SessionScript script;
  script.thread(1).scope(script.function("a"), 2000, 2100);
  EXPECT_EQ(formatTree(model::buildProfile(*script.open()), {}),
            "No module was entered: `autoscope tree --calls` of a kept session (`-o FILE.autoscope`) shows who called "
            "whom.\n");
}

}  // namespace
}  // namespace autoscope::report
