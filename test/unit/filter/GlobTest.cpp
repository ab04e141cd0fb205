// Globs match names and paths as documented, and a bad one says why.
#include "filter/Glob.h"

#include <gtest/gtest.h>

namespace {

using autoscope::filter::Glob;

struct Case {
  const char *pattern;
  const char *text;
  bool matches;
};

TEST(Glob, Matches) {
  const Case cases[] = {
      {"a", "a", true},
      {"a", "ab", false},
      {"*", "", true},
      {"a*c", "abbc", true},
      {"a*c", "abcd", false},
      {"*::get", "net::Box<int>::get", true},
      {"*a*b*", "xxaxxbxx", true},
      {"*a*b*c", "xxaxxbxx", false},
      {"a?c", "abc", true},
      {"a?c", "ac", false},
      {"[a-c]x", "bx", true},
      {"[a-c]x", "dx", false},
      {"[!a-c]x", "dx", true},
      {"[!a-c]x", "ax", false},
      {"operator[]", "operator[]", true},
      {"operator\\*", "operator*", true},
      {"operator\\*", "operatorx", false},
      {"**", "anything", true},
  };
  for (const Case &c : cases) {
    std::string why;
    auto glob = Glob::parse(c.pattern, why);
    ASSERT_TRUE(glob) << c.pattern << ": " << why;
    EXPECT_EQ(glob->matches(c.text), c.matches) << c.pattern << " on " << c.text;
  }
}

TEST(Glob, MatchesPathFromAnyComponent) {
  std::string why;
  auto glob = Glob::parse("src/*.cpp", why);
  ASSERT_TRUE(glob);
  EXPECT_TRUE(glob->matchesPath("src/a.cpp"));
  EXPECT_TRUE(glob->matchesPath("/home/me/src/a.cpp"));
  EXPECT_FALSE(glob->matchesPath("/home/mysrc/a.cpp"));
}

TEST(Glob, RejectsBadPatternsWithAReason) {
  for (const char *pattern : {"", "a[", "[b-a]", "[!]", "a\\"}) {
    std::string why;
    EXPECT_FALSE(Glob::parse(pattern, why)) << pattern;
    EXPECT_FALSE(why.empty()) << pattern;
  }
}

TEST(Glob, KnowsWhetherItNamesOneThing) {
  std::string why;
  EXPECT_TRUE(Glob::parse("a::b", why)->isLiteral());
  EXPECT_TRUE(Glob::parse("operator[]", why)->isLiteral());
  EXPECT_FALSE(Glob::parse("a::*", why)->isLiteral());
}

// A pattern of many stars must not take exponential time.
TEST(Glob, ManyStarsAreFast) {
  std::string pattern, why;
  for (int i = 0; i < 30; ++i)
    pattern += "*a";
  auto glob = Glob::parse(pattern + "b", why);
  ASSERT_TRUE(glob);
  EXPECT_FALSE(glob->matches(std::string(2000, 'a')));
}

}  // namespace
