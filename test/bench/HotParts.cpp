// What a scope costs the thread that runs it.
#include "Lines.h"
#include "Parts.h"
#include "Subjects.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>

namespace bench {

void enabledPart(const Settings &settings) {
  std::string session = settings.session();
  beginProfile(session);
  Pair pair = measurePair(loopScope, loopFloor, settings.operations, settings.slices);
  endProfile();
  ratioLine("enabled scope, streaming to disk", pair, {1.05, 1.15});
  double scopes = double(settings.slices) * double(settings.operations) + double(settings.operations / 10 + 1);
  // The names and the header are shared by all scopes.
  valueLine("bytes per scope on disk", bytesOf(session) / scopes, "bytes", 16.1);
  unlink(session.c_str());
}

void disabledPart(const Settings &settings) {
  Pair pair = measurePair(loopScope, loopPlain, settings.operations * 10, settings.slices);
  valueLine("disabled scope, above the bare call", pair.subject - pair.reference, "ns", 0.7);
}

// AUTOSCOPE_FILTER is read at the first start of the process.
void filteredPart(const Settings &settings) {
  std::string session = settings.session(), filter = session + ".filter";
  if (FILE *file = fopen(filter.c_str(), "w")) {
    fputs("exclude filtered\n", file);
    fclose(file);
  }
  setenv("AUTOSCOPE_FILTER", filter.c_str(), 1);
  beginProfile(session);
  Pair pair = measurePair(loopFiltered, loopPlain, settings.operations * 10, settings.slices);
  endProfile();
  if (bytesOf(session) > 16.0 * double(settings.operations))
    absentLine("scope that AUTOSCOPE_FILTER leaves out", "the filter did not work");
  else
    valueLine("scope that AUTOSCOPE_FILTER leaves out, above the bare call", pair.subject - pair.reference, "ns");
  unlink(filter.c_str());
  unlink(session.c_str());
}

void recursionPart(const Settings &settings) {
  // 832,040 calls of fib(27); a quick run takes a smaller one, with the same shape.
  long n = settings.operations >= 500'000 ? 27 : 18, calls = n == 27 ? 832'040 : 8'362;
  std::string session = settings.session();
  beginProfile(session);
  Pair pair = measurePair([n](long) { fibScope(n); }, [n](long) { fibFloor(n); }, calls, settings.slices);
  endProfile();
  ratioLine("fib(" + std::to_string(n) + "), every call a scope", pair, 1.1);
  unlink(session.c_str());
}

namespace {

// Two threads that wait for each other before each slice, so that both measure beside the other.
class Meeting {
public:
  // Asleep, so that a thread that measures alone is alone.
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    int turn = turn_;
    if (++waiting_ % 2 == 0) {
      ++turn_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return turn_ != turn; });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0, turn_ = 0;
};

}  // namespace

// Each thread measures its own CPU time. The reference of "against one" is a slice of the first thread alone, while the
// other waits; of the others the floor beside the floor of the other thread, so that a shared core hits both.
void threadsPart(const Settings &settings) {
  std::string session = settings.session();
  beginProfile(session);
  long operations = settings.operations / 4 + 1;
  Meeting meeting;
  Pair alone{}, both[2]{};
  std::vector<double> single, together, ratios, floorRatios[2], floors[2], times[2];
  auto timed = [operations](long (*loop)(long)) {
    double from = threadNanoseconds();
    loop(operations);
    return (threadNanoseconds() - from) / double(operations);
  };
  auto work = [&](int index) {
    loopScope(1000);
    for (int i = 0; i < settings.slices; ++i) {
      double one = 0;
      if (index == 0)
        one = timed(loopScope);
      meeting.wait();
      double floor = timed(loopFloor);
      meeting.wait();
      double two = timed(loopScope);
      meeting.wait();
      floors[index].push_back(floor);
      times[index].push_back(two);
      floorRatios[index].push_back(two / floor);
      if (index == 0) {
        single.push_back(one);
        together.push_back(two);
        ratios.push_back(two / one);
      }
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  endProfile();
  auto summed = [](const std::vector<double> &subjects, const std::vector<double> &references,
                   const std::vector<double> &all) {
    auto [least, most] = std::minmax_element(all.begin(), all.end());
    return Pair{median(subjects), median(references), median(all), *least, *most};
  };
  alone = summed(together, single, ratios);
  for (int i = 0; i < 2; ++i)
    both[i] = summed(times[i], floors[i], floorRatios[i]);
  ratioLine("two threads, against one alone (in place of the floor)", alone, {1.05, 1.15});
  ratioLine("two threads, first", both[0], {1.05, 1.15});
  ratioLine("two threads, second", both[1], {1.05, 1.15});
  unlink(session.c_str());
}

void modulesPart(const Settings &settings) {
  struct Subject {
    const char *what;
    long (*loop)(long);
    double goal;
    long (*plain)(long) = loopScope;
  } subjects[] = {{"module path, cached, above a plain scope", loopModule, 5},
                  {"its parent and it, one call each, above one scope", loopChecked, 0},
                  {"a net of 20 layers, each scope above a plain one", loopNet, 0, loopNetOfScopes},
                  {"module path, cached, entered by the caller", loopCalled, 5},
                  {"module path, cached, by caller and body", loopTakenOver, 0}};
  std::string session = settings.session();
  for (const Subject &subject : subjects) {
    beginProfile(session);
    Pair pair = measurePair(subject.loop, subject.plain, settings.operations, settings.slices);
    endProfile();
    valueLine(subject.what, pair.subject - pair.reference, "ns", subject.goal);
  }
  unlink(session.c_str());
}

}  // namespace bench
