// Of a stream that is damaged somewhere all that is whole is read, and all that is not is counted, in a copy of it,
// too.
#include "record/SessionReader.h"

#include "SessionScript.h"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace autoscope::record {
namespace {

constexpr uint32_t chunkCount = 40, recordsPerChunk = 100;
constexpr size_t chunkSize = sizeof(ChunkHeader) + recordsPerChunk * 16;

uint64_t startOf(uint32_t chunk, uint32_t record) {
  return 2000 + (chunk * recordsPerChunk + record) * 100;
}

class DamagedStream : public testing::Test {
protected:
  // One thread's chunks, the names, the end: a stream whose process was killed before it could rename it.
  DamagedStream() {
    FileHeader header{};
    header.pid = 4242;
    header.sessionNumber = 1;
    header.start = {1000, 1000, test::epochNs + 1000};
    std::string whole = test::temporaryPath("whole");
    SessionWriter writer(whole, header);
    for (uint32_t chunk = 0; chunk < chunkCount; ++chunk) {
      std::vector<uint64_t> words;
      for (uint32_t record = 0; record < recordsPerChunk; ++record) {
        words.push_back(startOf(chunk, record));
        words.push_back(uint64_t{10} << 32 | 1);
      }
      writer.chunk(1, chunk, words.data(), words.size());
    }
    writer.site(1, test::siteText("f()"));
    writer.clock({1000, 1000, test::epochNs + 1000});
    writer.clock({1'000'000, 1'000'000, test::epochNs + 1'000'000});
    writer.window({1000, 1'000'000});
    EXPECT_EQ(writer.finish(), "");
    stream_ = test::readAll(whole);
  }

  static size_t chunkAt(uint32_t chunk) { return sizeof(FileHeader) + chunk * chunkSize; }

  std::unique_ptr<SessionReader> open(const std::string &bytes) {
    test::writeAll(path_, bytes);
    std::string error;
    auto session = SessionReader::open(path_, error);
    EXPECT_EQ(error, "");
    return session;
  }

  static std::multiset<uint64_t> startsOf(const SessionReader &session) {
    std::multiset<uint64_t> starts;
    for (const Thread &thread : session.threads()) {
      BackwardRecords records(thread.pieces);
      for (Record record; records.next(record);)
        starts.insert(record.start);
    }
    return starts;
  }

  // All but those of [from, to).
  static std::multiset<uint64_t> allBut(uint64_t from, uint64_t to) {
    std::multiset<uint64_t> starts;
    for (uint32_t chunk = 0; chunk < chunkCount; ++chunk)
      for (uint32_t record = 0; record < recordsPerChunk; ++record)
        if (uint64_t start = startOf(chunk, record); start < from || start >= to)
          starts.insert(start);
    return starts;
  }

  // A copy says the same, and a copy of that.
  static void expectKept(const SessionReader &session) {
    std::string copy = test::temporaryPath("copy"), again = test::temporaryPath("again"), error;
    ASSERT_EQ(writeFinished(session, copy), "");
    auto copied = SessionReader::open(copy, error);
    ASSERT_TRUE(copied) << error;
    ASSERT_EQ(writeFinished(*copied, again), "");
    auto second = SessionReader::open(again, error);
    ASSERT_TRUE(second) << error;
    for (const SessionReader *reader : {copied.get(), second.get()}) {
      EXPECT_EQ(reader->damage().text(), session.damage().text());
      EXPECT_EQ(startsOf(*reader), startsOf(session));
      ASSERT_EQ(reader->warnings().size(), 1u);
      EXPECT_EQ(reader->warnings()[0], reader->path() + " is not whole; lost: " + session.damage().text());
    }
  }

