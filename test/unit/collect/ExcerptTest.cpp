// What is kept of a chunk that cannot be written: whole scopes before a moment, and those that run then, cut.
#include "collect/ChunkContent.h"
#include "record/Records.h"

#include <gtest/gtest.h>
#include <vector>

namespace autoscope::test {
namespace {

using record::Escape;

struct Chunk {
  uint64_t words[64] = {};
  uint32_t used = record::chunkHeaderWords;
  const record::ChunkHeader &header() const { return reinterpret_cast<const record::ChunkHeader &>(words); }
  void add(uint64_t first, uint64_t second) {
    words[used++] = first;
    words[used++] = second;
  }
  void note(Escape kind, uint64_t value, uint64_t high = 0) {
    add(value, high << 32 | uint64_t(kind) << 22 | record::escapeSite);
  }
  void scope(uint32_t site, uint32_t depth, uint64_t from, uint64_t to) {
    add(from, (to - from) << 32 | uint64_t(depth) << 22 | site);
  }
  void longScope(uint32_t site, uint32_t depth, uint64_t from, uint64_t to) {
    note(Escape::Long, to - from, site);
    note(Escape::Long2, from, depth);
  }
};

std::vector<record::Record> recordsOf(const collect::Excerpt &excerpt) {
  std::vector<record::Piece> pieces = {{excerpt.words.data(), excerpt.words.data() + excerpt.words.size()}};
  record::BackwardRecords reader(pieces);
  std::vector<record::Record> records;
  for (record::Record each; reader.next(each);)
    records.insert(records.begin(), each);
  EXPECT_EQ(reader.damaged(), 0u);
  EXPECT_EQ(records.size(), excerpt.scopes);
  return records;
}

// The flag that marks a cut record stands before all of its escapes, and a sample between them would part it from it.
TEST(Excerpt, LeavesSamplesOut) {
  Chunk chunk;
  auto sample = [&chunk] {
    chunk.note(Escape::Sample, 95, 1);
    chunk.note(Escape::Sample2, 4096);
  };
  sample();
  chunk.scope(1, 3, 100, 110);
  sample();
  chunk.note(Escape::Args, 7);
  chunk.scope(2, 2, 90, 200);
  sample();
  uint32_t from = record::chunkHeaderWords;
  EXPECT_EQ(collect::countScopes(chunk.header(), from, chunk.used), 2u);
  EXPECT_EQ(collect::firstEnd(chunk.header(), from, chunk.used), 110u);
  EXPECT_EQ(collect::lastEnd(chunk.header(), from, chunk.used), 200u);
  EXPECT_EQ(collect::endedScopes(chunk.header(), from, chunk.used).size(), 2u);
  uint64_t cutAt = 150;
  std::vector<record::Record> records = recordsOf(collect::excerptOf(chunk.header(), from, chunk.used, 150, cutAt));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1].args, 7u);
  EXPECT_EQ(records[1].flags, record::scopeCutByEnd);
}

TEST(Excerpt, KeepsWhatEndedBeforeAndCutsWhatRuns) {
  Chunk chunk;
  chunk.scope(1, 3, 100, 110);
  chunk.scope(2, 3, 120, 150);  // the first that is left out, and whole
  chunk.scope(3, 3, 160, 170);
  chunk.note(Escape::Args, 7);
  chunk.scope(4, 2, 90, 200);
  chunk.note(Escape::Coroutine, 5 | record::sliceSuspended, 1);
  chunk.note(Escape::Flags, record::scopeCutByLongjmp);
  chunk.longScope(5, 1, 80, uint64_t(1) << 40);
  chunk.scope(6, 1, uint64_t(1) << 40, (uint64_t(1) << 40) + 5);
  chunk.note(Escape::Pad, 0);
  uint64_t cutAt = 0;
  std::vector<record::Record> records =
      recordsOf(collect::excerptOf(chunk.header(), record::chunkHeaderWords, chunk.used, 150, cutAt));
  EXPECT_EQ(cutAt, 150u);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].site, 1u);
  EXPECT_EQ(records[0].flags, 0u);
  EXPECT_EQ(records[1].site, 2u);
  EXPECT_EQ(records[1].duration, 30u);
  EXPECT_EQ(records[1].flags, 0u);
  EXPECT_EQ(records[2].site, 4u);
  EXPECT_EQ(records[2].args, 7u);
  EXPECT_EQ(records[2].start + records[2].duration, 150u);
  EXPECT_EQ(records[2].flags, record::scopeCutByEnd);
  EXPECT_EQ(records[3].site, 5u);
  EXPECT_EQ(records[3].depth, 1u);
  EXPECT_EQ(records[3].start + records[3].duration, 150u);
  EXPECT_EQ(records[3].flags, record::scopeCutByEnd | record::scopeCutByLongjmp);
  EXPECT_EQ(records[3].coroutine.call, 5u);
  EXPECT_FALSE(records[3].coroutine.suspended);
}

TEST(Excerpt, OfLaterChunksOnlyWhatRanThenIsKept) {
  Chunk chunk;
  chunk.scope(1, 3, 160, 170);
  chunk.scope(2, 2, 90, 200);
  uint64_t cutAt = 150;
  std::vector<record::Record> records =
      recordsOf(collect::excerptOf(chunk.header(), record::chunkHeaderWords, chunk.used, 150, cutAt));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].site, 2u);
  EXPECT_EQ(records[0].duration, 60u);
}

// A thread that was quiet when the recording ended.
TEST(Excerpt, AThreadThatGoesOnLaterIsCutThere) {
  Chunk chunk;
  chunk.scope(1, 2, 100, 110);
  chunk.scope(2, 2, 300, 310);
  chunk.scope(3, 1, 90, 400);
  uint64_t cutAt = 0;
  std::vector<record::Record> records =
      recordsOf(collect::excerptOf(chunk.header(), record::chunkHeaderWords, chunk.used, 150, cutAt));
  EXPECT_EQ(cutAt, 300u);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].site, 1u);
  EXPECT_EQ(records[1].site, 3u);
  EXPECT_EQ(records[1].start + records[1].duration, 300u);
}

}  // namespace
}  // namespace autoscope::test
