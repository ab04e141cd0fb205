// The control protocol: what is written is read as it was, and nothing else is believed.
#include "control/Protocol.h"

#include <gtest/gtest.h>
#include <random>

namespace autoscope::control {
namespace {

std::string errorOf(std::string_view text) {
  Line line;
  return parse(text, line);
}

TEST(Protocol, EveryValueComesBack) {
  std::string all;
  for (int c = 1; c < 256; ++c)
    all += char(c);
  Line line = {"start", {}};
  line.add("AUTOSCOPE_OUTPUT", "/a folder/x=1%\n.json").add("empty", "").add(all, all).add("count", uint64_t(1) << 62);
  std::string text = write(line);
  ASSERT_EQ(text.back(), '\n');
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_EQ(text.rfind("autoscope/1 start AUTOSCOPE_OUTPUT=/a%20folder/x%3D1%25%0A.json empty= ", 0), 0u) << text;
  Line read;
  EXPECT_EQ(parse(text.substr(0, text.size() - 1), read), "");
  EXPECT_EQ(read.word, "start");
  EXPECT_EQ(read.fields, line.fields);
  EXPECT_EQ(read.number("count"), uint64_t(1) << 62);
  EXPECT_EQ(read.find("other"), nullptr);
}

TEST(Protocol, WhatIsNoLineIsSaid) {
  EXPECT_EQ(errorOf(""), "the line is not of autoscope's control protocol");
  EXPECT_EQ(errorOf("GET / HTTP/1.1"), "the line is not of autoscope's control protocol");
  EXPECT_EQ(errorOf("autoscope/2 status"), "the line is of another version of autoscope's control protocol than 1");
  EXPECT_EQ(errorOf("autoscope/1"), "the line has no word that says what it is");
  EXPECT_EQ(errorOf("autoscope/1 a b"), "a word of the line is no KEY=VALUE");
  EXPECT_EQ(errorOf("autoscope/1 a =b"), "a word of the line is no KEY=VALUE");
  EXPECT_EQ(errorOf("autoscope/1 a b=%0"), "a word of the line is no KEY=VALUE");
  EXPECT_EQ(errorOf("autoscope/1 a b=%00"), "a word of the line is no KEY=VALUE");
  EXPECT_EQ(errorOf("autoscope/1 a b=c=d"), "a word of the line is no KEY=VALUE");
  EXPECT_EQ(errorOf("autoscope/1 a b=1 b=2"), "the line has a key twice");
  EXPECT_EQ(errorOf(std::string(maxLine, 'a')), "the line is longer than 65536 bytes");
  std::string many = "autoscope/1 a";
  for (size_t i = 0; i <= maxFields; ++i)
    many += " k" + std::to_string(i) + "=";
  EXPECT_EQ(errorOf(many), "the line has more than 128 keys");
}

TEST(Protocol, NumbersAreDecimalOrNothing) {
  Line line = ok();
  line.add("minus", "-1").add("hex", "0x10").add("long", "12345678901234567890").add("good", "42");
  EXPECT_EQ(line.number("minus"), 0u);
  EXPECT_EQ(line.number("hex"), 0u);
  EXPECT_EQ(line.number("long"), 0u);
  EXPECT_EQ(line.number("good"), 42u);
}

TEST(Protocol, WhatIsTooLongIsWrittenAsAnError) {
  Line line;
  std::string text = write(ok().add("text", std::string(maxLine, 'x')));
  ASSERT_LE(text.size(), maxLine);
  ASSERT_EQ(parse(text.substr(0, text.size() - 1), line), "");
  EXPECT_EQ(line.value("message"), "the answer is longer than a line may be");
}

// Damaged lines are refused or read, and what is read is written again as it was read.
TEST(Protocol, DamagedLinesAreHarmless) {
  std::mt19937 random(5);
  const std::string good = "autoscope/1 start AUTOSCOPE_OUTPUT=/a%20b.json AUTOSCOPE_OVERFLOW=drop number=3";
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (unsigned k = random() % 4; k > 0; --k)
      text[random() % text.size()] = char(random());
    if (random() % 4 == 0)
      text.resize(random() % text.size());
    Line line, again;
    if (!parse(text, line).empty())
      continue;
    ++read;
    std::string written = write(line);
    ASSERT_EQ(parse(written.substr(0, written.size() - 1), again), "") << text;
    ASSERT_EQ(line.fields, again.fields) << text;
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace autoscope::control