  std::string stream_, path_ = test::temporaryPath("damaged.autoscope.part");
};

TEST_F(DamagedStream, IsWholeAsItIs) {
  auto session = open(stream_);
  EXPECT_FALSE(session->damage().any());
  EXPECT_TRUE(session->warnings().empty());
  EXPECT_EQ(startsOf(*session), allBut(0, 0));
}

// From the middle of a chunk to the middle of another: the first one's beginning is sound.
TEST_F(DamagedStream, IsReadOnBehindZeroesAndNoise) {
  constexpr uint32_t first = 10, last = 14;
  size_t from = chunkAt(first) + sizeof(ChunkHeader) + 30 * 16, to = chunkAt(last) + sizeof(ChunkHeader) + 7 * 16;
  for (unsigned noise : {0u, 77u}) {
    std::string bytes = stream_;
    for (size_t i = from; i < to; ++i)
      bytes[i] = static_cast<char>(noise ? (noise = noise * 1664525u + 1013904223u) >> 24 : 0);
    auto session = open(bytes);
    EXPECT_EQ(startsOf(*session), allBut(startOf(first, 30), startOf(last + 1, 0)));
    EXPECT_EQ(session->damage().unreadBytes, chunkAt(last + 1) - from);
    EXPECT_EQ(session->damage().missingChunks, uint64_t{last - first});
    expectKept(*session);
  }
}

TEST_F(DamagedStream, IsReadOnBehindAHole) {
  std::string bytes = stream_.substr(0, chunkAt(10) + 800) + stream_.substr(chunkAt(14) + 800);
  auto session = open(bytes);
  EXPECT_EQ(session->damage().missingChunks, 4u);
  // The one has the beginning of chunk 10 and the end of chunk 14, which is a thread's that just did nothing meanwhile.
  EXPECT_EQ(startsOf(*session).size(), size_t{chunkCount - 4} * recordsPerChunk);
  expectKept(*session);
  // What does not end where a chunk ends.
  session = open(stream_.substr(0, chunkAt(10) + 800) + stream_.substr(chunkAt(14) + 1600));
  EXPECT_EQ(session->damage().missingChunks, 5u);
  EXPECT_GT(session->damage().unreadBytes, 0u);
  expectKept(*session);
}

TEST_F(DamagedStream, TakesWhatIsThereTwiceOnce) {
  size_t from = chunkAt(10) + 800, to = chunkAt(14) + 160;
  auto session = open(stream_.substr(0, to) + stream_.substr(from, to - from) + stream_.substr(to));
  EXPECT_EQ(startsOf(*session), allBut(0, 0));
  EXPECT_GT(session->damage().unreadBytes, 0u);
  expectKept(*session);
}

TEST_F(DamagedStream, CountsTheChunksThatAreMissing) {
  for (uint32_t missing : {0u, 1u, 20u}) {
    auto session = open(stream_.substr(0, chunkAt(missing)) + stream_.substr(chunkAt(missing + 2)));
    EXPECT_EQ(session->damage().missingChunks, 2u);
    EXPECT_EQ(session->damage().unreadBytes, 0u);
    expectKept(*session);
  }
}

// An earlier session of the process has what comes before.
TEST_F(DamagedStream, MissesNothingBeforeALaterSession) {
  std::string bytes = stream_.substr(0, chunkAt(0)) + stream_.substr(chunkAt(2));
  reinterpret_cast<FileHeader *>(bytes.data())->sessionNumber = 2;
  auto session = open(bytes);
  EXPECT_FALSE(session->damage().any());
  EXPECT_TRUE(session->warnings().empty());
}

// What follows could be the beginning of a section, as a kill leaves one, or not.
TEST_F(DamagedStream, KnowsATornTailFromADamagedOne) {
  std::string cut = stream_.substr(0, chunkAt(20));
  for (const std::string &tail : {std::string(100, '\0'), std::string(5, 'x'), std::string(5000, '\x7f')}) {
    auto session = open(cut + tail);
    EXPECT_EQ(session->damage().tornBytes, tail.size());
    EXPECT_EQ(startsOf(*session).size(), 20u * recordsPerChunk);
  }
}

// Wherever a kill cuts it.
TEST_F(DamagedStream, CutsNothingThatIsSound) {
  for (size_t cut = stream_.size() - 8; cut > chunkAt(38); cut -= 8) {
    test::writeAll(path_, stream_.substr(0, cut));
    std::string error;
    auto session = SessionReader::open(path_, error);
    ASSERT_TRUE(session) << error;
    uint32_t whole = static_cast<uint32_t>((std::min(cut, chunkAt(chunkCount)) - chunkAt(0)) / chunkSize);
    EXPECT_EQ(startsOf(*session).size(), size_t{whole} * recordsPerChunk) << cut;
    EXPECT_EQ(session->damage().unreadBytes, 0u) << cut;
  }
}

}  // namespace
}  // namespace autoscope::record
