// Threads that run scopes in an order that everybody knows, and the check that a session holds exactly their beginning.
//
// A child process runs them until it is killed; the parent reads what is left, or what is there so far. Each scope can
// be told from its neighbours, so a scope that is missing, doubled, misplaced or at the wrong depth is found, and so is
// one that is shown as open where it cannot be.
#pragma once

#include "record/SessionReader.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <sys/types.h>

namespace autoscope::test {

constexpr unsigned mostKnownThreads = 4;

// Shared between the process that runs and the one that looks.
struct KnownCounts {
  struct alignas(64) Thread {
    std::atomic<uint64_t> finished;  // scopes that the thread had left when it wrote this
    std::atomic<uint64_t> started;   // 1: its outermost scope is open
  };
  Thread threads[mostKnownThreads];
};

// A file that holds the counts, mapped; the parent makes it, and the child finds it by its name.
class SharedCounts {
public:
  explicit SharedCounts(const std::string &path);
  ~SharedCounts();
  SharedCounts(const SharedCounts &) = delete;
  SharedCounts &operator=(const SharedCounts &) = delete;

  KnownCounts *operator->() { return counts_; }
  KnownCounts &operator*() { return *counts_; }
  // The child's: the name stays.
  void keep() { path_.clear(); }

private:
  std::string path_;
  KnownCounts *counts_ = nullptr;
};

constexpr uint64_t wholeCycle = 111;  // scopes until the one within the outermost scope is left

// Of the thread `number`: its outermost scope, then `scopes` scopes within it, whole cycles; ~0 goes on for ever.
// `atEach` is called before each of them that has no parent but the outermost and the one within that, with the number
// of those finished.
void runKnownScopes(unsigned number, KnownCounts &counts, uint64_t scopes = ~uint64_t{0},
                    void (*atEach)(uint64_t finished) = nullptr);

// How many of them have finished before the one whose end needs the chunk number `chunk`, counted from 0.
uint64_t knownScopesBefore(unsigned chunk);

// How many scopes of each thread a session holds as finished; the outermost one is not counted.
struct KnownFound {
  std::array<uint64_t, mostKnownThreads> finished{};
  std::array<uint64_t, mostKnownThreads> open{};  // the outermost one is counted
  std::string error;                              // what was wrong first
};
KnownFound findKnownScopes(const record::SessionReader &session);

}  // namespace autoscope::test
