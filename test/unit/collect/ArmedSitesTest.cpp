// Between profiles all sites are left out, and each gets back what is its own: not that of a closed library's site,
// which lay at the same address and had its text there.
#include "collect/ArmedSites.h"

#include <gtest/gtest.h>

namespace autoscope::collect {
namespace {

__autoscope_site first = __AUTOSCOPE_FUNCTION_SITE("text");
__autoscope_site second = __AUTOSCOPE_FUNCTION_SITE("text of the second");

// As Collector::registerSite() does.
void registerAs(ArmedSites &armed, __autoscope_site &site, uint32_t id) {
  site.__id = id;
  armed.add(id, site);
}

void noteAs(ArmedSites &armed, __autoscope_site &site) {
  ASSERT_TRUE(armed.note(site));
  site.__id = __autoscope_filtered;
}

void leaveOut(ArmedSites &armed) {
  armed.arm();
  armed.leaveOut();
}

void letIn(ArmedSites &armed) {
  Throttle throttle;
  armed.disarm();
  armed.letIn(throttle);
  armed.forgetUnnamed();
}

TEST(ArmedSites, GiveEachSiteItsIdBack) {
  ArmedSites armed;
  leaveOut(armed);
  letIn(armed);
  registerAs(armed, first, 5);
  registerAs(armed, second, 6);
  for (int i = 0; i < 3; ++i) {
    leaveOut(armed);
    EXPECT_EQ(first.__id, __autoscope_filtered);
    EXPECT_EQ(second.__id, __autoscope_filtered);
    letIn(armed);
    EXPECT_EQ(first.__id, 5u);
    EXPECT_EQ(second.__id, 6u);
  }
}

TEST(ArmedSites, RegisterAnewWhatWasMetMeanwhile) {
  ArmedSites armed;
  leaveOut(armed);
  first.__id = 0;
  noteAs(armed, first);
  letIn(armed);
  EXPECT_EQ(first.__id, 0u);
}

// Another function, of a library that lies where the first one's lay.
TEST(ArmedSites, TakeNothingOverFromAClosedLibraryAtTheSamePlace) {
  ArmedSites armed;
  leaveOut(armed);
  letIn(armed);
  registerAs(armed, first, 5);
  leaveOut(armed);
  first.__id = 0;
  noteAs(armed, first);
  letIn(armed);
  EXPECT_EQ(first.__id, 0u) << "met between profiles";
  registerAs(armed, first, 7);
  for (int i = 0; i < 2; ++i) {
    leaveOut(armed);
    EXPECT_EQ(first.__id, __autoscope_filtered);
    letIn(armed);
    EXPECT_EQ(first.__id, 7u);
  }
  leaveOut(armed);
  first.__id = 0;
  letIn(armed);
  EXPECT_EQ(first.__id, 0u) << "not met so far";
  registerAs(armed, first, 8);
  registerAs(armed, second, 6);
  leaveOut(armed);
  letIn(armed);
  EXPECT_EQ(first.__id, 8u) << "met in a profile";
  EXPECT_EQ(second.__id, 6u);
}

TEST(ArmedSites, LeaveAloneWhatAFilterLeavesOut) {
  ArmedSites armed;
  leaveOut(armed);
  letIn(armed);
  registerAs(armed, first, 5);
  registerAs(armed, first, __autoscope_filtered);
  leaveOut(armed);
  letIn(armed);
  EXPECT_EQ(first.__id, __autoscope_filtered);
}

}  // namespace
}  // namespace autoscope::collect
