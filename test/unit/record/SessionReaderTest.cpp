// Whatever the file, the reader gives what is whole in it or one sentence.
#include "record/SessionReader.h"

#include "SessionScript.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

namespace autoscope::record {
namespace {

using test::SessionScript;

std::vector<Record> recordsOf(const Thread &thread, uint64_t *damaged = nullptr) {
  std::vector<Record> all;
  BackwardRecords records(thread.pieces);
  Record record;
  while (records.next(record))
    all.push_back(record);
  if (damaged)
    *damaged = records.damaged();
  return all;
}

std::string errorOf(const std::string &path) {
  std::string error;
  EXPECT_EQ(SessionReader::open(path, error), nullptr);
  return error;
}

TEST(SessionReader, ReadsRecordsLatestFirstWithTheirEscapes) {
  SessionScript script;
  uint32_t f = script.function("f()"), g = script.function("g()");
  uint32_t net = script.path(0, "net", "Net"), shapes = script.string("[[1, 2]]");
  script.thread(1, 11, "main")
      .enter(f, 2000)
      .scope(g, 2100, 2200)
      .scope(g, 2300, 2400, {net, shapes, scopeCutByLongjmp, true})
      .nextChunk()
      .leave(3000);
  auto session = script.open();
  ASSERT_TRUE(session);
  EXPECT_TRUE(session->finished());
  ASSERT_EQ(session->threads().size(), 1u);
  EXPECT_EQ(session->threads()[0].tid, 11u);
  EXPECT_EQ(session->threads()[0].name, "main");
  std::vector<Record> records = recordsOf(session->threads()[0]);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].site, f);
  EXPECT_EQ(records[0].depth, 0u);
  EXPECT_EQ(records[0].duration, 1000u);
  EXPECT_EQ(records[1].start, 2300u);
  EXPECT_EQ(records[1].duration, 100u);
  EXPECT_EQ(records[1].depth, 1u);
  EXPECT_EQ(records[1].path, net);
  EXPECT_EQ(records[1].args, shapes);
  EXPECT_EQ(records[1].flags, uint64_t{scopeCutByLongjmp});
  EXPECT_EQ(records[2].start, 2100u);
  EXPECT_EQ(records[2].path, 0u);
}

TEST(SessionReader, ReadsScopesLongerThan32BitsOfTicks) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2000 + (uint64_t{5} << 32));
  auto session = script.open();
  std::vector<Record> records = recordsOf(session->threads()[0]);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].duration, uint64_t{5} << 32);
}

TEST(SessionReader, StepsOverDamagedRecordsAndPadding) {
  SessionScript script;
  uint32_t f = script.function("f()");
  auto escape = [](Escape kind) { return static_cast<uint64_t>(kind) << 22 | escapeSite; };
  script.thread(1)
      .word(5)
      .word(escape(Escape::Long2))  // without its first half
      .scope(f, 2000, 2100)
      .word(7)
      .word(escape(static_cast<Escape>(77)))
      .word(0)
      .word(escape(Escape::Pad))
      .word(1);  // half a record
  auto session = script.open();
  uint64_t damaged = 0;
  EXPECT_EQ(recordsOf(session->threads()[0], &damaged).size(), 1u);
  EXPECT_EQ(damaged, 2u);
}

