// The table has torch.profiler's layout to the character, and ends with what was lost.
#include "report/TableReport.h"

#include "SessionScript.h"

#include <clocale>
#include <gtest/gtest.h>
#include <locale>

namespace autoscope::report {
namespace {

using test::Extras;
using test::SessionScript;

model::Profile profileOf(SessionScript &script) {
  return model::buildProfile(*script.open());
}

SessionScript twoFunctions() {
  SessionScript script;
  uint32_t work = script.function("work(int)"), step = script.function("step()");
  script.thread(1).enter(work, 2'000).scope(step, 3'000, 1'503'000).scope(step, 2'000'000, 3'000'000).leave(5'002'000);
  return script;
}

constexpr char twoFunctionsTable[] =
    "-------------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
    "         Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls  \n"
    "-------------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
    "       step()        50.00%       2.500ms        50.00%       2.500ms       1.250ms             2  \n"
    "    work(int)        50.00%       2.500ms       100.00%       5.000ms       5.000ms             1  \n"
    "-------------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
    "Self CPU time total: 5.000ms\n";

TEST(TableReport, HasTorchsLayout) {
  SessionScript script = twoFunctions();
  TableOptions options;
  options.sortBy = SortKey::name;
  EXPECT_EQ(formatTable(profileOf(script), options), twoFunctionsTable);
}

// G28
TEST(TableReport, IgnoresTheLocale) {
  struct Grouping : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale before = std::locale::global(std::locale(std::locale::classic(), new Grouping));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed
  SessionScript script = twoFunctions();
  TableOptions options;
  options.sortBy = SortKey::name;
  std::string table = formatTable(profileOf(script), options);
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  EXPECT_EQ(table, twoFunctionsTable);
}

TEST(TableReport, CutsNamesSortsAndLimitsRows) {
  SessionScript script;
  uint32_t big = script.function(std::string(80, 'n')), small = script.function("s");
  script.thread(1).scope(big, 2000, 9000).scope(small, 10'000, 10'500);
  model::Profile profile = profileOf(script);
  TableOptions options;
  std::string table = formatTable(profile, options);
  EXPECT_NE(table.find("\n" + std::string(52, 'n') + "...  "), std::string::npos);
  EXPECT_EQ(table.find('\n'), 55u + 2 + 6 * 14);
  options.rowLimit = 1;
  table = formatTable(profile, options);
  EXPECT_EQ(table.find("  s  "), std::string::npos);
  EXPECT_NE(table.find("\n1 more row: --limit -1 shows all\n"), std::string::npos);
  options.rowLimit = -1;
  options.sortBy = SortKey::count;
  options.maxNameColumnWidth.reset();
  table = formatTable(profile, options);
  EXPECT_EQ(table.find("more row"), std::string::npos);
  EXPECT_NE(table.find("\n    " + std::string(80, 'n') + "  "), std::string::npos);
}

TEST(TableReport, HasAColumnForModulesWhereRowsAreByModule) {
  SessionScript script;
  uint32_t forward = script.site(test::siteText("f()", "a.cpp", 1, "", "Net")), help = script.function("help()");
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Net");
  script.thread(1)
      .scope(help, 1990, 2000)
      .enter(forward, 2000)
      .scope(help, 2010, 2030)
      .enter(forward, 2040)
      .scope(help, 2040, 2070)
      .leave(2080, {one, 0, 0, false})
      .leave(2100, {net, 0, 0, false});
  model::ProfileOptions byModule;
  byModule.byModule = true;
  TableOptions options;
  options.sortBy = SortKey::first;
  EXPECT_EQ(
      formatTable(model::buildProfile(*script.open(), byModule), options),
      "----------  ------------  ------------  ------------  ------------  ------------  ------------  -----------  "
      "\n"
      "      Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls  Module       "
      "\n"
      "----------  ------------  ------------  ------------  ------------  ------------  ------------  -----------  "
      "\n"
      "    help()         9.09%       0.010us         9.09%       0.010us       0.010us             1               "
      "\n"
      "       f()        36.36%       0.040us        90.91%       0.100us       0.100us             1  Net          "
      "\n"
      "    help()        18.18%       0.020us        18.18%       0.020us       0.020us             1  Net          "
      "\n"
      "       f()         9.09%       0.010us        36.36%       0.040us       0.040us             1  Net.one      "
      "\n"
      "    help()        27.27%       0.030us        27.27%       0.030us       0.030us             1  Net.one      "
      "\n"
      "----------  ------------  ------------  ------------  ------------  ------------  ------------  -----------  "
      "\n"
      "Self CPU time total: 0.110us\n");
  // Long modules keep their end, which tells them apart.
  options.maxModuleColumnWidth = 6;
  std::string table = formatTable(model::buildProfile(*script.open(), byModule), options);
  EXPECT_NE(table.find("  ...one  \n"), std::string::npos) << table;
  byModule.byModule = false;
  EXPECT_EQ(formatTable(model::buildProfile(*script.open(), byModule), options).find("Module"), std::string::npos);
}

TEST(TableReport, PutsAHeaderOnTop) {
  SessionScript script = twoFunctions();
  TableOptions options;
  options.header = "rank 3";
  std::string table = formatTable(profileOf(script), options);
  EXPECT_EQ(table.rfind(std::string(13 + 2 + 6 * 14 - 2, '=') + "\nrank 3\n-----", 0), 0u);
}

TEST(TableReport, EndsWithWhatWasLost) {
  SessionScript script = twoFunctions();
  script.loss(record::LossCause::BufferFull, 12);
  script.thread(2).enter(1, 6'000'000);
  std::string table = formatTable(profileOf(script), {});
  EXPECT_NE(table.find("\nLost: 12 scopes dropped because the buffer limit was reached\n"), std::string::npos);
  EXPECT_NE(table.find("\nOpen: 1 scope had not been left when the session ended"), std::string::npos);
}

// What could not be recorded any more may have ended long before its process was killed.
TEST(TableReport, TellsScopesThatTheEndOfTheDiskCutFromThoseThatAKillDid) {
  SessionScript script = twoFunctions();
  script.thread(3).scope(1, 5'000'000, 6'000'000, {0, 0, record::scopeCutByEnd});
  model::Profile profile = profileOf(script);
  EXPECT_EQ(profile.cutScopes, 1u);
  profile.losses.killed = true;
  profile.losses.writtenNs = 6'000'000;
  std::string cut = "Open: 1 scope had not been left when the recording ended; its time counts up to then\n";
  std::string table = formatTable(profile, {});
  EXPECT_NE(table.find("\n" + cut), std::string::npos) << table;
  EXPECT_EQ(table.find("when the process ended"), std::string::npos) << table;
  profile.openScopes = 3;
  table = formatTable(profile, {});
  EXPECT_NE(table.find(cut + "Open: 2 scopes had not been left when the process ended; their time"), std::string::npos)
      << table;
}

TEST(TableReport, SaysUpToWhenOpenScopesCount) {
  SessionScript script = twoFunctions();
  model::Profile profile = profileOf(script);
  profile.openScopes = 2;
  profile.losses.killed = true;
  EXPECT_NE(formatTable(profile, {})
                .find("\nOpen: 2 scopes had not been left when the process ended; their time counts "
                      "up to its last sign of life, at most about a second before its end\n"),
            std::string::npos);
  profile.openScopes = 1;
  profile.losses.killed = false;
  profile.losses.recording = true;
  EXPECT_NE(formatTable(profile, {})
                .find("\nStill recording: the process has not ended; this is what it has recorded "
                      "so far\nOpen: 1 scope has not been left yet; its time counts up to"),
            std::string::npos);
  profile.losses.recording = false;
  profile.losses.copied = true;
  EXPECT_NE(formatTable(profile, {})
                .find("\nCopied: the process went on, and what it recorded later is not here\nOpen: 1 scope had not "
                      "been left when it was copied; its time counts up to the latest that is recorded\n"),
            std::string::npos);
}

// "Where was it?"
TEST(TableReport, NamesTheScopesThatAreOpen) {
  SessionScript script;
  uint32_t run = script.function("run()"), forward = script.site(test::siteText("f()", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "Net", "Net"), layer = script.path(net, "layer", "Net");
  script.thread(1, 4242, "app").enter(run, 2000).enter(forward, 2010).openModule(net).scope(run, 2020, 2030);
  script.thread(1).enter(forward, 2040).openModule(layer);
  script.thread(2, 4243).enter(run, 2000);
  script.thread(3).scope(run, 2000, 2500);
  std::string table = formatTable(profileOf(script), {});
  EXPECT_NE(table.find("up to then\n"
                       "  thread 4242 (app): run() > f() > f(), in Net.layer\n"
                       "  thread 4243: run()\n"),
            std::string::npos)
      << table;
}

TEST(TableReport, BoundsWhatItSaysOfOpenScopes) {
  SessionScript script;
  uint32_t deep = script.function("deep()"), last = script.function(std::string(70, 'x'));
  for (uint64_t level = 0; level < 20; ++level)
    script.thread(1, 7).enter(deep, 2000 + level);
  script.thread(1).enter(last, 3000);
  for (uint32_t uid = 2; uid < 12; ++uid)
    script.thread(uid, 10 + uid).enter(deep, 2000);
  std::string table = formatTable(profileOf(script), {});
  EXPECT_NE(
      table.find("\n  thread 7: deep() > deep() > ... 13 more ... > deep() > deep() > deep() > deep() > deep() > " +
                 std::string(52, 'x') + "...\n"),
      std::string::npos)
      << table;
  EXPECT_NE(table.find("\n  thread 18: deep()\n  and on 3 more threads\n"), std::string::npos) << table;
  EXPECT_EQ(table.find("thread 19"), std::string::npos);
}

TEST(TableReport, HasNoAverageWithoutACall) {
  SessionScript script;
  script.thread(1).scope(script.function("f"), 2000, 3000, {0, 0, 0, false, {1, 4, false}});
  std::string table = formatTable(profileOf(script), {});
  EXPECT_NE(table.find("       1.000us             -             0  \n"), std::string::npos) << table;
}

TEST(TableReport, SaysWhyThereAreNoRows) {
  SessionScript script;
  model::Profile profile = profileOf(script);
  EXPECT_EQ(formatTable(profile, {}), "No instrumented function ran.\n");
  profile.filteredFunctions = 1;
  profile.smallFunctions = 1;
  EXPECT_EQ(formatTable(profile, {}),
            "All instrumented functions that ran were left out.\n"
            "1 function that was called was left out by AUTOSCOPE_FILTER\n"
            "Up to 1 function too small for a scope is not shown (plugin option min-statements=0 shows it)\n");
}

TEST(SortKeys, ListsTheValidOnes) {
  EXPECT_EQ(parseSortKey("cpu_time"), SortKey::cpu_time);
  EXPECT_FALSE(parseSortKey("cputime"));
  EXPECT_EQ(unknownSortKey("x"), "unknown sort key 'x'; valid keys are self_cpu_time_total, cpu_time_total, cpu_time, "
                                 "count, flops, name, first");
}

// A function that calls itself, or an operator's overload: as with the total time.
TEST(TableReport, CountsTheFlopsOfOutermostCalls) {
  SessionScript script;
  uint32_t f = script.function("f");
  Extras says{0, 0, 0, false, {}, 2'000'000};
  script.thread(1).enter(f, 2000).scope(f, 2010, 2020, says).leave(2100, says).scope(f, 3000, 3010, says);
  std::string table = formatTable(profileOf(script), {});
  EXPECT_NE(table.find("             3         4.000  \n"), std::string::npos) << table;
}

// As torch's table(): shapes are one row each and cut hard, FLOPs in the unit of the least, "--" where there are none.
TEST(TableReport, HasTorchsColumnsForShapesAndFlops) {
  SessionScript script;
  uint32_t f = script.function("f"), g = script.function("g");
  uint32_t small = script.string("[[2, 3], []]\x1f"
                                 "float\x1f");
  uint32_t big = script.string("[[" + std::string(90, '1') + "]]\x1f");
  script.thread(1)
      .scope(f, 2000, 3000, {0, small, 0, false, {}, 18135613440u})
      .scope(f, 4000, 5000, {0, big, 0, false, {}, 5120000})
      .scope(f, 6000, 7000, {0, small, 0, false, {}, 18135613440u})
      .scope(g, 8000, 8500);
  TableOptions options;
  options.sortBy = SortKey::flops;
  model::ProfileOptions byShape;
  byShape.byShape = true;
  std::string table = formatTable(model::buildProfile(*script.open(), byShape), options);
  EXPECT_NE(table.find("Input Shapes  Total MFLOPs  \n"), std::string::npos) << table;
  EXPECT_NE(table.find(std::string(68, ' ') + "[[2, 3], []]     36271.227  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("[[" + std::string(78, '1') + "         5.120  \n"), std::string::npos) << table;
  EXPECT_NE(table.find(std::string(80, ' ') + "            --  \n"), std::string::npos) << table;
  EXPECT_LT(table.find("36271.227"), table.find("5.120"));
  byShape.byShape = false;
  table = formatTable(model::buildProfile(*script.open(), byShape), options);
  EXPECT_EQ(table.find("Input Shapes"), std::string::npos);
  EXPECT_NE(table.find("Total GFLOPs"), std::string::npos);
  EXPECT_NE(table.find("36.276  \n"), std::string::npos) << table;
}

// Where torch's have them, with the memory of outermost calls and of scopes alone; none where nothing was recorded.
TEST(TableReport, HasTorchsColumnsForMemory) {
  SessionScript script = twoFunctions();
  uint32_t make = script.function("make()");
  Extras memory, inner;
  memory.memory = 2048;
  inner.memory = -1024;
  script.thread(2).enter(make, 3'000).scope(make, 3'500, 4'000, inner).leave(5'000, memory);
  TableOptions options;
  options.sortBy = SortKey::name;
  std::string table = formatTable(profileOf(script), options);
  EXPECT_NE(table.find("CPU time avg       CPU Mem  Self CPU Mem    # of Calls  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("     1.000us       1.00 KB       1.00 KB             2  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("     5.000ms           0 B           0 B             1  \n"), std::string::npos) << table;
  Extras device;
  device.deviceMemory = 3;
  script.thread(2).scope(make, 6'000, 7'000, device);
  table = formatTable(profileOf(script), options);
  EXPECT_NE(table.find("Self CPU Mem    Device Mem  Self Dev Mem    # of Calls  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("     1.00 KB           3 B           3 B             3  \n"), std::string::npos) << table;
}

TEST(TableReport, ShowsPeaksAndAllocationsOfTheHeap) {
  SessionScript script = twoFunctions();
  Extras heap;
  heap.memory = -1024;
  heap.heap = record::HeapUse{2048, 3, 4, 1536};
  script.thread(2).scope(script.function("make()"), 3'000, 4'000, heap).scope(3, 5'000, 6'000, heap);
  script.processMemory({0, 2048, 3'500, 2, 3'000});
  TableOptions options;
  options.sortBy = SortKey::name;
  std::string table = formatTable(profileOf(script), options);
  EXPECT_NE(table.find("Self CPU Mem          Peak   # of Allocs    # of Calls  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("    -2.00 KB       1.50 KB             6             2  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("         0 B           0 B             0             1  \n"), std::string::npos) << table;
  EXPECT_NE(table.find("Heap of the process, allocated less freed in the session: 2.00 KB at most, 0 B at the end\n"
                       "At most while this ran:\n  a thread: make() (a.cpp:1)\n"),
            std::string::npos)
      << table;
}

}  // namespace
}  // namespace autoscope::report
