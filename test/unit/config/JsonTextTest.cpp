// Text is JSON exactly where RFC 8259 says so.
#include "config/JsonText.h"

#include <gtest/gtest.h>
#include <string>

namespace autoscope::config {
namespace {

TEST(JsonText, WhatIsJson) {
  for (const char *text : {"1", "-0", "0.5e-3", "1E+9", "\"\"", "\"a\\n\\u00e9\\\"\"", "true", "false", "null", "[]",
                           "{}", " [1, [2], {\"a\": {\"b\": []}}]\n", "{\"a\":1,\"b\":\"x\"}", "\"\xc3\xa9\""})
    EXPECT_TRUE(isJson(text)) << text;
}

TEST(JsonText, WhatIsNone) {
  for (const char *text :
       {"",        " ",           "abc",      "01",   "1.",   ".5",    "+1",      "1e",    "- 1",        "\"",
        "\"\\x\"", "\"\\u12g4\"", "\"a\nb\"", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}", "{\"a\" 1}",
        "[",       "{",           "]",        "1 2",  "tru",  "nulls", "'a'",     "NaN",   "[1}"})
    EXPECT_FALSE(isJson(text)) << text;
  EXPECT_FALSE(isJson(std::string_view("1\0", 2)));
}

TEST(JsonText, DepthIsLimited) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(isJson(nested(200)));
  EXPECT_FALSE(isJson(nested(300)));
  EXPECT_FALSE(isJson(std::string(1000000, '[')));
}

}  // namespace
}  // namespace autoscope::config