// Samples stand between records and belong to none: escapes before one are not of the record behind it.
TEST(SessionReader, ReadsMemoryOfTheHeapAndSamplesBetweenRecords) {
  SessionScript script;
  uint32_t f = script.function("f()");
  test::Extras heap;
  heap.memory = -8;
  heap.heap = HeapUse{100, 3, 4, 72};
  script.thread(1)
      .sample(1500, 4096)
      .scope(f, 2000, 2100, heap)
      .sample(2150, -4096)
      .sample(2160, 5, static_cast<Counter>(9))
      .nextChunk()
      .scope(f, 2200, 2300)
      .sample(2400, 7);
  auto session = script.open();
  uint64_t damaged = 0;
  std::vector<Record> records = recordsOf(session->threads()[0], &damaged);
  EXPECT_EQ(damaged, 0u);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_FALSE(records[0].hasMemory);
  EXPECT_FALSE(records[0].hasHeap);
  EXPECT_TRUE(records[1].hasHeap);
  EXPECT_EQ(records[1].memoryBytes, -8);
  EXPECT_EQ(records[1].heap.allocated, 100u);
  EXPECT_EQ(records[1].heap.allocations, 3u);
  EXPECT_EQ(records[1].heap.frees, 4u);
  EXPECT_EQ(records[1].heap.peak, 72u);
  std::vector<Sample> samples = samplesIn(session->threads()[0].pieces);
  ASSERT_EQ(samples.size(), 4u);
  EXPECT_EQ(samples[0].ticks, 1500u);
  EXPECT_EQ(samples[0].value, 4096);
  EXPECT_EQ(samples[1].value, -4096);
  EXPECT_EQ(samples[1].counter, Counter::ProcessHeap);
  EXPECT_EQ(samples[2].counter, static_cast<Counter>(9));
  EXPECT_EQ(samples[3].ticks, 2400u);
}

TEST(SessionReader, KnowsTheMemoryOfThreadsTheProcessAndWhatWasNeverFreed) {
  SessionScript script;
  uint32_t f = script.function("f()");
  script.thread(3, 7).enter(f, 2000).openHeap(64, {128, 2, 1, 96});
  script.threadMemory(3, {64, 96, 2100, 3, 2000});
  script.processMemory({-5, 1 << 20, 2200, 3, 2000});
  script.liveBlocks({f, 4, 3, 2, 4096, 5});
  script.liveBlocks({0, 0, 3, 0, 1, 1});
  // And in a copy of it.
  std::string copy = test::temporaryPath("copy"), error;
  ASSERT_EQ(writeFinished(*script.open(), copy), "");
  auto session = SessionReader::open(copy, error);
  ASSERT_TRUE(session) << error;
  const OpenScope &open = session->threads().at(0).open.at(0);
  EXPECT_EQ(open.memoryBytes, 64);
  ASSERT_TRUE(open.heap);
  EXPECT_EQ(open.heap->allocated, 128u);
  EXPECT_EQ(open.heap->allocations, 2u);
  EXPECT_EQ(open.heap->frees, 1u);
  EXPECT_EQ(open.heap->peak, 96u);
  const MetaLog &names = session->names();
  ASSERT_EQ(names.threadMemory().size(), 1u);
  EXPECT_EQ(names.threadMemory().at(3).highest, 96);
  EXPECT_EQ(names.threadMemory().at(3).ticks, 2100u);
  EXPECT_EQ(names.threadMemory().at(3).scopeStart, 2000u);
  ASSERT_TRUE(names.processMemory());
  EXPECT_EQ(names.processMemory()->level, -5);
  EXPECT_EQ(names.processMemory()->highest, 1 << 20);
  EXPECT_EQ(names.processMemory()->ticks, 2200u);
  EXPECT_EQ(names.processMemory()->uid, 3u);
  EXPECT_EQ(names.processMemory()->scopeStart, 2000u);
  ASSERT_EQ(names.liveBlocks().size(), 2u);
  EXPECT_EQ(names.liveBlocks()[0].site, f);
  EXPECT_EQ(names.liveBlocks()[0].path, 4u);
  EXPECT_EQ(names.liveBlocks()[0].step, 2u);
  EXPECT_EQ(names.liveBlocks()[0].bytes, 4096u);
  EXPECT_EQ(names.liveBlocks()[1].blocks, 1u);
}

