// How a process ends: what is on disk afterwards, and that the way it ends is not changed.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <atomic>
#include <cinttypes>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>

namespace autoscope::test {
namespace {

[[gnu::noinline]] long leaf(long x) {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("" : "+r"(x));
  return x + 1;
}

bool exists(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

int killedChild() {
  AUTOSCOPE_SCOPE("main");
  std::thread([] {
    for (int i = 0; i < 100'000; ++i)
      leaf(i);
  }).join();
  for (int i = 0; i < 12'345; ++i)
    leaf(i);
  raise(SIGKILL);
  return 0;
}
ChildFunction killed("killed", killedChild);

TEST(Death, SigkillLosesNoFinishedScopeAndShowsOpenOnes) {
  std::string path = temporaryPath("killed");
  ChildResult child = runChild("killed", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFSIGNALED(child.status));
  EXPECT_EQ(WTERMSIG(child.status), SIGKILL);
  EXPECT_FALSE(exists(path));
  Session session(path);
  EXPECT_FALSE(session.reader().finished());
  EXPECT_EQ(session.calls("leaf"), 112'345u);
  EXPECT_EQ(session.open("main"), 1u);
}

[[gnu::noinline]] int deep(int n) {
  AUTOSCOPE_SCOPE("deep");
  asm volatile("" : "+r"(n));
  return n == 0 ? 0 : deep(n - 1) + 1;
}

int killedInSecondChild() {
  deep(1099);
  if (!stop().ok() || !start(getenv("TEST_SECOND")).ok())
    return 1;
  deep(1009);
  raise(SIGKILL);
  return 0;
}
ChildFunction killedInSecond("killed in its second session", killedInSecondChild);

TEST(Death, AKilledSessionLacksOnlyWhatItLostItself) {
  std::string first = temporaryPath("firstloss"), second = temporaryPath("secondloss");
  runChild("killed in its second session", {{"AUTOSCOPE_OUTPUT", first}, {"TEST_SECOND", second}});
  EXPECT_EQ(Session(first).lost(), 100u);
  Session session(second);
  EXPECT_FALSE(session.reader().finished());
  EXPECT_EQ(session.calls("deep"), 1000u);
  EXPECT_EQ(session.lost(), 10u);
}

TEST(Death, ANewRunSaysThatItReplacesAKilledOne) {
  std::string path = temporaryPath("replaced");
  EXPECT_EQ(runChild("killed", {{"AUTOSCOPE_OUTPUT", path}}).errors, "");
  EXPECT_EQ(runChild("killed", {{"AUTOSCOPE_OUTPUT", path}}).errors,
            "autoscope: the unfinished session " + path + " of an earlier run is replaced\n");
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 112'345u);
}

// Two threads count their finished scopes in a file until the process kills itself at some moment.
int countingChild() {
  int file = open(getenv("TEST_COUNTERS"), O_RDWR | O_CREAT, 0600);
  if (ftruncate(file, 4096) != 0)
    return 1;
  auto *counters =
      static_cast<std::atomic<uint64_t> *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  for (int i = 0; i < 2; ++i)
    std::thread([counter = &counters[i * 8]] {
      for (long x = 0;; ++x) {
        leaf(x);
        counter->store(uint64_t(x) + 1, std::memory_order_release);
      }
    }).detach();
  usleep(useconds_t(atoi(getenv("TEST_MICROSECONDS"))));
  raise(SIGKILL);
  return 0;
}
ChildFunction counting("counting", countingChild);

TEST(Death, KilledAtAnyMomentEveryFinishedScopeIsThereOnce) {
  for (int i = 0; i < 12; ++i) {
    std::string path = temporaryPath("anytime"), counterPath = path + ".counters";
    runChild("counting", {{"AUTOSCOPE_OUTPUT", path},
                          {"TEST_COUNTERS", counterPath},
                          {"TEST_MICROSECONDS", std::to_string(2000 + i * i * 911)}});
    uint64_t counters[16] = {};
    int file = open(counterPath.c_str(), O_RDONLY);
    ASSERT_EQ(pread(file, counters, sizeof counters, 0), ssize_t(sizeof counters));
    close(file);
    unlink(counterPath.c_str());
    Session session(path);
    uint64_t finished = session.calls("leaf") - session.open("leaf");
    EXPECT_EQ(session.profile().losses.damage.chunks, 0u);
    EXPECT_GE(finished, counters[0] + counters[8]);
    EXPECT_LE(finished, counters[0] + counters[8] + 2);  // recorded, and killed before it was counted
  }
}

int exitingChild() {
  AUTOSCOPE_SCOPE("main");
  leaf(1);
  exit(7);
}
ChildFunction exiting("exiting", exitingChild);

TEST(Death, ExitInsideAScopeKeepsTheStatusAndFinishesTheSession) {
  std::string path = temporaryPath("exiting");
  ChildResult child = runChild("exiting", {{"AUTOSCOPE_OUTPUT", path}});
  EXPECT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 7);
  EXPECT_EQ(child.errors, "");
  EXPECT_FALSE(exists(path + ".ring"));
  EXPECT_FALSE(exists(path + ".part"));
  Session session(path);
  EXPECT_EQ(session.open("main"), 1u);
  EXPECT_EQ(session.calls("leaf"), 1u);
}

int abortingChild() {
  leaf(1);
  abort();
}
ChildFunction aborting("aborting", abortingChild);

TEST(Death, AbortKeepsItsSignal) {
  std::string path = temporaryPath("aborting");
  ChildResult child = runChild("aborting", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFSIGNALED(child.status));
  EXPECT_EQ(WTERMSIG(child.status), SIGABRT);
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 1u);
}

int fullDiskChild() {
  leaf(1);
  rlimit limit = {1 << 20, 1 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 1'000'000; ++i)
    leaf(i);
  return 3;
}
ChildFunction fullDisk("full disk", fullDiskChild);

TEST(Death, FullDiskCostsScopesNotTheProgram) {
  std::string path = temporaryPath("full");
  ChildResult child = runChild("full disk", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  EXPECT_NE(child.errors.find("scopes that could not be written to disk"), std::string::npos) << child.errors;
  Session session(path);
  EXPECT_EQ(session.calls("leaf") + session.lost(), 1'000'001u);
  EXPECT_GT(session.lost(), 0u);
}

int smallLimitChild() {
  rlimit limit = {4 << 20, 4 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  status started = start(getenv("TEST_SESSION"));
  leaf(1);
  fputs(started.message.c_str(), stderr);
  return 3;
}
ChildFunction smallLimit("small limit", smallLimitChild);

TEST(Death, ALimitOfFileSizesBelowTheRingIsAnErrorNotASignal) {
  std::string path = temporaryPath("small");
  ChildResult child = runChild("small limit", {{"TEST_SESSION", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  EXPECT_EQ(child.errors, "cannot size " + path + ".ring: File too large");
  EXPECT_FALSE(exists(path + ".ring"));
  EXPECT_FALSE(exists(path + ".part"));
}

// Enough for the profile, but not for a ring of its full length; and the program's own signals still come.
int largerLimitChild() {
  rlimit limit = {64 << 20, 64 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  status started = start(getenv("TEST_SESSION"));
  for (int i = 0; i < 100'000; ++i)
    leaf(i);
  fputs(started.message.c_str(), stderr);
  fputs(stop().message.c_str(), stderr);
  int own = open(getenv("TEST_SESSION"), O_RDWR);
  return ftruncate(own, 65 << 20);
}
ChildFunction largerLimit("larger limit", largerLimitChild);

TEST(Death, TheRingGrowsAsItIsNeeded) {
  std::string path = temporaryPath("larger");
  ChildResult child = runChild("larger limit", {{"TEST_SESSION", path}});
  ASSERT_TRUE(WIFSIGNALED(child.status));
  EXPECT_EQ(WTERMSIG(child.status), SIGXFSZ);
  EXPECT_EQ(child.errors, "");
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 100'000u);
  EXPECT_EQ(session.lost(), 0u);
}

// As with `program 2>&1 | head -1`.
int deafChild() {
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  close(ends[0]);
  dup2(ends[1], STDERR_FILENO);
  std::string message = start("/nonexistent/x.autoscope").message;
  start(getenv("TEST_SESSION"));
  unlink((std::string(getenv("TEST_SESSION")) + ".part").c_str());
  return message.empty() ? 2 : 3;
}
ChildFunction deaf("deaf", deafChild);

TEST(Death, AMessageThatNobodyReadsIsNotASignal) {
  std::string path = temporaryPath("deaf");
  ChildResult child = runChild("deaf", {{"TEST_SESSION", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << WTERMSIG(child.status);
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  unlink((path + ".ring").c_str());
}

int quietChild() {
  leaf(1);
  return 5;
}
ChildFunction quiet("quiet", quietChild);

TEST(Death, BadValueIsOneMessageAndTheProgramRunsUnprofiled) {
  std::string path = temporaryPath("bad");
  ChildResult child = runChild("quiet", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_BUFFER", "lots"}});
  EXPECT_EQ(WEXITSTATUS(child.status), 5);
  EXPECT_EQ(
      child.errors,
      "autoscope: AUTOSCOPE_BUFFER=lots is not a whole number of MiB from 2 to 16384; this run is not profiled\n");
  EXPECT_FALSE(exists(path));
}

TEST(Death, SystemClockRecordsToo) {
  std::string path = temporaryPath("system");
  ChildResult child = runChild("exiting", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_CLOCK", "system"}});
  EXPECT_EQ(WEXITSTATUS(child.status), 7);
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 1u);
  EXPECT_EQ(session.open("main"), 1u);
}

volatile uint64_t handlersRun = 0;
void handler(int) {
  AUTOSCOPE_SCOPE("handler");
  handlersRun = handlersRun + 1;
  leaf(1);
}

// Allocates all the time: the handler's first scope must not do so, or it waits for the lock that it interrupted.
int signalledChild() {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  itimerval every = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &every, nullptr);
  for (int i = 0; i < 20; ++i) {
    AUTOSCOPE_SCOPE("batch");
    for (int k = 0; k < 200'000; ++k) {
      free(malloc(size_t(k & 63)));
      leaf(k);
    }
  }
  every = {};
  setitimer(ITIMER_REAL, &every, nullptr);
  fprintf(stderr, "handled %llu\n", static_cast<unsigned long long>(handlersRun));
  return 0;
}
ChildFunction signalled("signalled", signalledChild);

TEST(Death, InstrumentedSignalHandlersDoNoHarm) {
  std::string path = temporaryPath("signalled");
  ChildResult child = runChild("signalled", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 0) << child.errors;
  Session session(path);
  EXPECT_TRUE(session.reader().finished());
  EXPECT_FALSE(session.reader().damage().any());
  uint64_t handled = 0;
  ASSERT_EQ(sscanf(child.errors.c_str(), "handled %" SCNu64, &handled), 1) << child.errors;
  EXPECT_GT(session.calls("handler"), 0u);
  // What the handlers interrupted is there to the last scope; of theirs, those that interrupted the recorder are
  // counted.
  EXPECT_EQ(session.calls("batch"), 20u);
  EXPECT_GE(session.calls("leaf"), 4'000'000u);
  EXPECT_EQ(session.calls("leaf") + session.calls("handler") + session.lost(), 4'000'000u + 2 * handled);
}

// As many handlers of SIGTERM do; sooner or later the run time itself is what they interrupt.
int exitingHandlerChild() {
  signal(SIGALRM, [](int) { exit(3); });
  itimerval once = {{0, 0}, {0, atoi(getenv("TEST_MICROSECONDS"))}};
  setitimer(ITIMER_REAL, &once, nullptr);
  for (;;)
    leaf(1);
}
ChildFunction exitingHandler("exiting handler", exitingHandlerChild);

TEST(Death, ExitInASignalHandlerEndsTheProgram) {
  for (int i = 0; i < 40; ++i) {
    std::string path = temporaryPath("handler-exit");
    ChildResult child = runChild("exiting handler", {{"AUTOSCOPE_OUTPUT", path},
                                                     {"AUTOSCOPE_CLOCK", "system"},
                                                     // exit itself frees memory, which no handler may.
                                                     {"TSAN_OPTIONS", "report_signal_unsafe=0"},
                                                     {"TEST_MICROSECONDS", std::to_string(5000 + i * 97)}});
    ASSERT_TRUE(WIFEXITED(child.status));
    EXPECT_EQ(WEXITSTATUS(child.status), 3);
    Session session(path);
  }
}

int cancelledChild() {
  static std::atomic<bool> go{false};
  pthread_t threads[12];
  for (pthread_t &thread : threads)
    pthread_create(
        &thread, nullptr,
        [](void *) -> void * {
          while (!go) {
          }
          leaf(1);  // the thread's first: a slot, a chunk
          pthread_testcancel();
          return nullptr;
        },
        nullptr);
  for (pthread_t thread : threads)
    pthread_cancel(thread);
  go = true;
  int cancelled = 0;
  for (pthread_t thread : threads) {
    void *result = nullptr;
    pthread_join(thread, &result);
    cancelled += result == PTHREAD_CANCELED;
  }
  return cancelled;
}
ChildFunction cancelled("cancelled", cancelledChild);

TEST(Death, ACancelledThreadEndsAtItsOwnPointOnly) {
  std::string path = temporaryPath("cancelled");
  ChildResult child = runChild("cancelled", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.errors;
  EXPECT_EQ(WEXITSTATUS(child.status), 12);
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 12u);
}

}  // namespace
}  // namespace autoscope::test
