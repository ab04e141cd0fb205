// Names of outputs: placeholders, the session of a product, and the name that keeps two processes apart.
#include "config/OutputPath.h"

#include <gtest/gtest.h>

namespace autoscope::config {
namespace {

const Places places = {"node7", "4242", "3", "20260102-030405"};

TEST(OutputPath, PlaceholdersAreReplaced) {
  EXPECT_EQ(expandPath("t-%h-%p-%r-%t-100%%.json", places).path, "t-node7-4242-3-20260102-030405-100%.json");
  EXPECT_EQ(expandPath("plain.json", places).path, "plain.json");
}

TEST(OutputPath, UnknownPlaceholderIsRefused) {
  EXPECT_EQ(expandPath("t%q.json", places).error, "%q is no placeholder (%h, %p, %r, %t and %% are)");
  EXPECT_EQ(expandPath("t%", places).error, "it ends in a single %");
}

TEST(OutputPath, SessionOfAProduct) {
  EXPECT_EQ(sessionOf("/a/trace.json"), "/a/trace.json.autoscope");
  EXPECT_EQ(sessionOf("/a/run.autoscope"), "/a/run.autoscope");
}

TEST(OutputPath, TagGoesBeforeTheEnding) {
  EXPECT_EQ(withTag("/a.b/trace.json", "7"), "/a.b/trace.7.json");
  EXPECT_EQ(withTag("trace.json.gz", "7"), "trace.7.json.gz");
  EXPECT_EQ(withTag("/a.b/trace", "7"), "/a.b/trace.7");
  EXPECT_EQ(withTag("/a/.hidden", "7"), "/a/.hidden.7");
}

TEST(OutputPath, TimeIsDigitsAndADash) {
  std::string time = currentPlaces().time;
  ASSERT_EQ(time.size(), 15u);
  EXPECT_EQ(time.find_first_not_of("0123456789-"), std::string::npos);
}

}  // namespace
}  // namespace autoscope::config