TEST(SessionReader, DropsACopyOfAChunkAndKeepsItsSecondPart) {
  SessionScript script;
  uint32_t f = script.function("f()");
  std::string path = test::temporaryPath("twice");
  uint64_t words[] = {2000, uint64_t{10} << 32 | f, 3000, uint64_t{10} << 32 | f, 4000, uint64_t{10} << 32 | f};
  SessionWriter writer(path, script.header());
  writer.chunk(1, 0, words, 2);      // cut at a stop
  writer.chunk(1, 0, words, 4);      // more of the same
  writer.chunk(1, 0, words, 4);      // a copy
  writer.chunk(1, 0, words + 4, 2);  // what came after it
  writer.site(f, test::siteText("f()"));
  ASSERT_EQ(writer.finish(), "");
  std::string error;
  auto session = SessionReader::open(path, error);
  ASSERT_TRUE(session) << error;
  std::vector<Record> records = recordsOf(session->threads()[0]);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].start, 4000u);
  EXPECT_EQ(records[2].start, 2000u);
}

// Each is compared with those of its number: a file of nothing but those would be read for hours.
TEST(SessionReader, CountsPartsOfOneChunkThatNoRecorderMakes) {
  SessionScript script;
  uint32_t f = script.function("f()");
  std::string path = test::temporaryPath("parts");
  SessionWriter writer(path, script.header());
  for (uint64_t i = 0; i < 1000; ++i) {
    uint64_t words[] = {2000 + i, uint64_t{1} << 32 | f};
    writer.chunk(1, 0, words, 2);
  }
  ASSERT_EQ(writer.finish(), "");
  std::string error;
  auto session = SessionReader::open(path, error);
  ASSERT_TRUE(session) << error;
  EXPECT_EQ(recordsOf(session->threads()[0]).size(), 16u);
  EXPECT_EQ(session->damage().chunks, 984u);
}

TEST(SessionReader, NamesWhatIsWrongWithAFile) {
  std::string path = test::temporaryPath("bad");
  EXPECT_EQ(errorOf(path), "cannot read " + path + ": No such file or directory");
  EXPECT_EQ(errorOf("/"), "cannot read /: it is a directory");
  test::writeAll(path, "");
  EXPECT_EQ(errorOf(path), path + " is empty");
  test::writeAll(path, "{\"traceEvents\": []}");
  EXPECT_EQ(errorOf(path), path + " is not an autoscope session");
  test::writeAll(path, "abc");
  EXPECT_EQ(errorOf(path), path + " is not an autoscope session");

  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2100);
  std::string good = test::readAll(script.write());
  test::writeAll(path, good.substr(0, 100));
  EXPECT_EQ(errorOf(path), path + " is truncated: it ends within its header");
  test::writeAll(path, good.substr(0, good.size() - 20));
  EXPECT_NE(errorOf(path).find(path + " is truncated: its end is missing"), std::string::npos);
  std::string version = good;
  version[8] = 9;
  test::writeAll(path, version);
  EXPECT_EQ(errorOf(path), path + " has format version 9, and this autoscope reads versions 1 to 6");
  std::string broken = good;
  broken[sizeof(FileHeader)] = 'x';
  test::writeAll(path, broken);
  EXPECT_EQ(errorOf(path), path + " is damaged at byte " + std::to_string(sizeof(FileHeader)));
}

TEST(SessionReader, SurvivesEveryTruncationAndEveryFlippedByte) {
  SessionScript script;
  uint32_t f = script.function("f()");
  script.path(0, "net", "Net");
  script.loss(LossCause::BufferFull, 3);
  script.thread(1, 7, "t").enter(f, 2000).scope(f, 2010, 2020).leave(2100, {1, 0, 0, true});
  script.thread(2, 8, "u").enter(f, 5000);
  std::string good = test::readAll(script.write());
  std::string path = test::temporaryPath("mutant"), part = path + ".part";
  auto readThrough = [](const std::string &file) {
    std::string error;
    auto session = SessionReader::open(file, error);
    EXPECT_NE(session == nullptr, error.empty());
    if (session)
      for (const Thread &thread : session->threads())
        recordsOf(thread);
  };
  for (size_t size = 0; size < good.size(); size += 7) {
    test::writeAll(path, good.substr(0, size));
    test::writeAll(part, good.substr(0, size));
    readThrough(path);
    readThrough(part);
  }
  for (size_t i = 0; i < good.size(); i += i < sizeof(FileHeader) ? 1 : 3) {
    if (i >= offsetof(FileHeader, ringPath) && i < sizeof(FileHeader))
      continue;
    std::string mutant = good;
    mutant[i] = static_cast<char>(mutant[i] ^ 0xff);
    test::writeAll(path, mutant);
    readThrough(path);
  }
}

