// Blocks with names of the run are rows of their names, nested among compiled scopes, wherever the object lies; steps
// beyond the limit of names share one.
#include "Recording.h"
#include "autoscope/record_function.h"
#include "autoscope/scope.h"
#include "sources/annotations/Annotations.h"
#include "sources/torch/OperatorSites.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <thread>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void inner(int i) {
  record_function block("inner " + std::to_string(i));
  AUTOSCOPE_SCOPE("compiled");
}

// Of all its calls; "" outside of all scopes; "?" if they differ.
std::string callerOf(const Session &session, const std::string &name) {
  std::set<std::string> callers;
  const model::Profile &profile = session.profile();
  for (size_t i = 1; i < profile.calls.size(); ++i)
    if (const model::CallNode &node = profile.calls[i]; profile.rows[node.row].name == name)
      callers.insert(node.parent ? profile.rows[profile.calls[node.parent].row].name : "");
  return callers.size() == 1 ? *callers.begin() : "?";
}

TEST(Annotation, IsARowOfItsName) {
  Recording recording("annotation");
  {
    record_function outer("outer");
    for (int i = 0; i < 3; ++i)
      inner(i % 2);
    try {
      record_function thrown(std::string("thrown"));
      throw std::runtime_error("x");
    } catch (const std::runtime_error &) {
    }
    std::thread([] { record_function other("on a thread"); }).join();
    record_function nameless(static_cast<const char *>(nullptr));
  }
  Session session(recording.stop());
  EXPECT_EQ(session.calls("outer"), 1u);
  EXPECT_EQ(session.calls("inner 0"), 2u);
  EXPECT_EQ(session.calls("inner 1"), 1u);
  EXPECT_EQ(session.calls("compiled"), 3u);
  EXPECT_EQ(session.calls("thrown"), 1u);
  EXPECT_EQ(session.calls("on a thread"), 1u);
  EXPECT_EQ(session.calls("(no name)"), 1u);
  EXPECT_EQ(callerOf(session, "inner 0"), "outer");
  EXPECT_EQ(callerOf(session, "thrown"), "outer");
  EXPECT_EQ(callerOf(session, "on a thread"), "");
  EXPECT_EQ(session.lost(), 0u);
}

// Their addresses say nothing about the stack, so nothing may be taken for jumped over.
TEST(Annotation, OnTheHeapItLastsAsLongAsItLives) {
  Recording recording("annotation-heap");
  auto first = std::make_unique<record_function>("first");
  auto second = std::make_unique<record_function>("second");
  for (int i = 0; i < 1000; ++i)
    inner(i % 2);
  second.reset();
  inner(0);
  first.reset();
  inner(0);
  Session session(recording.stop());
  EXPECT_EQ(callerOf(session, "second"), "first");
  EXPECT_EQ(session.calls("first"), 1u);
  uint64_t underSecond = 0, underFirst = 0, outside = 0;
  for (const model::CallNode &node : session.profile().calls)
    if (&node != &session.profile().calls[0] && session.profile().rows[node.row].name == "inner 0") {
      std::string caller = node.parent ? session.profile().rows[session.profile().calls[node.parent].row].name : "";
      (caller == "second" ? underSecond : caller == "first" ? underFirst : outside) += node.calls;
    }
  EXPECT_EQ(underSecond, 500u);
  EXPECT_EQ(underFirst, 1u);
  EXPECT_EQ(outside, 1u);
}

TEST(Annotation, OffItIsNothing) {
  record_function before("before");
  {
    Recording recording("annotation-off");
    record_function within("within");
    Session session(recording.stop());
    EXPECT_EQ(session.open("within"), 1u);
    EXPECT_EQ(session.find("before"), nullptr);
  }
}

TEST(Annotation, AddressesAreFarFromTheStackOrTheirOwn) {
  char local = 0;
  auto low = [](const void *at) { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(at)); };
  const void *frame = reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(&local) & ~uintptr_t{63});
  const char *guard = static_cast<const char *>(frame) + 16;
  EXPECT_EQ(annotations::addressOf(guard, frame), low(guard));
  auto heap = std::make_unique<int>();
  std::set<uint32_t> different;
  for (int i = 0; i < 100; ++i) {
    uint32_t address = annotations::addressOf(heap.get(), frame);
    uint32_t below = low(frame) - address, above = address - low(frame);
    EXPECT_GT(std::min(below, above), 512u << 20);
    EXPECT_EQ(address % 4, 0u);
    different.insert(address);
    // Each call may come from deeper in the stack than the one before.
    different.insert(annotations::addressOf(heap.get(), static_cast<const char *>(frame) - 4 * i));
  }
  EXPECT_EQ(different.size(), 200u);
}

// Last: it uses up the names of this process.
TEST(AnnotationNames, BeyondTheLimitStepsShareOneAndOthersAreCounted) {
  Recording recording("annotation-names", 64);
  {
    record_function first("ProfilerStep#0");
  }
  constexpr size_t names = torch_operators::OperatorSites::most + 100;
  for (size_t i = 0; i < names; ++i)
    record_function block("name " + std::to_string(i));
  {
    record_function step("ProfilerStep#1");
  }
  {
    record_function step("ProfilerStep#2");
  }
  Session session(recording.stop());
  EXPECT_EQ(session.calls("ProfilerStep*"), 3u);
  EXPECT_EQ(session.calls("name 0"), 1u);
  EXPECT_GE(session.lost(), 100u);
  EXPECT_LT(session.lost(), 200u);
}

}  // namespace
}  // namespace autoscope::test
