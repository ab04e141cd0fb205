#include "KnownScopes.h"

#include "autoscope/abi.h"

#include <cstdio>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace autoscope::test {

namespace {

constexpr unsigned names = 1009;  // a prime, so that no cycle is like the one before
constexpr unsigned innersOfCycle = 100, innersPerLeaf = 10;

struct Sites {
  Sites() {
    auto make = [](__autoscope_site &site, char(&text)[96], const char *kind, const std::string &name,
                   const char *module) {
      snprintf(text, sizeof text, "A1\037%s\037\0371\037known.cpp\037%s\037%s\037%s\037", kind, name.c_str(),
               name.c_str(), module);
      site = {sizeof(__autoscope_site),
              0,
              unsigned(*module ? __autoscope_kind_module : __autoscope_kind_function),
              0,
              text,
              nullptr,
              nullptr};
    };
    for (unsigned i = 0; i < names; ++i)
      make(inner[i], texts[i], "function", "inner" + std::to_string(i), "");
    for (unsigned i = 0; i < mostKnownThreads; ++i)
      make(worker[i], workerTexts[i], "function", "worker" + std::to_string(i), "");
    make(outer, outerText, "module", "outer", "Outer");
    make(leaf, leafText, "function", "leaf", "");
  }
  __autoscope_site inner[names], worker[mostKnownThreads], outer, leaf;
  char texts[names][96], workerTexts[mostKnownThreads][96], outerText[96], leafText[96];
};

Sites &sites() {
  static Sites all;
  return all;
}

// What a site is, in numbers, since millions are compared: an inner one its number, and these.
enum : int { outerSite = -1, leafSite = -2, workerSite = -100, unknownSite = -1000 };

struct Module {};

[[gnu::noinline]] void leaf() {
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {__autoscope_enter(&sites().leaf, &guard)};
  asm volatile("" : : "r"(&guard) : "memory");
}

// One finished scope at a place of the cycle: its depth, and which name.
struct Place {
  unsigned depth;
  int inner;  // index in the cycle, outerSite or leafSite
};

// Records stand in the order of leaving.
const std::vector<Place> &cycle() {
  static const std::vector<Place> places = [] {
    std::vector<Place> made;
    for (unsigned i = 0; i < innersOfCycle; ++i) {
      if (i % innersPerLeaf == 0)
        made.push_back({3, leafSite});
      made.push_back({2, int(i)});
    }
    made.push_back({1, outerSite});
    EXPECT_EQ(made.size(), wholeCycle);
    return made;
  }();
  return places;
}

std::vector<int> kindsOf(const std::vector<record::Site> &named) {
  std::vector<int> kinds;
  for (const record::Site &site : named) {
    std::string name(site.fields.name);
    kinds.push_back(name == "outer"                     ? outerSite
                    : name == "leaf"                    ? leafSite
                    : name.compare(0, 5, "inner") == 0  ? std::stoi(name.substr(5))
                    : name.compare(0, 6, "worker") == 0 ? workerSite + std::stoi(name.substr(6))
                                                        : unknownSite);
  }
  return kinds;
}

int siteOf(uint64_t round, int inner) {
  return inner < 0 ? inner : int((round * innersOfCycle + uint64_t(inner)) % names);
}

// The scopes around and with the one that finishes as number `n`, below the worker.
std::vector<int> chainOf(uint64_t n) {
  uint64_t round = n / cycle().size();
  const Place &place = cycle()[n % cycle().size()];
  std::vector<int> chain = {outerSite};
  if (place.depth == 3)
    chain.push_back(siteOf(round, cycle()[n % cycle().size() + 1].inner));
  if (place.depth > 1)
    chain.push_back(siteOf(round, place.inner));
  return chain;
}

}  // namespace