TEST(SessionReader, DropsTheTornTailOfAStreamAndCountsIt) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2100);
  std::string part = test::temporaryPath("torn.part");
  std::string good = test::readAll(script.write());
  // Without its End, and with half a section behind.
  good.resize(good.size() - sizeof(SectionHeader));
  SectionHeader half{sectionMagic, SectionType::Chunk, 4096};
  good.append(reinterpret_cast<const char *>(&half), sizeof(half));
  good.append(100, 'x');
  test::writeAll(part, good);
  std::string error;
  auto session = SessionReader::open(part, error);
  ASSERT_TRUE(session) << error;
  EXPECT_FALSE(session->finished());
  EXPECT_EQ(session->damage().tornBytes, 116u);
  EXPECT_EQ(session->warnings().size(), 2u);  // no ring, and torn
  EXPECT_FALSE(session->hasRing());
  EXPECT_TRUE(session->killed());
  EXPECT_EQ(recordsOf(session->threads()[0]).size(), 1u);
}

TEST(SessionReader, FindsThePartOfASession) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2100);
  std::string path = test::temporaryPath("s");
  test::writeAll(path + ".part", test::readAll(script.write()));
  std::string error;
  auto session = SessionReader::open(path, error);
  ASSERT_TRUE(session) << error;
  EXPECT_EQ(session->path(), path + ".part");
  EXPECT_TRUE(session->finished());  // killed between its end and its name
}

TEST(SessionReader, RemembersThatTheProcessWasKilled) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2100);
  std::string bytes = test::readAll(script.write()), part = test::temporaryPath("k.part"),
              whole = test::temporaryPath("k");
  EXPECT_FALSE(script.open()->killed());
  test::writeAll(part, bytes.substr(0, bytes.size() - sizeof(SectionHeader)));
  std::string error;
  auto left = SessionReader::open(part, error);
  ASSERT_TRUE(left) << error;
  EXPECT_TRUE(left->killed());
  ASSERT_EQ(writeFinished(*left, whole), "");
  auto recovered = SessionReader::open(whole, error);
  ASSERT_TRUE(recovered) << error;
  EXPECT_TRUE(recovered->finished());
  EXPECT_TRUE(recovered->killed());
}

// Killed between its first two steps.
TEST(SessionReader, TakesAnEmptyStreamAsASessionOfNothing) {
  std::string part = test::temporaryPath("empty.part"), copy = test::temporaryPath("empty"), error;
  test::writeAll(part, "");
  auto session = SessionReader::open(part, error);
  ASSERT_TRUE(session) << error;
  EXPECT_TRUE(session->isBlank());
  EXPECT_TRUE(session->killed());
  ASSERT_EQ(session->warnings().size(), 1u);
  EXPECT_EQ(session->warnings()[0], part + " is empty: its process was killed before it recorded anything");
  ASSERT_EQ(writeFinished(*session, copy), "");
  auto finished = SessionReader::open(copy, error);
  ASSERT_TRUE(finished) << error;
  EXPECT_TRUE(finished->killed());
  EXPECT_TRUE(finished->threads().empty());
  EXPECT_FALSE(finished->damage().any());
}

