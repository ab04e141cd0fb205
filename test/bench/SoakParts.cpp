// Two threads at full rate for as long as asked: memory must stay flat, and every scope must be recorded or counted as
// lost. Parts that run only when they are asked for.
#include "Lines.h"
#include "Parts.h"
#include "Subjects.h"

#include "record/LossText.h"
#include "record/SessionReader.h"

#include "autoscope/profile.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace bench {

namespace record = autoscope::record;

namespace {

constexpr long batch = 100'000;

double residentMiB() {
  long pages = 0;
  if (FILE *file = fopen("/proc/self/statm", "re")) {
    if (fscanf(file, "%*d %ld", &pages) != 1)
      pages = 0;
    fclose(file);
  }
  return double(pages) * double(sysconf(_SC_PAGESIZE)) / 1048576;
}

struct Soak {
  std::vector<double> memory;  // while it recorded, at equal distances
  double seconds = 0;          // of recording
  uint64_t run = 0, recorded = 0, lost = 0;
  int sessions = 0;
  std::string causes;
};

// Runs two threads until `seconds` are over or they have run `most` scopes.
void runThreads(Soak &soak, double seconds, long most) {
  std::atomic<bool> over{false};
  std::atomic<uint64_t> finished{0};
  std::atomic<int> running{2};
  auto work = [&] {
    long done = 0;
    for (; !over && done < most / 2; done += batch)
      loopScope(batch);
    finished += static_cast<uint64_t>(done);
    --running;
  };
  double from = wallNanoseconds();
  std::thread first(work), second(work);
  while (running > 0) {
    usleep(20'000);
    soak.memory.push_back(residentMiB());
    over = (wallNanoseconds() - from) * 1e-9 > seconds;
  }
  first.join();
  second.join();
  soak.seconds += (wallNanoseconds() - from) * 1e-9;
  soak.run += finished;
}

// Counts what a finished session has, and removes it.
void account(Soak &soak, const std::string &path) {
  std::string error;
  auto session = record::SessionReader::open(path, error);
  if (!session || !session->finished() || session->damage().any()) {
    fprintf(stderr, "autoscope-bench: %s is not whole %s\n", path.c_str(), error.c_str());
    exit(1);
  }
  for (const record::Thread &thread : session->threads()) {
    record::BackwardRecords records(thread.pieces, record::AfterReading::LetGo);
    for (record::Record record; records.next(record);)
      ++soak.recorded;
  }
  for (const auto &[cause, count] : session->losses()) {
    soak.lost += count;
    soak.causes += "  " + std::to_string(count) + " " + std::string(record::lossText(cause)) + "\n";
  }
  ++soak.sessions;
  unlink(path.c_str());
}

double most(const std::vector<double> &values, size_t from, size_t to) {
  return from < to ? *std::max_element(values.begin() + long(from), values.begin() + long(to)) : 0;
}

// In the first half the buffer may still grow to its limit, if that half is not too short.
void say(const std::string &name, const Soak &soak) {
  constexpr double longEnough = 60;
  size_t half = soak.memory.size() / 2;
  printf("  %s: %.1f s of recording in %d sessions, %.1f M scopes/s, memory %.1f MiB at most\n%s", name.c_str(),
         soak.seconds, soak.sessions, double(soak.run) / 1e6 / soak.seconds, most(soak.memory, 0, soak.memory.size()),
         soak.causes.c_str());
  uint64_t told = soak.recorded + soak.lost;
  valueLine(name + ": scopes run", double(soak.run), "scopes");
  valueLine(name + ": recorded", double(soak.recorded), "scopes");
  valueLine(name + ": scopes neither recorded nor counted as lost",
            told < soak.run ? double(soak.run - told) : double(told - soak.run), "scopes", 0.5);
  valueLine(name + ": memory of the second half above the first's",
            most(soak.memory, half, soak.memory.size()) - most(soak.memory, 0, half), "MiB",
            soak.seconds < longEnough ? 0 : 4);
  if (told != soak.run)
    exit(1);
}

}  // namespace

// Sessions of at most 50 slices, 800 MB, each checked and removed before the next.
void soakPart(const Settings &settings) {
  Soak soak;
  while (soak.seconds < settings.seconds) {
    beginProfile(settings.session());
    runThreads(soak, settings.seconds - soak.seconds, settings.operations * 50);
    endProfile();
    account(soak, settings.session());
  }
  say("soak", soak);
}

// One session, which the disk limit ends long before its time.
void soakDiskPart(const Settings &settings) {
  if (!hasOption("AUTOSCOPE_DISK"))
    return absentLine("soak, disk limit", "this build has no such option");
  Soak soak;
  beginProfile(settings.session());
  runThreads(soak, settings.seconds, 1L << 60);
  endProfile();
  account(soak, settings.session());
  say("soak, disk limit", soak);
}

// One session, of which the newest stays.
void soakNewestPart(const Settings &settings) {
  autoscope::options options(settings.session());
  options.overflow = "newest";
  if (autoscope::status started = autoscope::start(options); !started)
    return absentLine("soak, flight recorder", started.message);
  Soak soak;
  runThreads(soak, settings.seconds, 1L << 60);
  endProfile();
  account(soak, settings.session());
  say("soak, flight recorder", soak);
}

}  // namespace bench
