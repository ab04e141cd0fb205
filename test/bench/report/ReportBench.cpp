// How many scopes a second the readers handle, against the budgets: a table of 10 M scopes in 2 s, 5 M scopes/s to
// JSON.
//
// Makes up a session the shape of a busy program (two threads, 40 functions, up to 12 deep, a module now and then),
// writes it once and prints a line per reader. `bench_report [scopes] [folder]`.
#include "model/ScopeWalk.h"
#include "record/SessionWriter.h"
#include "report/Export.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace autoscope;

constexpr uint32_t sites = 40, modules = 8, threads = 2;
constexpr uint64_t epochNs = 1'700'000'000'000'000'000;

std::string siteText(uint32_t number) {
  const std::string s = "\x1f";
  std::string name = "app::Worker<float>::step" + std::to_string(number) + "(const Tensor &, int)";
  bool module = number <= modules;
  return "A1" + s + (module ? "module" : "function") + s + s + std::to_string(100 + number) + s + "src/app/worker.cpp" +
         s + name + s + name + s + (module ? "app::Layer" : "") + s;
}

// Records of one thread, chunk by chunk, in order of leaving.
class Thread {
public:
  Thread(record::SessionWriter &writer, uint32_t uid) : writer_(writer), uid_(uid), random_(uid) {}

  void run(uint64_t scopes) {
    while (scopes > 0)
      call(1 + random_() % 3, 0, scopes);
    flush();
  }

private:
  void call(uint32_t site, uint32_t depth, uint64_t &left) {
    uint64_t start = now_ += 15;
    --left;
    for (uint32_t children = depth < 12 ? random_() % 3 : 0; children > 0 && left > 0; --children)
      call(1 + (site * 7 + children * 3) % sites, depth + 1, left);  // a function calls the same few
    now_ += 15 + random_() % 200;
    if (site <= modules)
      put(site, uint64_t{static_cast<uint32_t>(record::Escape::Path)} << 22 | record::escapeSite);
    put(start, (now_ - start) << 32 | uint64_t{depth} << 22 | site);
  }

  void put(uint64_t low, uint64_t high) {
    words_.push_back(low);
    words_.push_back(high);
    if (words_.size() + 4 > record::chunkWords - record::chunkHeaderWords &&
        (high & record::escapeSite) != record::escapeSite)
      flush();
  }

  void flush() {
    writer_.chunk(uid_, sequence_++, words_.data(), words_.size());
    words_.clear();
  }

  record::SessionWriter &writer_;
  uint32_t uid_, sequence_ = 0;
  std::minstd_rand random_;
  uint64_t now_ = 2000;
  std::vector<uint64_t> words_;
};

void makeSession(const std::string &path, uint64_t scopes) {
  record::FileHeader header{};
  header.pid = 4242;
  header.start = {1000, 1000, epochNs};
  record::SessionWriter writer(path, header);
  for (uint32_t site = 1; site <= sites; ++site)
    writer.site(site, siteText(site));
  for (uint32_t path_ = 1; path_ <= modules; ++path_)
    writer.path(path_, path_ == 1 ? 0 : 1, "layer" + std::to_string(path_), "app::Layer");
  for (uint32_t uid = 1; uid <= threads; ++uid) {
    writer.thread(uid, {4241 + uid, 1000, "worker"});
    Thread(writer, uid).run(scopes / threads);
  }
  writer.clock(header.start);
  writer.clock({3'000'000'001'000, 1'000'000'001'000, epochNs + 1'000'000'000'000});
  writer.window({1000, 3'000'000'001'000});
  if (std::string error = writer.finish(); !error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::exit(1);
  }
}

double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Best of three: the machine has other users.
template <class Work> void measure(const char *what, uint64_t scopes, const char *budget, Work &&work) {
  double wall = 1e9, cpu = 1e9;
  for (int i = 0; i < 3; ++i) {
    double cpuBefore = cpuSeconds();
    auto before = std::chrono::steady_clock::now();
    work();
    wall = std::min(wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    cpu = std::min(cpu, cpuSeconds() - cpuBefore);
  }
  std::printf("%-34s %8.3f s wall %8.3f s cpu %8.1f M scopes/s cpu   budget %s\n", what, wall, cpu,
              static_cast<double>(scopes) / 1e6 / cpu, budget);
}

void exportTo(const std::string &session, const std::string &output, report::OutputKind kind, bool byModule = false) {
  report::ExportRequest request;
  request.groupByModule = byModule;
  request.sessionPath = session;
  request.outputPath = output;
  request.kind = kind;
  if (std::string error = report::exportSession(request); !error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t scopes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  std::string folder = argc > 2 ? argv[2] : "/tmp";
  std::string session = folder + "/bench_report." + std::to_string(getpid()) + ".autoscope", out = session + ".out";
  makeSession(session, scopes);
  std::printf("%llu scopes\n", static_cast<unsigned long long>(scopes));

  measure("walk", scopes, "-", [&] {
    std::string error;
    auto reader = record::SessionReader::open(session, error);
    uint64_t sum = 0;
    for (const record::Thread &thread : reader->threads())
      model::ScopeWalk(*reader, thread).run([&sum](const model::Scope &scope) { sum += scope.durationNs(); });
    if (sum == 0)
      std::exit(1);
  });
  measure("table", scopes, "2 s for 10 M", [&] { exportTo(session, out, report::OutputKind::Table); });
  measure("table by module", scopes, "-", [&] { exportTo(session, out, report::OutputKind::Table, true); });
  measure("call tree (stacks)", scopes, "-", [&] { exportTo(session, out, report::OutputKind::Stacks); });
  measure("Kineto JSON to /dev/null", scopes, "5 M/s",
          [&] { exportTo(session, "/dev/null", report::OutputKind::KinetoJson); });
  measure("Kineto JSON to a file", scopes, "5 M/s", [&] { exportTo(session, out, report::OutputKind::KinetoJson); });
  struct stat size{};
  if (stat(out.c_str(), &size) == 0)
    std::printf("%-34s %8.0f bytes a scope\n", "", static_cast<double>(size.st_size) / static_cast<double>(scopes));
  measure("session copy", scopes, "20 M/s", [&] { exportTo(session, out, report::OutputKind::Session); });
  struct rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-34s %8ld MB, the mapped session included\n", "peak memory", usage.ru_maxrss / 1024);
  unlink(session.c_str());
  unlink(out.c_str());
}