TEST(SessionReader, KnowsASessionThatIsBeingRecorded) {
  SessionScript script;
  std::string bytes = test::readAll(script.write()), part = test::temporaryPath("live.part");
  test::writeAll(part, bytes.substr(0, bytes.size() - sizeof(SectionHeader)));
  int fd = ::open(part.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(fd, LOCK_EX), 0);
  std::string error;
  auto session = SessionReader::open(part, error);
  ASSERT_TRUE(session) << error;
  EXPECT_TRUE(session->recording());
  EXPECT_FALSE(session->killed());
  EXPECT_FALSE(session->copied());
  // A copy of it, and a copy of that, is none of a killed process.
  std::string copy = test::temporaryPath("copy"), again = test::temporaryPath("again");
  ASSERT_EQ(writeFinished(*session, copy), "");
  close(fd);
  auto copied = SessionReader::open(copy, error);
  ASSERT_TRUE(copied) << error;
  EXPECT_TRUE(copied->finished());
  EXPECT_FALSE(copied->killed());
  EXPECT_TRUE(copied->copied());
  ASSERT_EQ(writeFinished(*copied, again), "");
  auto second = SessionReader::open(again, error);
  ASSERT_TRUE(second) << error;
  EXPECT_TRUE(second->copied());
}

TEST(SessionReader, LetsTheLaterNameOfAThreadWin) {
  SessionScript script;
  std::string path = test::temporaryPath("names");
  SessionWriter writer(path, script.header());
  writer.thread(1, {5, 0, "early"});
  writer.thread(1, {5, 0, "late"});
  writer.info("k", "first");
  writer.info("k", "second");
  writer.openScope(1, {2000, 1, 0, 0, {}});
  ASSERT_EQ(writer.finish(), "");
  std::string error;
  auto session = SessionReader::open(path, error);
  ASSERT_TRUE(session) << error;
  ASSERT_EQ(session->threads().size(), 1u);
  EXPECT_EQ(session->threads()[0].name, "late");
  EXPECT_EQ(session->names().info("k"), "second");
  EXPECT_EQ(session->names().info("none"), "");
}

TEST(SessionReader, TakesTheLossesOfLaterVersionsAsOne) {
  SessionScript script;
  script.loss(static_cast<LossCause>(200), 2);
  script.loss(LossCause::BufferFull, 1);
  script.loss(static_cast<LossCause>(201), 40);
  auto losses = script.open()->losses();
  ASSERT_EQ(losses.size(), 2u);
  EXPECT_EQ(losses[0], std::pair(LossCause::BufferFull, uint64_t{1}));
  EXPECT_EQ(losses[1].second, 42u);
}

TEST(SessionReader, EndsPathsThatAreDeeperThanAnyStack) {
  SessionScript script;
  for (uint32_t i = 0; i < 3 * maxDepth; ++i)
    script.path(i, "m", "M");
  auto session = script.open();
  const auto &paths = session->names().paths();
  ASSERT_EQ(paths.size(), 3 * maxDepth + 1);
  EXPECT_EQ(paths[maxDepth].parent, maxDepth - 1);
  for (const ModulePath &path : paths) {
    size_t levels = 0;
    for (const ModulePath *at = &path; at->parent != 0; at = &paths[at->parent])
      ++levels;
    ASSERT_LT(levels, maxDepth);
  }
}

