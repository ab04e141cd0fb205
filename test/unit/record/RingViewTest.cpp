// After a kill the ring gives what never reached the stream, once, and its open scopes.
#include "record/SessionReader.h"

#include "SessionScript.h"

#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::record {
namespace {

// A ring of four slots and four chunks in memory, laid out as Format.h says.
class FakeRing {
public:
  static constexpr uint32_t slots = 4, chunks = 4, firstChunk = 2;
  static constexpr uint64_t metaOffset = 4096 + slots * slotBytes;

  FakeRing() : bytes_(chunkBytes * (firstChunk + chunks), '\0') {
    auto &header = at<RingHeader>(0);
    header.magic = ringMagic;
    header.version = formatVersion;
    header.pid = 4242;
    header.slotBytes = slotBytes;
    header.slots = slots;
    header.slotOffset = 4096;
    header.metaOffset = metaOffset;
    header.firstChunk = firstChunk;
    header.chunks = chunks;
    header.first = {1000, 1000, test::epochNs + 1000};
    header.last = {1'000'000'000, 1'000'000'000, test::epochNs + 1'000'000'000};
  }

  template <class T> T &at(uint64_t offset) { return *reinterpret_cast<T *>(bytes_.data() + offset); }
  RingHeader &header() { return at<RingHeader>(0); }
  SlotHeader &slot(uint32_t i) { return at<SlotHeader>(4096 + i * slotBytes); }
  Frame &frame(uint32_t i, uint32_t depth) { return at<Frame>(4096 + i * slotBytes + slotFramesOffset + depth * 16); }
  OpenModule &module(uint32_t i, uint32_t n) {
    return at<OpenModule>(4096 + i * slotBytes + slotModulesOffset + n * sizeof(OpenModule));
  }
  OpenMemory &memory(uint32_t i, uint32_t n) {
    return at<OpenMemory>(4096 + i * slotBytes + slotMemoryOffset + n / 2 * sizeof(OpenMemory));
  }
  ChunkHeader &chunk(uint32_t i) { return at<ChunkHeader>(chunkBytes * (firstChunk + i)); }
  uint64_t &word(uint32_t i, uint32_t n) { return at<uint64_t>(chunkBytes * (firstChunk + i) + n * 8); }
  uint32_t cursor(uint32_t i, uint32_t words) { return (firstChunk + i) * chunkWords + words; }

  void put(uint32_t i, uint32_t record, uint64_t start, uint32_t depth) {
    word(i, chunkHeaderWords + 2 * record) = start;
    word(i, chunkHeaderWords + 2 * record + 1) = uint64_t{10} << 32 | uint64_t{depth} << 22 | 1;
  }
  void write(const std::string &path) { test::writeAll(path, bytes_); }

private:
  std::string bytes_;
};

class RingViewTest : public testing::Test {
protected:
  // A stream without end, made of what `fill` writes, beside the ring.
  std::unique_ptr<SessionReader> open(const std::vector<std::pair<uint32_t, std::vector<uint64_t>>> &stream = {}) {
    std::string whole = test::temporaryPath("whole"), stem = test::temporaryPath("s.autoscope");
    FileHeader header{};
    header.pid = 4242;
    header.sessionNumber = fileNumber_;
    header.start = {1000, 1000, test::epochNs + 1000};
    std::strcpy(header.ringPath, (stem + ".ring").c_str());
    SessionWriter writer(whole, header);
    writer.site(1, test::siteText("f()"));
    EXPECT_EQ(writer.finish(), "");
    std::string bytes = test::readAll(whole);
    bytes.resize(bytes.size() - sizeof(SectionHeader));
    for (const auto &[sequence, words] : stream) {
      ChunkHeader chunk{};
      chunk.section = {sectionMagic, SectionType::Chunk, sizeof(chunk) + words.size() * 8};
      chunk.threadUid = 1;
      chunk.sequence = sequence;
      chunk.words = static_cast<uint32_t>(chunkHeaderWords + words.size());
      bytes.append(reinterpret_cast<const char *>(&chunk), sizeof(chunk));
      bytes.append(reinterpret_cast<const char *>(words.data()), words.size() * 8);
    }
    test::writeAll(stem + ".part", bytes);
    ring_.write(stem + ".ring");
    int lock = ::open((stem + ".part").c_str(), O_RDONLY | O_CLOEXEC);
    if (lockStream_) {
      EXPECT_EQ(flock(lock, LOCK_EX), 0);
    }
    std::string error;
    auto session = SessionReader::open(stem, error);
    close(lock);
    EXPECT_EQ(error, "");
    return session;
  }

