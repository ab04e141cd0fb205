// Sites of one text share an id, however many texts there are.
#include "collect/SiteIds.h"

#include <gtest/gtest.h>
#include <string>

namespace autoscope::collect {
namespace {

TEST(SiteIds, GiveEachTextOne) {
  SiteIds ids;
  constexpr uint32_t count = 100000;  // the table doubles several times
  for (uint32_t i = 1; i <= count; ++i) {
    uint32_t *id = ids.of("f" + std::to_string(i));
    ASSERT_NE(id, nullptr);
    ASSERT_EQ(*id, 0u);
    *id = i;
  }
  for (uint32_t i = 1; i <= count; ++i)
    ASSERT_EQ(*ids.of("f" + std::to_string(i)), i);
  EXPECT_EQ(*ids.of("f"), 0u);
}

}  // namespace
}  // namespace autoscope::collect
