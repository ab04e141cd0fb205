// The JSON reader takes what RFC 8259 allows, gives texts without escapes, and refuses the rest with place and reason.
#include "config/JsonText.h"

#include <gtest/gtest.h>
#include <string>

namespace autoscope::config {
namespace {

TEST(JsonText, ValuesOfAllKinds) {
  ParsedJson parsed = parseJson(R"( {"a": [1, -2.5e+3, true, false, null], "b": {"c": "d"}, "e": [], "f": {}} )");
  ASSERT_EQ(parsed.error, "");
  const Json &value = parsed.value;
  ASSERT_EQ(value.kind, Json::Kind::Object);
  EXPECT_EQ(value.names, (std::vector<std::string>{"a", "b", "e", "f"}));
  const Json &list = *value.find("a");
  ASSERT_EQ(list.kind, Json::Kind::List);
  ASSERT_EQ(list.items.size(), 5u);
  EXPECT_EQ(list.items[0].text, "1");
  EXPECT_EQ(list.items[1].kind, Json::Kind::Number);
  EXPECT_EQ(list.items[1].text, "-2.5e+3");
  EXPECT_EQ(list.items[2].kind, Json::Kind::True);
  EXPECT_EQ(list.items[3].kind, Json::Kind::False);
  EXPECT_EQ(list.items[4].kind, Json::Kind::Null);
  EXPECT_EQ(value.find("b")->find("c")->text, "d");
  EXPECT_EQ(value.find("e")->kind, Json::Kind::List);
  EXPECT_EQ(value.find("f")->kind, Json::Kind::Object);
  EXPECT_EQ(value.find("g"), nullptr);
  EXPECT_EQ(list.find("a"), nullptr);
}

TEST(JsonText, EscapesBecomeUtf8) {
  EXPECT_EQ(parseJson(R"("\"\\\/\b\f\n\r\t")").value.text, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(parseJson(R"("\u0041\u00e9\u20AC\ud83d\ude00")").value.text, "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(parseJson("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"").value.text, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(parseJson(R"("\u0000")").value.text, std::string(1, '\0'));
}

TEST(JsonText, WhatIsNoJsonIsToldWithItsPlace) {
  const struct {
    const char *text, *error;
  } cases[] = {
      {"", "a value was expected at character 1"},
      {"{", "a name in quotes was expected at character 2"},
      {"{a: 1}", "a name in quotes was expected at character 2"},
      {"{'a': 1}", "a name in quotes was expected at character 2"},
      {R"({"a" 1})", "a colon was expected at character 6"},
      {R"({"a": 1,})", "a name in quotes was expected at character 9"},
      {R"({"a": 1 "b": 2})", "a comma or } was expected at character 9"},
      {"[1 2]", "a comma or ] was expected at character 4"},
      {"[1,]", "a value was expected at character 4"},
      {"01", "something follows the value at character 2"},
      {"1.", "a digit was expected at character 3"},
      {"-", "a digit was expected at character 2"},
      {"1e", "a digit was expected at character 3"},
      {"+1", "a value was expected at character 1"},
      {"NaN", "a value was expected at character 1"},
      {"True", "a value was expected at character 1"},
      {"nul", "a value was expected at character 1"},
      {"true false", "something follows the value at character 6"},
      {"\"a", "a text has no end at character 3"},
      {"\"a\nb\"", "a text has a control character at character 3"},
      {R"("\x")", "an unknown escape at character 3"},
      {R"("\)", "an unknown escape at character 3"},
      {R"("\u12g4")", "four hexadecimal digits were expected at character 6"},
      {R"("\ud83d")", "half of a surrogate pair stands alone at character 8"},
      {R"("\ude00")", "half of a surrogate pair stands alone at character 8"},
      {R"("\ud83d\u0041")", "half of a surrogate pair stands alone at character 14"},
      {"\"\xff\"", "a text is no UTF-8 at character 2"},
      {"\"\xc0\x80\"", "a text is no UTF-8 at character 2"},
      {"\"\xe0\x80\x80\"", "a text is no UTF-8 at character 2"},
      {"\"\xed\xa0\x80\"", "a text is no UTF-8 at character 2"},
      {"\"\xf4\x90\x80\x80\"", "a text is no UTF-8 at character 2"},
      {"\"\xe2\x82\"", "a text is no UTF-8 at character 2"},
  };
  for (const auto &[text, error] : cases) {
    EXPECT_EQ(parseJson(text).error, "it is no JSON: " + std::string(error)) << text;
    EXPECT_FALSE(isJson(text)) << text;
  }
}

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

TEST(JsonText, NestingIsLimited) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(isJson(nested(maxJsonDepth)));
  EXPECT_FALSE(isJson(nested(maxJsonDepth + 1)));
  EXPECT_EQ(parseJson(std::string(1000000, '[')).error, "it is no JSON: it is nested too deep at character 201");
}

TEST(JsonText, ValuesAreShownForMessages) {
  EXPECT_EQ(shown(parseJson(R"("a\tb")").value), "\"a\tb\"");
  EXPECT_EQ(shown(parseJson("-1.5").value), "-1.5");
  EXPECT_EQ(shown(parseJson("true").value), "true");
  EXPECT_EQ(shown(parseJson("[1]").value), "[...]");
  EXPECT_EQ(shown(parseJson("{}").value), "{}");
}

}  // namespace
}  // namespace autoscope::config