TEST(SessionReader, RefusesACoreWhoseNotesLieOverEachOther) {
  struct {
    Elf64_Ehdr header{};
    Elf64_Phdr segments[2]{};
    char note[200]{};
  } core;
  std::memcpy(core.header.e_ident, ELFMAG, SELFMAG);
  core.header.e_ident[EI_CLASS] = ELFCLASS64;
  core.header.e_ident[EI_DATA] = ELFDATA2LSB;
  core.header.e_type = ET_CORE;
  core.header.e_phoff = sizeof(core.header);
  core.header.e_phnum = 2;
  for (Elf64_Phdr &segment : core.segments) {
    segment.p_type = PT_NOTE;
    segment.p_offset = offsetof(decltype(core), note);
    segment.p_filesz = sizeof(core.note);
  }
  std::string path = test::temporaryPath("core");
  auto errorOfCore = [&] {
    test::writeAll(path, std::string(reinterpret_cast<const char *>(&core), sizeof(core)));
    return errorOf(path);
  };
  EXPECT_EQ(errorOfCore(), path + " is a damaged core: its notes are longer than the file");
  core.segments[1].p_filesz = 0;
  EXPECT_EQ(errorOfCore(), path + " is of a process that autoscope did not record");
}

TEST(SessionReader, ReadsTheSlicesOfCoroutines) {
  SessionScript script;
  uint32_t f = script.function("f()");
  script.thread(1)
      .scope(f, 2000, 2010, {0, 0, scopeCutByLongjmp, true, {1ull << 40, 0, false}})
      .scope(f, 2020, 2030, {0, 0, 0, false, {7, 0xffffffffu, true}})
      .scope(f, 2040, 2050);
  auto session = script.open();
  std::vector<Record> records = recordsOf(session->threads().at(0));  // latest first
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].coroutine.call, 0u);
  EXPECT_EQ(records[1].coroutine.call, 7u);
  EXPECT_EQ(records[1].coroutine.number, 0xffffffffu);
  EXPECT_TRUE(records[1].coroutine.suspended);
  EXPECT_EQ(records[2].coroutine.call, 1ull << 40);
  EXPECT_FALSE(records[2].coroutine.suspended);
  EXPECT_EQ(records[2].flags, scopeCutByLongjmp);
  EXPECT_EQ(records[2].duration, 10u);
}

TEST(SessionReader, ReadsTheVersionWithoutCoroutines) {
  SessionScript script;
  script.thread(1).scope(script.function("f()"), 2000, 2010);
  std::string path = script.write(), bytes = test::readAll(path);
  bytes[8] = 1;
  test::writeAll(path, bytes);
  std::string error;
  auto session = SessionReader::open(path, error);
  ASSERT_TRUE(session) << error;
  EXPECT_EQ(recordsOf(session->threads().at(0)).size(), 1u);
}

TEST(SessionReader, CopiesToAnEqualSession) {
  SessionScript script;
  uint32_t f = script.function("f()");
  uint32_t net = script.path(0, "net", "Net");
  script.path(net, "a", "A");
  script.loss(LossCause::TooDeep, 2);
  script.info("host", "h");
  script.string("text");
  script.thread(3, 9, "t").enter(f, 2000).scope(f, 2010, 2020).enter(f, 2030).openSlice(77, 5);
  auto session = script.open();
  std::string copy = test::temporaryPath("copy");
  ASSERT_EQ(writeFinished(*session, copy), "");
  std::string error;
  auto again = SessionReader::open(copy, error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(again->names().sites().size(), 2u);
  ASSERT_EQ(again->names().paths().size(), 3u);
  EXPECT_EQ(again->names().paths()[2].parent, 1u);
  EXPECT_EQ(again->losses(), session->losses());
  EXPECT_EQ(again->names().info("host"), "h");
  EXPECT_EQ(again->names().string(1), "text");
  EXPECT_EQ(again->window().stop, session->window().stop);
  ASSERT_EQ(again->threads()[0].open.size(), 2u);
  EXPECT_EQ(again->threads()[0].open[0].coroutine.call, 0u);
  EXPECT_EQ(again->threads()[0].open[1].coroutine.call, 77u);
  EXPECT_EQ(again->threads()[0].open[1].coroutine.number, 5u);
  EXPECT_EQ(recordsOf(again->threads()[0]).size(), 1u);
  EXPECT_EQ(again->clock().toNs(123'456), session->clock().toNs(123'456));
}

}  // namespace
}  // namespace autoscope::record