SharedCounts::SharedCounts(const std::string &path) : path_(path) {
  int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_GE(file, 0);
  EXPECT_EQ(ftruncate(file, sizeof(KnownCounts)), 0);
  void *mapping = mmap(nullptr, sizeof(KnownCounts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  EXPECT_NE(mapping, MAP_FAILED);
  counts_ = static_cast<KnownCounts *>(mapping);
  close(file);
}

SharedCounts::~SharedCounts() {
  munmap(counts_, sizeof(KnownCounts));
  if (!path_.empty())
    unlink(path_.c_str());
}

void runKnownScopes(unsigned number, KnownCounts &counts, uint64_t scopes, void (*atEach)(uint64_t)) {
  Sites &all = sites();
  KnownCounts::Thread &count = counts.threads[number];
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {
      __autoscope_enter(&all.worker[number], &guard)};
  count.started.store(1, std::memory_order_release);
  uint64_t finished = 0;
  Module module;
  auto one = [&] { count.finished.store(++finished, std::memory_order_release); };
  uint64_t round = 0;
  while (finished < scopes) {
    {
      __attribute__((cleanup(__autoscope_leave))) __autoscope_guard outer = {
          __autoscope_enter_object(&all.outer, &outer, &module, nullptr)};
      for (unsigned i = 0; i < innersOfCycle; ++i) {
        if (atEach)
          atEach(finished);
        {
          __autoscope_site &site = all.inner[(round * innersOfCycle + i) % names];
          __attribute__((cleanup(__autoscope_leave))) __autoscope_guard inner = {__autoscope_enter(&site, &inner)};
          if (i % innersPerLeaf == 0) {
            leaf();
            one();
          }
        }
        one();
      }
    }
    one();
    ++round;
  }
}

uint64_t knownScopesBefore(unsigned chunk) {
  uint64_t n = 0;
  for (; chunk > 0; --chunk)
    for (uint32_t used = record::chunkHeaderWords;; ++n) {
      used += cycle()[n % cycle().size()].inner == outerSite ? 4 : 2;  // a path goes before the record of a module
      if (used > record::chunkWords)
        break;
    }
  return n;
}

KnownFound findKnownScopes(const record::SessionReader &session) {
  KnownFound found;
  std::vector<int> kinds = kindsOf(session.names().sites());
  auto kind = [&](uint32_t id) { return kinds[session.names().siteIndex(id)]; };
  auto isWorker = [](int site) { return site >= workerSite && site < workerSite + int(mostKnownThreads); };

  for (const record::Thread &thread : session.threads()) {
    uint64_t n = 0;
    record::Record record;
    for (record::BackwardRecords backward(thread.pieces); backward.next(record);)
      ++n;
    record::BackwardRecords backward(thread.pieces);
    bool more = backward.next(record);
    // A thread that has ended has left its outermost scope, too.
    bool ended = more && record.depth == 0;
    int outermost = ended ? kind(record.site) : thread.open.empty() ? unknownSite : kind(thread.open[0].site);
    if (!isWorker(outermost)) {
      if (more || !thread.open.empty())
        found.error = "a thread of unknown scopes";
      continue;
    }
    auto worker = unsigned(outermost - workerSite);
    auto fail = [&](uint64_t at, const std::string &what) {
      if (found.error.empty())
        found.error = "worker" + std::to_string(worker) + ", scope " + std::to_string(at) + ": " + what;
    };
    if (ended) {
      more = backward.next(record);
      --n;
    }
    found.finished[worker] = n;
    found.open[worker] = thread.open.size();

    uint64_t nextEnd = ~uint64_t{0}, lastEnd = more ? record.start + record.duration : 0;
    for (uint64_t i = n; more && i-- > 0; more = backward.next(record)) {
      const Place &place = cycle()[i % cycle().size()];
      int expected = siteOf(i / cycle().size(), place.inner);
      if (kind(record.site) != expected || record.depth != place.depth)
        fail(i, std::to_string(kind(record.site)) + " at " + std::to_string(record.depth) + " for " +
                    std::to_string(expected));
      if ((record.path != 0) != (place.inner == outerSite))
        fail(i, "path " + std::to_string(record.path));
      if (record.start + record.duration > nextEnd)
        fail(i, "ends behind the next");
      nextEnd = record.start + record.duration;
    }
    if (backward.damaged())
      fail(n, "damaged records");
    if (ended)
      continue;

    // After scope n - 1 its parents are open; then those of scope n are entered one by one, and it itself.
    std::vector<int> chain = chainOf(n);
    size_t least = n == 0 ? 1 : cycle()[(n - 1) % cycle().size()].depth;
    if (thread.open.size() < least || thread.open.size() > chain.size() + 1)
      fail(n, std::to_string(thread.open.size()) + " are open");
    for (size_t i = 1; i < thread.open.size() && i <= chain.size(); ++i) {
      const record::OpenScope &open = thread.open[i];
      if (kind(open.site) != chain[i - 1] || open.depth != i)
        fail(n, "open " + std::to_string(kind(open.site)) + " at " + std::to_string(open.depth) + " for " +
                    std::to_string(chain[i - 1]));
      if ((open.path != 0) != (i == 1))
        fail(n, "open path " + std::to_string(open.path));
      if (i >= least && open.start < lastEnd)
        fail(n, "open since before the last end");
    }
  }
  return found;
}

}  // namespace autoscope::test
