// What was open on a thread at an instant, as seen when it has gone on: scopes have ended, and others lie in their
// frames.
#include "Recording.h"

#include "collect/OpenScopes.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"

namespace autoscope::collect {
namespace {

class OpenScopesTest : public testing::Test {
protected:
  OpenScopesTest() : slot_(nullptr) {
    EXPECT_EQ(ring_.create(test::temporaryPath("openscopes"), 4), "");
    EXPECT_TRUE(ring_.reserveSlot(0));
    slot_ = &ring_.slot(0);
    slot_->header.base = reinterpret_cast<uint64_t>(ring_.words());
    slot_->setState(hot::makeState(ring_.firstChunk() * record::chunkWords + record::chunkHeaderWords, 0));
  }
  ~OpenScopesTest() override { ring_.remove(); }

  void open(uint32_t site, uint64_t start, uint64_t bits = 0) {
    uint32_t depth = hot::depthOf(slot_->state());
    slot_->frames[depth] = {start, hot::makeFrameWord(0x1000 - depth * 16, depth, site) | bits};
    slot_->setState(slot_->state() + 1);
  }
  void openModule(uint32_t site, uint64_t start, uint32_t path) {
    uint32_t depth = hot::depthOf(slot_->state());
    slot_->modules[depth] = {};
    slot_->modules[depth].path = path;
    slot_->header.innermostModule = depth + 1;
    open(site, start, hot::moduleFrameBit);
  }
  void note(record::Escape kind, uint64_t value) {
    uint32_t depth = hot::depthOf(slot_->state());
    slot_->frames[depth] = {value, hot::makeArgumentNote(slot_->frames[depth - 1].word, kind)};
    slot_->setState(slot_->state() + 1);
  }
  void openSlice(uint32_t site, uint64_t start, uint64_t call) {
    uint32_t depth = hot::depthOf(slot_->state());
    slot_->frames[depth] = {call, uint64_t(depth) << 22 | record::escapeSite};
    slot_->setState(slot_->state() + 1);
    open(site, start, hot::coroutineFrameBit);
  }
  void close(uint64_t end) { hot::closeFrame(*slot_, end, 0); }
  uint64_t now() const { return slot_->state(); }

  // "site@start" of each frame that is a scope, "/path" with a module's; "-" where nothing is.
  std::string at(uint64_t state) const {
    std::string text;
    for (const OpenFrame &frame : cutAt(ring_, *slot_, state).frames) {
      text += text.empty() ? "" : " ";
      if (frame.word == 0)
        text += "-";
      else if (hot::isNote(frame.word))
        text += "note";
      else
        text += std::to_string(uint32_t(frame.word) & record::escapeSite) + "@" + std::to_string(frame.start) +
                (frame.path ? "/" + std::to_string(frame.path) : "");
    }
    return text;
  }

  Ring ring_;
  hot::ThreadSlot *slot_;
};

TEST_F(OpenScopesTest, NothingHasChanged) {
  open(1, 10);
  openModule(2, 20, 7);
  note(record::Escape::Args, 5);
  EXPECT_EQ(at(now()), "1@10 2@20/7 note");
}

TEST_F(OpenScopesTest, WhatHasEndedSinceIsPutBackWhereOthersLieNow) {
  open(1, 10);
  open(2, 20);
  openModule(3, 30, 7);
  uint64_t then = now();
  close(40);
  close(50);
  open(4, 60);
  open(5, 70);
  open(6, 80);
  EXPECT_EQ(at(then), "1@10 2@20 3@30/7");
  // Two that came and went later are none of it.
  close(90);
  close(100);
  EXPECT_EQ(at(then), "1@10 2@20 3@30/7");
  close(110);
  close(120);
  EXPECT_EQ(hot::depthOf(now()), 0u);
  EXPECT_EQ(at(then), "1@10 2@20 3@30/7");
}

TEST_F(OpenScopesTest, OfOneDepthTheFirstThatEndedWasOpen) {
  open(1, 10);
  open(2, 20);
  uint64_t then = now();
  for (uint32_t i = 0; i < 3; ++i) {
    close(30 + 10 * i);
    open(3 + i, 35 + 10 * i);
  }
  EXPECT_EQ(at(then), "1@10 2@20");
}

TEST_F(OpenScopesTest, LongScopesArePutBackToo) {
  open(1, 10);
  open(2, 20);
  uint64_t then = now();
  close(uint64_t(1) << 40);
  open(3, uint64_t(2) << 40);
  EXPECT_EQ(at(then), "1@10 2@20");
}

TEST_F(OpenScopesTest, NotesOfWhatHasEndedAreGoneWithIt) {
  open(1, 10);
  note(record::Escape::Args, 5);
  note(record::Escape::Flops, 6);
  uint64_t then = now();
  close(20);
  open(2, 30);
  open(3, 40);
  EXPECT_EQ(at(then), "1@10 - -");
}

// The slice has its record; what it is a slice of is not known any more.
TEST_F(OpenScopesTest, SlicesThatHaveEndedAreNotOpen) {
  open(1, 10);
  openSlice(2, 20, 77);
  open(3, 30);
  uint64_t then = now();
  close(40);
  close(50);
  open(4, 60);
  open(5, 70);
  EXPECT_EQ(at(then), "1@10 - - 3@30");
}

}  // namespace
}  // namespace autoscope::collect
