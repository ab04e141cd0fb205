// The cache of module paths keeps what calls of the outermost module use: it grows until few places push each other
// out, and takes what it knows along.
#include "sources/modules/PathTable.h"

#include <gtest/gtest.h>

namespace autoscope::modules {
namespace {

using Table = PathTable<int>;
const __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, "", nullptr, nullptr};

const void *object(uintptr_t number) {
  return reinterpret_cast<const void *>(0x10000 + number * 48);
}

// Returns how many of the places were not known.
int visit(Table &table, uintptr_t objects) {
  int unknown = 0;
  table.beginRound();
  for (uintptr_t i = 0; i < objects; ++i) {
    Table::Place place = table.place(1, object(i), &site);
    if (!place.known) {
      ++unknown;
      place.entry = {object(i), &site, 1, uint32_t(i + 1), 0, nullptr, hot::moduleSitesSoFar()};
      place.route = int(i);
    }
    EXPECT_EQ(place.entry.path, i + 1);
    EXPECT_EQ(place.route, int(i));
    place.entry.goodUntil = ++table.calls;
  }
  return unknown;
}

TEST(PathTable, KnowsWhatItWasTold) {
  Table table;
  EXPECT_EQ(table.find(1, object(0), &site), nullptr);
  EXPECT_EQ(visit(table, 60), 60);
  EXPECT_EQ(visit(table, 60), 0);
  ASSERT_NE(table.find(1, object(7), &site), nullptr);
  EXPECT_EQ(table.find(1, object(7), &site)->path, 8u);
  EXPECT_EQ(table.find(2, object(7), &site), nullptr);
  EXPECT_EQ(table.shift, 64u - 9);
}

TEST(PathTable, KnowsAnObjectOnlyWhileItIsOfTheClass) {
  Table table;
  const void *one = &table, *words[] = {one};
  Table::Place place = table.place(1, words, &site);
  place.entry = {words, &site, 1, 9, 0, one, hot::moduleSitesSoFar()};
  EXPECT_NE(table.find(1, words, &site), nullptr);
  words[0] = &words;
  EXPECT_EQ(table.find(1, words, &site), nullptr);
}

TEST(PathTable, LooksAgainOnceAnotherModuleHasBeenLoaded) {
  Table table;
  EXPECT_EQ(visit(table, 3), 3);
  EXPECT_EQ(visit(table, 3), 0);
  ++hot::moduleSites;
  EXPECT_EQ(table.find(1, object(1), &site), nullptr);
  EXPECT_EQ(visit(table, 3), 3);
  EXPECT_NE(table.find(1, object(1), &site), nullptr);
}

TEST(PathTable, LeavesCallsThatAreReadToTheSlowPath) {
  Table table;
  Table::Place place = table.place(1, object(0), &site);
  place.entry = {object(0), &site, 1, 9, 0, nullptr, hot::moduleSitesSoFar()};
  EXPECT_NE(table.find(1, object(0), &site), nullptr);
  ++table.readers[9];
  EXPECT_EQ(table.find(1, object(0), &site), nullptr);
}

// Layers without members lie side by side.
TEST(PathTable, TellsNeighboursApart) {
  Table table;
  char objects[20];
  for (char &at : objects) {
    Table::Place place = table.place(1, &at, &site);
    place.entry = {&at, &site, 1, uint32_t(&at - objects) + 1, 1, nullptr, hot::moduleSitesSoFar()};
  }
  for (char &at : objects)
    EXPECT_NE(table.find(1, &at, &site), nullptr);
}

TEST(PathTable, GrowsWithThePlacesOfARound) {
  Table table;
  for (int i = 0; i < 10; ++i)
    visit(table, 5000);
  EXPECT_LT(visit(table, 5000), 5000 / 20);
  EXPECT_GT(table.shift, 64u - 17);
}

TEST(PathTable, DoesNotGrowForPlacesThatCameAndWent) {
  Table table;
  for (uintptr_t i = 0; i < 100000; ++i) {
    if (i % 4 == 0)
      table.beginRound();
    Table::Place place = table.place(1, object(i), &site);
    place.entry = {object(i), &site, 1, 1, ++table.calls, nullptr};
  }
  EXPECT_EQ(table.shift, 64u - 9);
}

}  // namespace
}  // namespace autoscope::modules