  static std::vector<uint64_t> startsOf(const SessionReader &session, size_t thread = 0) {
    std::vector<uint64_t> starts;
    if (thread >= session.threads().size())
      return starts;
    BackwardRecords records(session.threads()[thread].pieces);
    for (Record record; records.next(record);)
      starts.push_back(record.start);
    return starts;
  }

  void chunk(uint32_t i, uint32_t sequence, ChunkState state, uint32_t records, uint32_t slot = 0, uint32_t uid = 1) {
    ChunkHeader &header = ring_.chunk(i);
    header.threadUid = uid;
    header.sequence = sequence;
    header.state = state;
    header.slot = slot;
    header.words = chunkHeaderWords + 2 * records;
    for (uint32_t r = 0; r < records; ++r)
      ring_.put(i, r, 2000 + 1000 * sequence + 20 * r, 0);
  }

  FakeRing ring_;
  uint32_t fileNumber_ = 0;
  bool lockStream_ = false;  // as the recorder does while its process runs
};

using Starts = std::vector<uint64_t>;

TEST_F(RingViewTest, TakesFullChunksAndTheActiveOneUpToItsCursor) {
  chunk(2, 0, ChunkState::Full, 2);
  chunk(0, 1, ChunkState::Active, 3);
  chunk(1, 7, ChunkState::Free, 2);
  ring_.slot(0).uid = 1;
  ring_.slot(0).state = uint64_t{ring_.cursor(0, chunkHeaderWords + 4)} << 32;
  auto session = open();
  EXPECT_FALSE(session->finished());
  EXPECT_TRUE(session->warnings().empty());
  EXPECT_EQ(startsOf(*session), (Starts{3020, 3000, 2020, 2000}));
}

TEST_F(RingViewTest, TakesAFullActiveChunkWhoseCursorIsAtItsEnd) {
  chunk(0, 0, ChunkState::Active, 1);
  for (uint32_t r = 0; chunkHeaderWords + 2 * r < chunkWords; ++r)
    ring_.put(0, r, 2000 + 20 * r, 0);
  ring_.slot(0).uid = 1;
  ring_.slot(0).state = uint64_t{ring_.cursor(0, chunkWords)} << 32;
  EXPECT_EQ(startsOf(*open()).size(), (chunkWords - chunkHeaderWords) / 2);
}

TEST_F(RingViewTest, IgnoresAnActiveChunkOfAnotherOwner) {
  chunk(0, 0, ChunkState::Active, 3);
  ring_.slot(0).uid = 2;
  ring_.slot(0).state = uint64_t{ring_.cursor(0, chunkHeaderWords + 4)} << 32;
  EXPECT_TRUE(open()->threads().empty());
}

TEST_F(RingViewTest, DropsTheCopyThatTheStreamAlreadyHas) {
  chunk(0, 0, ChunkState::Full, 2);
  uint64_t record = uint64_t{10} << 32 | 1;
  EXPECT_EQ(startsOf(*open({{0, {2000, record, 2020, record}}})), (Starts{2020, 2000}));
}

TEST_F(RingViewTest, SkipsWhatAnEarlierSessionWrote) {
  chunk(0, 0, ChunkState::Active, 3);
  ring_.chunk(0).skipWords = 2;
  ring_.slot(0).uid = 1;
  ring_.slot(0).state = uint64_t{ring_.cursor(0, chunkHeaderWords + 6)} << 32;
  EXPECT_EQ(startsOf(*open()), (Starts{2040, 2020}));
}

TEST_F(RingViewTest, DoesNotDoubleAPrefixThatAStopHadJustWritten) {
  chunk(0, 0, ChunkState::Active, 3);
  ring_.chunk(0).skipWords = 2;  // of an earlier session; this one's stop wrote the rest and was killed
  ring_.slot(0).uid = 1;
  ring_.slot(0).state = uint64_t{ring_.cursor(0, chunkHeaderWords + 6)} << 32;
  uint64_t record = uint64_t{10} << 32 | 1;
  EXPECT_EQ(startsOf(*open({{0, {2020, record, 2040, record}}})), (Starts{2040, 2020}));
}

// Of a process that runs: the stream is read last, and has gone on.
TEST_F(RingViewTest, KeepsALiveThreadToTheMomentOfItsSlot) {
  chunk(2, 1, ChunkState::Active, 4);
  chunk(3, 9, ChunkState::Active, 2, 1, 6);  // its thread has begun since the slots were read
  ring_.slot(0).uid = 1;
  ring_.slot(0).sequence = 2;
  ring_.slot(0).state = uint64_t{ring_.cursor(2, chunkHeaderWords + 4)} << 32 | 1;
  ring_.frame(0, 0) = {2999, 1};
  uint64_t record = uint64_t{10} << 32 | 1;
  lockStream_ = true;
  auto session = open({{0, {2000, record}}, {1, {3000, record, 3020, record, 3040, record}}, {2, {4000, record}}});
  EXPECT_TRUE(session->recording());
  ASSERT_EQ(session->threads().size(), 1u);
  EXPECT_EQ(startsOf(*session), (Starts{3020, 3000, 2000}));
  ASSERT_EQ(session->threads()[0].open.size(), 1u);
  EXPECT_EQ(session->threads()[0].open[0].start, 2999u);
}

TEST_F(RingViewTest, KeepsALiveThreadWithoutAChunkToWhatItHasHandedIn) {
  chunk(2, 0, ChunkState::Full, 2);
  ring_.slot(0).uid = 1;
  ring_.slot(0).sequence = 1;
  ring_.slot(0).state = 1;
  lockStream_ = true;
  uint64_t record = uint64_t{10} << 32 | 1;
  EXPECT_EQ(startsOf(*open({{1, {3000, record}}})), (Starts{2020, 2000}));
}

TEST_F(RingViewTest, FindsOpenScopesAndTheirModules) {
  ring_.slot(1).uid = 5;
  ring_.slot(1).state = 2;
  ring_.frame(1, 0) = {3000, 1};
  ring_.frame(1, 1) = {3100, moduleFrame | uint64_t{1} << 22 | 1};
  ring_.module(1, 0).path = 41;  // of a scope before, whose frame is a plain one's now
  ring_.module(1, 1).path = 42;
  ring_.slot(2).state = 9;  // free: no uid
  auto session = open();
  ASSERT_EQ(session->threads().size(), 1u);
  const Thread &thread = session->threads()[0];
  EXPECT_EQ(thread.uid, 5u);
  ASSERT_EQ(thread.open.size(), 2u);
  EXPECT_EQ(thread.open[0].start, 3000u);
  EXPECT_EQ(thread.open[0].path, 0u);
  EXPECT_EQ(thread.open[1].site, 1u);
  EXPECT_EQ(thread.open[1].path, 42u);
  EXPECT_EQ(session->window().stop, 1'000'000'000u);
}

TEST_F(RingViewTest, TakesAThreadFromItsFirstSlotAlone) {
  for (uint32_t i = 0; i < 2; ++i) {
    ring_.slot(i).uid = 5;
    ring_.slot(i).state = maxDepth;
    for (uint32_t depth = 0; depth < maxDepth; ++depth)
      ring_.frame(i, depth) = {3000 + i, uint64_t{depth} << 22 | 1};
  }
  for (bool live : {false, true}) {
    lockStream_ = live;
    auto session = open();
    ASSERT_EQ(session->threads().size(), 1u);
    const std::vector<OpenScope> &scopes = session->threads()[0].open;
    EXPECT_EQ(scopes.size(), maxDepth);
    for (const OpenScope &scope : scopes)
      EXPECT_EQ(scope.start, 3000u);
  }
}

TEST_F(RingViewTest, FindsModulesInTheListOfOlderRings) {
  ring_.header().version = firstVersionOfModulesByDepth - 1;
  ring_.slot(1).uid = 5;
  ring_.slot(1).state = 3;
  for (uint32_t depth = 0; depth < 3; ++depth)
    ring_.frame(1, depth) = {3000 + depth, moduleFrame | uint64_t{depth} << 22 | 1};
  ring_.slot(1).innermostModule = 3;
  uint32_t next = 0;
  for (auto [depth, path] : {std::pair<uint32_t, uint32_t>(0, 7), {2, 8}, {3, 9}}) {  // the last frame is closed
    ring_.module(1, next).around = depth;
    ring_.module(1, next++).path = path;
  }
  auto session = open();
  const std::vector<OpenScope> &scopes = session->threads().at(0).open;
  ASSERT_EQ(scopes.size(), 3u);
  EXPECT_EQ(scopes[0].path, 7u);
  EXPECT_EQ(scopes[1].path, 0u);
  EXPECT_EQ(scopes[2].path, 8u);
}

TEST_F(RingViewTest, FindsOpenSlicesOfCoroutinesByTheirNotes) {
  ring_.slot(1).uid = 5;
  ring_.slot(1).state = 4;
  ring_.frame(1, 0) = {3000, 1};
  ring_.frame(1, 1) = {77, uint64_t{2} << 32 | uint64_t{1} << 22 | escapeSite};
  ring_.frame(1, 2) = {3100, uint64_t{2} << 22 | 1};
  ring_.frame(1, 3) = {3200, uint64_t{3} << 22 | 1};
  auto session = open();
  const std::vector<OpenScope> &scopes = session->threads().at(0).open;
  ASSERT_EQ(scopes.size(), 3u);
  EXPECT_EQ(scopes[0].coroutine.call, 0u);
  EXPECT_EQ(scopes[1].start, 3100u);
  EXPECT_EQ(scopes[1].coroutine.call, 77u);
  EXPECT_EQ(scopes[1].coroutine.number, 2u);
  EXPECT_EQ(scopes[2].coroutine.call, 0u);
}

TEST_F(RingViewTest, FindsTheArgumentsOfOpenScopesAboveThem) {
  auto note = [](Escape kind) { return uint64_t{maxDepth + static_cast<uint32_t>(kind)} << 22 | escapeSite; };
  ring_.slot(1).uid = 5;
  ring_.slot(1).state = 5;
  ring_.frame(1, 0) = {9, note(Escape::Args)};  // of nothing
  ring_.frame(1, 1) = {3000, 1};
  ring_.frame(1, 2) = {7, note(Escape::Args)};
  ring_.frame(1, 3) = {800, note(Escape::Flops)};
  ring_.frame(1, 4) = {3200, uint64_t{4} << 22 | 1};
  auto session = open();
  const std::vector<OpenScope> &scopes = session->threads().at(0).open;
  ASSERT_EQ(scopes.size(), 2u);
  EXPECT_EQ(scopes[0].args, 7u);
  EXPECT_EQ(scopes[0].flops, 800u);
  EXPECT_EQ(scopes[1].args, 0u);
  EXPECT_EQ(scopes[1].depth, 4u);
}

// The middle scope has allocated nothing itself, but the innermost did, which is open.
TEST_F(RingViewTest, FindsTheHeapOfOpenScopesBesideTheirNotes) {
  uint64_t note = uint64_t{maxDepth + static_cast<uint32_t>(Escape::Memory)} << 22 | escapeSite;
  fileNumber_ = ring_.header().sessionNumber = ring_.header().heapSession = 1;
  ring_.header().heapLevel = 65536;
  ring_.header().heapHighest = 70000;
  ring_.header().heapHighestTicks = 3100;
  ring_.header().heapHighestScope = 3000;
  ring_.header().heapHighestUid = 5;
  ring_.header().heapHighestCheck = 70000 ^ 3100 ^ 3000 ^ 5;
  SlotHeader &slot = ring_.slot(1);
  slot.uid = 5;
  slot.state = 5;
  slot.memorySession = memorySessionOf(1, true);
  slot.heapLevel = 250;
  slot.heapTold = 200;
  slot.heapHighest = 400;
  slot.heapHighestScope = 2900;
  ring_.frame(1, 0) = {3000, 1};
  ring_.frame(1, 1) = {static_cast<uint64_t>(-24), note};
  ring_.memory(1, 1) = {100, 170, 180, 3050, 300, 4, 5};
  ring_.frame(1, 2) = {3200, uint64_t{2} << 22 | 1};
  ring_.frame(1, 3) = {3300, uint64_t{3} << 22 | 1};
  ring_.frame(1, 4) = {8, note};
  ring_.memory(1, 4) = {150, 230, 150, 0, 80, uint64_t{1} << 40, 0};
  for (uint32_t version : {6u, 5u}) {
    ring_.header().version = version;
    auto session = open();
    const std::vector<OpenScope> &scopes = session->threads().at(0).open;
    ASSERT_EQ(scopes.size(), 3u);
    EXPECT_EQ(scopes[0].memoryBytes, -24);
    ASSERT_EQ(scopes[0].heap.has_value(), version == 6);
    EXPECT_EQ(scopes[1].memoryBytes.has_value(), version == 6);
    EXPECT_EQ(scopes[2].memoryBytes, 8);
    EXPECT_EQ(session->names().processMemory().has_value(), version == 6);
    if (version < 6)
      continue;
    EXPECT_EQ(scopes[0].heap->peak, 130u);
    EXPECT_EQ(scopes[0].heap->allocated, 300u);
    EXPECT_EQ(scopes[0].heap->allocations, 4u);
    EXPECT_EQ(scopes[0].heap->frees, 5u);
    EXPECT_EQ(scopes[1].heap->peak, 80u);
    EXPECT_EQ(scopes[1].heap->allocations, 0u);
    EXPECT_EQ(scopes[2].heap->peak, 80u);
    EXPECT_EQ(scopes[2].heap->allocations, 0xffffffffu);
    const MemoryLevel &process = *session->names().processMemory();
    EXPECT_EQ(process.level, 65586);
    EXPECT_EQ(process.highest, 70000);
    EXPECT_EQ(process.scopeStart, 3000u);
    EXPECT_EQ(process.uid, 5u);
    EXPECT_EQ(session->names().threadMemory().at(5).highest, 400);
    EXPECT_EQ(session->names().threadMemory().at(5).scopeStart, 2900u);
  }
  // Two threads wrote at once what belongs to the highest level: it is of neither.
  ring_.header().version = 6;
  ring_.header().heapHighestUid = 4;
  EXPECT_EQ(open()->names().processMemory()->scopeStart, 0u);
  // Of another session.
  slot.memorySession = memorySessionOf(2, true);
  ring_.header().heapSession = 2;
  auto session = open();
  EXPECT_FALSE(session->names().processMemory());
  for (const OpenScope &scope : session->threads().at(0).open)
    EXPECT_FALSE(scope.memoryBytes);
}

TEST_F(RingViewTest, TakesLossesFromTheRing) {
  ring_.header().losses[static_cast<uint32_t>(LossCause::BufferFull)] = 17;
  auto session = open();
  ASSERT_EQ(session->losses().size(), 1u);
  EXPECT_EQ(session->losses()[0].first, LossCause::BufferFull);
  EXPECT_EQ(session->losses()[0].second, 17u);
}

// The ring says how much of the stream there was.
TEST_F(RingViewTest, CountsWhatIsMissingOfItsStream) {
  uint64_t record = uint64_t{10} << 32 | 1;
  chunk(0, 4, ChunkState::Full, 2);
  EXPECT_FALSE(open({{3, {2000, record}}})->damage().any());
  uint64_t bytes = test::readAll(test::temporaryPath("s.autoscope") + ".part").size();
  ring_.header().streamBytes = bytes;
  EXPECT_FALSE(open({{3, {2000, record}}})->damage().any());
  ring_.header().streamBytes = bytes + 1000;
  auto session = open({{3, {2000, record}}});
  EXPECT_EQ(session->damage().missingBytes, 1000u);
  EXPECT_EQ(startsOf(*session), (Starts{6020, 6000, 2000}));
  // Of another session of the process it says nothing.
  ring_.header().sessionNumber = 2;
  EXPECT_FALSE(open({{3, {2000, record}}})->damage().any());
}

TEST_F(RingViewTest, IsAllThatIsThereOfAStreamThatWasEmptied) {
  chunk(0, 0, ChunkState::Full, 2);
  ring_.header().streamBytes = 5000;
  ring_.header().sessionStart = {1000, 1000, test::epochNs + 1000};
  open();
  std::string error, part = test::temporaryPath("s.autoscope") + ".part";
  test::writeAll(part, "");
  auto session = SessionReader::open(part, error);
  ASSERT_TRUE(session) << error;
  EXPECT_FALSE(session->isBlank());
  EXPECT_EQ(startsOf(*session), (Starts{2020, 2000}));
  EXPECT_EQ(session->damage().missingBytes, 5000u);
}

TEST_F(RingViewTest, CountsMissingChunksUnlessTheRecorderGaveThemUp) {
  uint64_t record = uint64_t{10} << 32 | 1;
  chunk(0, 9, ChunkState::Full, 2);
  auto missing = [&] { return open({{3, {2000, record}}})->damage().missingChunks; };
  EXPECT_EQ(missing(), 5u);
  ring_.header().isFlightRecorder = 1;
  EXPECT_EQ(missing(), 0u);
  ring_.header().isFlightRecorder = 0;
  ring_.header().losses[static_cast<uint32_t>(LossCause::BufferFull)] = 70;
  EXPECT_EQ(missing(), 0u);
  ring_.header().lossesAtStart[static_cast<uint32_t>(LossCause::BufferFull)] = 70;
  EXPECT_EQ(missing(), 5u);
  ring_.header().keptFrom = 3000;
  EXPECT_EQ(missing(), 0u);
}

TEST_F(RingViewTest, CountsChunksThatContradictThemselves) {
  chunk(0, 0, ChunkState::Full, 2);
  chunk(1, 1, static_cast<ChunkState>(77), 2);
  chunk(2, 1, ChunkState::Full, 2);
  ring_.chunk(2).words = chunkWords + 1;
  EXPECT_EQ(open()->damage().chunks, 2u);
}

TEST_F(RingViewTest, RefusesARingThatContradictsItself) {
  std::string path = test::temporaryPath("r.ring");
  auto refused = [&](auto &&change) {
    FakeRing ring;
    change(ring.header());
    ring.write(path);
    return !RingView().open(path, 4242).empty();
  };
  EXPECT_FALSE(refused([](RingHeader &) {}));
  EXPECT_TRUE(refused([](RingHeader &h) { h.magic = 1; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.version = formatVersion + 1; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.pid = 1; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.slots = ~0u; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.slotBytes = 8; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.slotOffset = ~uint64_t{0}; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.metaBytes = ~uint64_t{0}; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.firstChunk = ~0u; }));
  EXPECT_TRUE(refused([](RingHeader &h) { h.chunks = 5; }));
}

TEST_F(RingViewTest, ReadsTheStreamAloneWhenTheRingIsOfAnotherProcess) {
  ring_.header().pid = 1;
  uint64_t record = uint64_t{10} << 32 | 1;
  auto session = open({{0, {2000, record}}});
  ASSERT_EQ(session->warnings().size(), 2u);  // and its clock has one point only
  EXPECT_NE(session->warnings()[0].find("is the ring of process 1, not of 4242"), std::string::npos);
  EXPECT_EQ(startsOf(*session), (Starts{2000}));
}

}  // namespace
}  // namespace autoscope::record
