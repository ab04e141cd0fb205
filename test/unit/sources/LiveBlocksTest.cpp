// Blocks are found by address until they are freed, whatever comes and goes around them, and are summed up by place.
#include "sources/memory/LiveBlocks.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace autoscope::memory {
namespace {

Block blockAt(uint64_t address, uint64_t bytes, uint32_t site = 1, uint32_t step = 0) {
  return {address, bytes, site, 0, 0, step};
}

TEST(LiveBlocks, AreThoseOfAnOrdinaryMap) {
  auto blocks = std::make_unique<LiveBlocks>();
  std::map<uint64_t, uint64_t> known;
  std::mt19937_64 random(7);
  for (int i = 0; i < 300000; ++i) {
    // Few addresses, near each other, so that they meet in the tables, and come back.
    uint64_t address = 0x7f0000000000 + (random() % 20000) * 16;
    if (known.count(address)) {
      Block found = blocks->remove(address);
      ASSERT_EQ(found.address, address);
      ASSERT_EQ(found.bytes, known[address]);
      known.erase(address);
      ASSERT_EQ(blocks->remove(address).address, 0u);
    } else {
      uint64_t bytes = random() % 1000;
      ASSERT_TRUE(blocks->add(blockAt(address, bytes)));
      known[address] = bytes;
    }
  }
  uint64_t bytes = 0;
  for (const auto &[address, size] : known)
    bytes += size;
  std::vector<record::LiveBlocks> summary = blocks->summary();
  ASSERT_EQ(summary.size(), 1u);
  EXPECT_EQ(summary[0].bytes, bytes);
  EXPECT_EQ(summary[0].blocks, known.size());
  blocks->clear();
  EXPECT_TRUE(blocks->summary().empty());
  EXPECT_EQ(blocks->remove(known.begin()->first).address, 0u);
}

TEST(LiveBlocks, AreSummedUpByPlaceAndStepMostBytesFirst) {
  auto blocks = std::make_unique<LiveBlocks>();
  blocks->add(blockAt(16, 10, 1));
  blocks->add(blockAt(32, 100, 2));
  blocks->add(blockAt(48, 5, 1, 3));
  blocks->add(blockAt(64, 30, 1));
  blocks->add(blockAt(64, 40, 1));  // the one before was freed where nobody looked
  std::vector<record::LiveBlocks> summary = blocks->summary();
  ASSERT_EQ(summary.size(), 3u);
  EXPECT_EQ(summary[0].site, 2u);
  EXPECT_EQ(summary[1].bytes, 50u);
  EXPECT_EQ(summary[1].blocks, 2u);
  EXPECT_EQ(summary[2].step, 3u);
}

TEST(LiveBlocks, OfSeveralThreadsDoNotMeet) {
  auto blocks = std::make_unique<LiveBlocks>();
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (uint64_t number = 0; number < 4; ++number)
    threads.emplace_back([&blocks, &wrong, number] {
      for (uint64_t i = 0; i < 20000; ++i) {
        uint64_t address = (i * 4 + number + 1) * 16;
        blocks->add(blockAt(address, number));
        if (i % 2)
          wrong[number] += blocks->remove(address).bytes != number;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
  uint64_t left = 0;
  for (const record::LiveBlocks &each : blocks->summary())
    left += each.blocks;
  EXPECT_EQ(left, 40000u);
}

}  // namespace
}  // namespace autoscope::memory
