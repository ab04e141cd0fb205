// Times, shares and cut names read as torch.profiler prints them.
#include "report/Numbers.h"

#include "report/Utf8.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

TEST(Numbers, ChoosesTheUnitBySize) {
  EXPECT_EQ(formatTime(0), "0.000us");
  EXPECT_EQ(formatTime(10), "0.010us");
  EXPECT_EQ(formatTime(999'999), "999.999us");
  EXPECT_EQ(formatTime(1'000'000), "1.000ms");
  EXPECT_EQ(formatTime(999'999'999), "1000.000ms");  // as torch: the threshold is before rounding
  EXPECT_EQ(formatTime(1'000'000'000), "1.000s");
}

TEST(Numbers, UsesTheUnitAskedFor) {
  EXPECT_EQ(formatTime(1'500'000, TimeUnit::Seconds), "0.002s");
  EXPECT_EQ(formatTime(1'500'000, TimeUnit::Milliseconds), "1.500ms");
  EXPECT_EQ(formatTime(1'500'000, TimeUnit::Microseconds), "1500.000us");
}

TEST(Numbers, Shares) {
  EXPECT_EQ(formatShare(1, 3), "33.33%");
  EXPECT_EQ(formatShare(5, 4), "125.00%");
  EXPECT_EQ(formatShare(0, 0), "NaN");
}

TEST(Numbers, CutsNamesByCharacters) {
  EXPECT_EQ(cutName("abcdef", 10), "abcdef");
  EXPECT_EQ(cutName("abcdefg", 10), "abcdefg...");  // seven characters are not below the limit of seven
  EXPECT_EQ(cutName("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 6), "\xc3\xa9\xc3\xa9\xc3\xa9...");
  EXPECT_EQ(padLeft("\xc3\xa9", 3), "  \xc3\xa9");
  EXPECT_EQ(padRight("toolong", 3), "toolong");
}

TEST(Numbers, KeepsControlCharactersOffTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31m\n"), "a\xef\xbf\xbd[31m\xef\xbf\xbd");
  EXPECT_EQ(printable("\xff"), "\xef\xbf\xbd");
  // The control characters of ISO 6429 behind ASCII, of which U+009B is another ESC [.
  EXPECT_EQ(printable("\xc2\x80|\xc2\x9b|\xc2\x9f|\xc2\xa0"), "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd|\xc2\xa0");
}

}  // namespace
}  // namespace autoscope::report
