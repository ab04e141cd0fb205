// Options become plain values; a text that is none yields one sentence that names it.
#include "options/Options.h"

#include <gtest/gtest.h>

namespace {

using autoscope::Options;

std::optional<std::string> parse(const std::vector<std::string> &arguments, Options &options) {
  auto readFile = [](const std::string &path) -> std::optional<std::string> {
    if (path == "good")
      return "exclude a\n";
    if (path == "bad")
      return "exclude a\nnonsense\n";
    return std::nullopt;
  };
  return autoscope::parseOptions(arguments, readFile, options);
}

TEST(Options, ReadsEachKind) {
  Options options;
  auto problem = parse({"all", "system-headers", "remarks", "include=a,b::*", "exclude=file:src/*", "filter-file=good",
                        "min-statements=7", "bases=::mine::Base, other,na\xc3\xafve::_B9",
                        "methods=forward,operator (),run,operator,,operator->", "list=-", "header=h", "verify"},
                       options);
  ASSERT_FALSE(problem) << *problem;
  EXPECT_TRUE(options.all && options.systemHeaders && options.remarks && options.verify);
  EXPECT_EQ(options.rules.size(), 4u);
  EXPECT_EQ(options.minStatements, 7u);
  EXPECT_EQ(options.bases, (std::vector<std::string>{"mine::Base", "other", "na\xc3\xafve::_B9"}));
  EXPECT_EQ(options.methods, (std::vector<std::string>{"forward", "operator()", "run", "operator,", "operator->"}));
  EXPECT_EQ(options.list, "-");
  EXPECT_EQ(options.header, "h");
}

TEST(Options, DefaultsInstrumentNothingButTorchModules) {
  Options options;
  ASSERT_FALSE(parse({}, options));
  EXPECT_FALSE(options.all);
  EXPECT_TRUE(options.rules.empty());
  EXPECT_EQ(options.bases, std::vector<std::string>{"torch::nn::Module"});
  EXPECT_EQ(options.methods, std::vector<std::string>{"forward"});
}

TEST(Options, CommasInsideBracketsBelongToTheName) {
  Options options;
  ASSERT_FALSE(parse({"include=map<int, long>::at,f(int, int)"}, options));
  ASSERT_EQ(options.rules.size(), 2u);
  EXPECT_EQ(options.rules[0].glob.pattern(), "map<int, long>::at");
  EXPECT_EQ(options.rules[1].glob.pattern(), "f(int, int)");
}

TEST(Options, SymbolsOfOperatorsOpenNoBracketAndBlanksAroundCommasGo) {
  Options options;
  ASSERT_FALSE(
      parse({"include=A::operator<,foo", "include=operator<<, operator()(int, int) ,\toperator->,operator,,b<c, d>"},
            options));
  std::vector<std::string> patterns;
  for (const auto &rule : options.rules)
    patterns.push_back(rule.glob.pattern());
  EXPECT_EQ(patterns, (std::vector<std::string>{"A::operator<", "foo", "operator<<", "operator()(int, int)",
                                                "operator->", "operator,", "b<c, d>"}));
}

TEST(Options, NamesWhatIsWrong) {
  const struct {
    const char *argument;
    const char *part;
  } cases[] = {
      {"nonsense", "unknown option 'nonsense'; the options are all, include="},
      {"all=1", "option 'all' takes no value, got '1'"},
      {"include", "option 'include' needs a value"},
      {"include=a[", "bad glob 'a['"},
      {"include=a,", "bad glob ''"},
      {"min-statements=-1", "bad number '-1'"},
      {"min-statements=99999999999999999999", "is too large"},
      {"min-statements=3x", "bad number '3x'"},
      {"filter-file=none", "cannot read filter file 'none'"},
      {"filter-file=bad", "filter file 'bad', line 2:"},
      {"bases=a b",
       "bad class 'a b' for option 'bases': expected qualified names such as torch::nn::Module, of templates"},
      {"bases=eng.Stage", "bad class 'eng.Stage'"},
      {"bases=eng::Stage;eng::Act", "bad class 'eng::Stage;eng::Act'"},
      {"bases=eng::Fused<eng::Act,2>", "bad class 'eng::Fused<eng::Act,2>'"},
      {"bases=eng::Stage,lib::Base&", "bad class 'lib::Base&'"},
      {"bases=lib:Base", "bad class 'lib:Base'"},
      {"bases=lib::", "bad class 'lib::'"},
      {"bases=::::lib", "bad class '::::lib'"},
      {"bases=lib::9x", "bad class 'lib::9x'"},
      {"bases=operator", "bad class 'operator'"},
      {"bases=a,", "bad class ''"},
      {"bases=::", "bad class '::'"},
      {"methods=run,", "bad method '' for option 'methods': expected names such as forward, operator() or run"},
      {"methods=Net::run", "bad method 'Net::run'"},
      {"methods=run()", "bad method 'run()'"},
      {"methods=run*", "bad method 'run*'"},
      {"methods=operator", "bad method 'operator'"},
      {"methods=operator bool", "bad method 'operator bool'"},
      {"methods=4ward", "bad method '4ward'"},
  };
  for (const auto &c : cases) {
    Options options;
    auto problem = parse({c.argument}, options);
    ASSERT_TRUE(problem) << c.argument;
    EXPECT_NE(problem->find(c.part), std::string::npos) << *problem;
  }
}

TEST(Options, HelpNamesEveryOption) {
  std::string help = autoscope::optionsHelp();
  for (const char *name : {"all", "include=", "exclude=", "filter-file=", "min-statements=", "system-headers",
                           "bases=", "methods=", "remarks", "list=", "header=", "verify"})
    EXPECT_NE(help.find(std::string("  ") + name), std::string::npos) << name;
}

}  // namespace
