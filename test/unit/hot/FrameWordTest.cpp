// The bits of a frame's second word, and when a frame counts as skipped by a longjmp.
#include "hot/FrameWord.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"

#include <gtest/gtest.h>

namespace autoscope::hot {
namespace {

TEST(FrameWord, PartsComeBack) {
  uint64_t word = makeFrameWord(0xfffff0a4u, 999, record::maxSite);
  EXPECT_EQ(guardAddressOf(word), 0xfffff0a4u);
  EXPECT_EQ(uint32_t(word) & record::escapeSite, record::maxSite);
  EXPECT_EQ(uint32_t(word) >> 22, 999u);
  EXPECT_FALSE(isModuleFrame(word));
  EXPECT_TRUE(isModuleFrame(word | moduleFrameBit));
  EXPECT_EQ(guardAddressOf(word | moduleFrameBit), 0xfffff0a4u);
}

TEST(FrameWord, DeadBelowTheStackOrAtOurAddress) {
  uint64_t word = makeFrameWord(0x1000, 0, 1);
  EXPECT_FALSE(isDeadFrame(word, 0x0f00, 0x0e00));  // a caller's guard lies higher
  EXPECT_TRUE(isDeadFrame(word, 0x2000, 0x1100));   // below our stack pointer
  EXPECT_TRUE(isDeadFrame(word, 0x1000, 0x0e00));   // its place is ours now
  EXPECT_TRUE(isDeadFrame(word | moduleFrameBit, 0x1000, 0x0e00));
  EXPECT_FALSE(isDeadFrame(word, 0x2000, 0x40000000));  // another stack, far away
  EXPECT_FALSE(isDeadFrame(word, 0x2000, 0));           // no stack pointer given
}

// A coroutine's frame holds a stack pointer, at which others' guards and other coroutines may be.
TEST(FrameWord, CoroutineIsDeadBelowTheStackOnly) {
  uint64_t word = makeFrameWord(0x1000, 1, 1) | coroutineFrameBit;
  EXPECT_EQ(guardAddressOf(word), 0x1000u);
  EXPECT_EQ(framesOf(word), 2u);
  EXPECT_FALSE(isDeadFrame(word, 0x1000, 0x0e00));
  EXPECT_FALSE(isDeadFrame(word, 0x1004, 0x1000));
  EXPECT_TRUE(isDeadFrame(word, 0x2000, 0x1010));
  EXPECT_TRUE(isCoroutineNote(uint64_t(3) << 32 | record::escapeSite));
  EXPECT_FALSE(isCoroutineNote(word));
}

TEST(FrameWord, DeadAcrossTheWrapOfTheLowHalf) {
  EXPECT_TRUE(isDeadFrame(makeFrameWord(0xfffffff0u, 0, 1), 0x40, 0x10));
  EXPECT_FALSE(isDeadFrame(makeFrameWord(0x10, 0, 1), 0xffffff00u, 0xfffffe00u));
}

TEST(SiteText, FieldsByPosition) {
  __autoscope_site site = {sizeof site, 0,      0, 0, "A1\037module\037nt\0377\037a.cpp\037N\037Q\037T\037x,y",
                           nullptr,     nullptr};
  EXPECT_EQ(infoField(site, InfoField::Kind), "module");
  EXPECT_EQ(infoField(site, InfoField::ModuleType), "T");
  EXPECT_EQ(infoField(site, InfoField::Parameters), "x,y");
  site.__reserved = notesOf(site);
  EXPECT_EQ(site.__reserved & siteBaseIsTorch, siteBaseIsTorch);
  EXPECT_NE(typeHashOf(site), 0u);
  site.__info = "A1\037module";
  EXPECT_EQ(infoField(site, InfoField::ModuleType), "");
  site.__info = nullptr;
  EXPECT_EQ(infoField(site, InfoField::Flags), "");
  EXPECT_EQ(notesOf(site) & siteBaseIsTorch, 0u);
}

[[gnu::noinline]] void turnedAway() {
  Busy second;
  EXPECT_FALSE(second.entered());
}

TEST(Busy, SecondOneOnAThreadIsTurnedAwayAndErrnoIsKept) {
  errno = 11;
  {
    Busy first;
    EXPECT_TRUE(first.entered());
    EXPECT_EQ(__autoscope_slot_of_thread, fullSlot());
    turnedAway();
    errno = 22;
  }
  EXPECT_EQ(errno, 11);
}

}  // namespace
}  // namespace autoscope::hot
