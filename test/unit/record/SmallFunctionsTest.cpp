// Notes about functions without a scope are read from among other notes, and damaged ones end the reading quietly.
#include "record/SmallFunctions.h"

#include <gtest/gtest.h>

#include <string>

namespace {

std::string word(uint32_t value) {
  return {reinterpret_cast<const char *>(&value), sizeof value};
}

std::string note(std::string owner, uint32_t type, const std::string &data) {
  owner.push_back('\0');
  std::string text = word(uint32_t(owner.size())) + word(uint32_t(data.size())) + word(type);
  owner.resize((owner.size() + 3) / 4 * 4);
  return text + owner + data;
}

size_t countIn(std::string_view notes) {
  std::set<uint32_t> places;
  autoscope::record::addSmallFunctions(notes, places);
  return places.size();
}

TEST(SmallFunctions, CountsEachPlaceOnceAmongOtherNotes) {
  std::string notes = note("GNU", 3, "12345678") + note("autoscope", 0x53, word(1) + word(2)) +
                      note("autoscope", 0x54, word(7)) + note("autoscopf", 0x53, word(8)) +
                      note("autoscope", 0x53, word(2) + word(3));
  EXPECT_EQ(countIn(notes), 3U);
}

TEST(SmallFunctions, EndsAtADamagedNote) {
  std::string good = note("autoscope", 0x53, word(1) + word(2));
  for (size_t bytes = 0; bytes < good.size(); ++bytes)
    EXPECT_EQ(countIn(std::string_view(good).substr(0, bytes)), 0U) << bytes;
  EXPECT_EQ(countIn(good), 2U);
  EXPECT_EQ(countIn(good + word(~0U) + word(~0U) + word(0x53) + good), 2U);
  EXPECT_EQ(countIn(good + word(10) + word(~0U - 1) + word(0x53) + good), 2U);
}

}  // namespace
