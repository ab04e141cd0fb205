// What a profile costs a whole process: its start, its end, and what is lost when it is killed.
#include "Lines.h"
#include "Parts.h"
#include "RunProgram.h"
#include "Subjects.h"

#include "record/SessionReader.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bench {

namespace record = autoscope::record;

void startPart(const Settings &settings) {
  std::string session = settings.session();
  std::vector<double> starts, stops;
  for (int i = 0; i < settings.slices; ++i) {
    double from = wallNanoseconds();
    beginProfile(session);
    starts.push_back(wallNanoseconds() - from);
    loopScope(1000);
    stops.push_back(endProfile());
  }
  valueLine("first start in the process", starts[0] / 1e6, "ms");
  valueLine("later starts, median", median(starts) / 1e6, "ms");
  valueLine("stop after 1000 scopes, median", median(stops) / 1e6, "ms");
  unlink(session.c_str());
}

// Three programs that do nothing, in turns: without the run time, with it, and recorded.
void processPart(const Settings &settings) {
  std::string folder = settings.self.substr(0, settings.self.rfind('/'));
  std::string plain = folder + "/autoscope-bench-empty", linked = folder + "/autoscope-bench-empty-scope";
  std::string shared = "/dev/shm/autoscope-bench-" + std::to_string(getpid()) + ".autoscope";
  struct Subject {
    const char *what;
    Command command;
    std::vector<double> times;
  } subjects[] = {
      {"an empty process, without the run time", {{plain}}, {}},
      {"the same with the run time, not recorded", {{linked}}, {}},
      {"the same recorded, session on /dev/shm", {{linked}, {{"AUTOSCOPE_OUTPUT", shared}}}, {}},
      {"the same recorded, session in the directory", {{linked}, {{"AUTOSCOPE_OUTPUT", settings.session()}}}, {}}};
  int rounds = settings.slices * 2 + 1;
  for (int i = 0; i < rounds; ++i)
    for (Subject &subject : subjects) {
      Ran ran = runProgram(subject.command);
      if (!ran.ok()) {
        absentLine(subject.what, subject.command.arguments[0] + " failed");
        return;
      }
      subject.times.push_back(ran.wallSeconds * 1e3);
      unlink(shared.c_str());
      unlink(settings.session().c_str());
    }
  for (const Subject &subject : subjects)
    valueLine(std::string(subject.what) + ", start to exit", median(subject.times), "ms");
}

namespace {

constexpr int killedThreads = 3, spacing = 8;  // counters of different cache lines

std::atomic<uint64_t> *mapCounters(const std::string &path) {
  int file = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  void *memory = file < 0 || ftruncate(file, 4096) != 0
                     ? MAP_FAILED
                     : mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0)
    close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<std::atomic<uint64_t> *>(memory);
}

struct Found {
  uint64_t finished = 0, lost = 0, twice = 0;
  int open = 0;  // threads whose outermost scope is shown as open
};

// Each thread of a killed child counted its calls of "leaf", beside its thread id, inside one call of "body". It has
// counted all that it finished, or all but the last.
bool compare(const record::SessionReader &session, const std::atomic<uint64_t> *counters, Found &found) {
  for (int i = 0; i < killedThreads; ++i) {
    uint64_t counted = counters[i * spacing], tid = counters[i * spacing + 1], recorded = 0;
    for (const record::Thread &thread : session.threads()) {
      if (thread.tid != tid)
        continue;
      record::BackwardRecords records(thread.pieces, record::AfterReading::Keep);
      for (record::Record record; records.next(record);)
        ++recorded;
      found.open += !thread.open.empty();
      if (records.damaged())
        return false;
    }
    found.finished += counted;
    if (recorded < counted)
      found.lost += counted - recorded;
    if (recorded > counted + 1)
      found.twice += recorded - counted - 1;
  }
  return true;
}

}  // namespace

int runKilledChild(const std::string &session, const std::string &counterPath) {
  std::atomic<uint64_t> *counters = mapCounters(counterPath);
  if (!counters)
    return 1;
  beginProfile(session);
  std::vector<std::thread> threads;
  for (int i = 0; i < killedThreads; ++i)
    threads.emplace_back([counter = &counters[i * spacing]] {
      counter[1] = static_cast<uint64_t>(gettid());
      countScopesForever(*counter);
    });
  for (std::thread &thread : threads)
    thread.join();
  return 0;
}

void killPart(const Settings &settings) {
  const char *what = "finished scopes lost on SIGKILL";
  if (settings.tool.empty()) {
    absentLine(what, "autoscope, whose recover it needs, is not built");
    return;
  }
  std::string session = settings.session(), counterPath = session + ".counters";
  std::minstd_rand random(static_cast<unsigned>(getpid()));
  Found found;
  int recovered = 0, expectedOpen = 0;
  for (int i = 0; i < settings.kills; ++i) {
    std::atomic<uint64_t> *counters = mapCounters(counterPath);
    if (!counters)
      return absentLine(what, "cannot make " + counterPath);
    for (int word = 0; word < killedThreads * spacing; ++word)
      counters[word] = 0;
    killProgram({{settings.self, "--killed-child", session, counterPath}},
                {[&] { return counters[0] && counters[spacing] && counters[2 * spacing]; },
                 static_cast<unsigned>(random() % 80'000)});
    Ran ran = runProgram({{settings.tool, "recover", session}, {}, "/dev/null"});
    std::string error;
    auto reader = record::SessionReader::open(session, error);
    bool readable = ran.ok() && reader && compare(*reader, counters, found);
    recovered += readable;
    for (int thread = 0; thread < killedThreads; ++thread)
      expectedOpen += counters[thread * spacing] > 0;
    munmap(static_cast<void *>(counters), 4096);
    for (const char *end : {"", ".part", ".ring"})
      unlink((session + end).c_str());
  }
  unlink(counterPath.c_str());
  printf("  %d kills at random moments, %d recovered, %.1f M scopes of %d threads at a time\n", settings.kills,
         recovered, double(found.finished) / 1e6, killedThreads);
  if (recovered < settings.kills)
    return absentLine(what, std::to_string(settings.kills - recovered) + " sessions could not be recovered");
  auto none = [](const std::string &name, uint64_t count) { valueLine(name, double(count), "scopes", 0.5); };
  none(what, found.lost);
  none("finished scopes shown twice after it", found.twice);
  none("open scopes not shown after it", uint64_t(expectedOpen > found.open ? expectedOpen - found.open : 0));
}

}  // namespace bench
