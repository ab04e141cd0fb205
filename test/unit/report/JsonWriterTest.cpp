// The writer's output is strict JSON for any bytes, and numbers are exact.
#include "report/JsonWriter.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace autoscope::report {
namespace {

std::string stringOf(std::string_view text) {
  TextBuffer out;
  JsonWriter(out).string(text);
  return out.string();
}

TEST(JsonWriter, SeparatesAndCloses) {
  TextBuffer out;
  JsonWriter json(out);
  JsonMembers shared([](JsonWriter &inner) { inner.key("x").integer(1).key("y").string("z"); });
  json.beginObject().key("a").integer(-5).key("b").beginArray().integer(1u).boolean(true).endArray();
  json.key("c").beginObject().endObject().members(shared).members(JsonMembers()).key("d").boolean(false).endObject();
  EXPECT_EQ(out.view(), R"({"a": -5, "b": [1, true], "c": {}, "x": 1, "y": "z", "d": false})");
}

TEST(JsonWriter, PutsElementsOnLines) {
  TextBuffer out;
  JsonWriter(out).beginArray().newLine().integer(1).newLine().integer(2).newLine().endArray();
  EXPECT_EQ(out.view(), "[\n1,\n2\n]");
}

TEST(JsonWriter, PrintsMicrosecondsFromIntegers) {
  TextBuffer out;
  JsonWriter(out).beginArray().microseconds(0).microseconds(7).microseconds(1050).microseconds(~uint64_t{0}).endArray();
  EXPECT_EQ(out.view(), "[0.000, 0.007, 1.050, 18446744073709551.615]");
}

// G27
TEST(JsonWriter, EscapesSoThatNamesRoundTrip) {
  for (const std::string &name :
       {std::string("operator\"\"_kg"), std::string("a\\b\n\t\r\x01\x1f\x7f"), std::string("nul\0inside", 10),
        std::string("\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80"), std::string()})
    EXPECT_EQ(nlohmann::json::parse(stringOf(name)).get<std::string>(), name);
}

TEST(JsonWriter, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(stringOf("a\xff"
                     "b"),
            R"("a\ufffdb")");
  EXPECT_EQ(stringOf("\xc3"), R"("\ufffd")");                      // torn
  EXPECT_EQ(stringOf("\xc0\xaf"), R"("\ufffd\ufffd")");            // overlong
  EXPECT_EQ(stringOf("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");  // surrogate
  EXPECT_EQ(stringOf("\xf4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");
}

TEST(JsonWriter, IsStrictForRandomBytes) {
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes(random() % 12, '\0');
    for (char &c : bytes)
      c = static_cast<char>(random());
    std::string json = stringOf(bytes);
    ASSERT_TRUE(nlohmann::json::accept(json)) << json;
  }
}

}  // namespace
}  // namespace autoscope::report
