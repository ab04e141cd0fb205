// A signal handler with scopes of its own may interrupt the entering and the leaving of a scope at any instruction:
// every scope is recorded once, in its place. Only where the recorder's slow half is interrupted are the handler's
// counted as lost.
#include "../collect/ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "hot/ForeignScopes.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <set>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace autoscope::test {
namespace {

#define MODULE_SITE(Type, flags, name)                                                                                 \
  static const char info[] =                                                                                           \
      "A1\037module\037" flags "\0371\037InterruptedAnywhereTest.cpp\037" name "\037" name "\037" #Type "\037";        \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, info, nullptr, nullptr}
#define MODULE_SCOPE(Type, name, object)                                                                               \
  MODULE_SITE(Type, "", name);                                                                                         \
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {                                              \
      __autoscope_enter_object(&site, &guard, object, nullptr)}
// As the plugin does it around a call.
#define CALL(Type, name, object, method)                                                                               \
  do {                                                                                                                 \
    MODULE_SITE(Type, "c", name);                                                                                      \
    __autoscope_call scope;                                                                                            \
    __autoscope_call_begin(&scope, &site, &(object), nullptr);                                                         \
    (object).method();                                                                                                 \
    __autoscope_call_finish(&scope);                                                                                   \
  } while (0)

struct Target {
  [[gnu::noinline]] void plain() { asm volatile("" : : "r"(this) : "memory"); }
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Target, "target", this);
    asm volatile("" : : "r"(this) : "memory");
  }
};
struct Filtered {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Filtered, "filtered", this);
    asm volatile("" : : "r"(this) : "memory");
  }
};
struct Interrupting {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Interrupting, "handler", this);
    inner();
  }
  [[gnu::noinline]] void inner() { AUTOSCOPE_SCOPE("inner"); }
};
Target target;
Interrupting interrupting;
Filtered filtered;

uint64_t leaves = 0;
[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
  ++leaves;
}

[[gnu::noinline]] void function() {
  AUTOSCOPE_SCOPE("target");
}
void foreign() {
  static const char info[] = "A1\037function\037\0370\037\037target\037target\037\037";
  static __autoscope_site site = __AUTOSCOPE_FUNCTION_SITE(info);
  alignas(8) char place[8];
  auto address = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(place));
  auto stack = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  hot::enterForeign(site, {address, underSanitizer ? 0 : stack});
  hot::leaveForeign(address);
}

bool chunkIsFull() {
  return ((__autoscope_slot_of_thread->__state >> 32) & __autoscope_chunk_mask) == 0;
}
void fillChunk() {
  while (!chunkIsFull())
    leaf();
}

void functionHandler(int) {
  AUTOSCOPE_SCOPE("handler");
  AUTOSCOPE_SCOPE("inner");
}
void moduleHandler(int) {
  interrupting.forward();
}
void longHandler(int) {
  functionHandler(0);
  leaf();
  fillChunk();
  leaf();
  fillChunk();
  leaf();
}
void droppedHandler(int) {
  CALL(Filtered, "filtered", filtered, forward);
}

struct Subject {
  void (*run)();
  void (*handler)(int);
  void (*prepare)() = [] {};
  const char *prepared = "";  // the scope that this adds to each round
};
// A module that nothing leads to takes the slow way the first time in each call of its parent.
void runOnce() {
  target.forward();
}
void callOnce() {
  CALL(Target, "target", target, plain);
}
void callBodyOnce() {
  CALL(Target, "caller", target, forward);
}
const std::map<std::string, Subject> subjects = {
    {"function", {function, functionHandler}},
    {"module", {runOnce, moduleHandler, runOnce, "target "}},
    {"call", {callOnce, moduleHandler, callOnce, "target "}},
    {"takenover", {callBodyOnce, functionHandler, callBodyOnce, "target "}},
    {"foreign", {foreign, functionHandler}},
    {"boundary", {function, functionHandler, fillChunk}},
    {"longhandler", {function, longHandler}},
    {"dropped", {function, droppedHandler}},
    {"droppedmodule", {runOnce, droppedHandler, runOnce, "target "}},
};

volatile bool isDone = false;

// To stop for the tracer. To the process, another thread might take it, untraced, and stay stopped.
#define STOP_HERE() tgkill(getpid(), gettid(), SIGSTOP)

struct Net {
  [[gnu::noinline]] void forward(const Subject &subject, bool isInterrupted) {
    MODULE_SCOPE(Net, "around", this);
    subject.prepare();
    if (isInterrupted)
      STOP_HERE();
    subject.run();
    if (isInterrupted)
      STOP_HERE();
    else
      subject.handler(0);
  }
} net;

int interruptedChild() {
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
    _exit(3);
  const Subject &subject = subjects.at(getenv("TEST_SUBJECT"));
  struct sigaction action = {};
  action.sa_handler = subject.handler;
  sigaction(SIGUSR1, &action, nullptr);
  action.sa_handler = [](int) { isDone = true; };
  sigaction(SIGUSR2, &action, nullptr);
  {
    AUTOSCOPE_SCOPE("warm up");
    for (int i = 0; i < 3; ++i) {
      net.forward(subject, /*isInterrupted=*/false);
      fillChunk();
    }
  }
  STOP_HERE();
  while (!isDone)
    net.forward(subject, /*isInterrupted=*/true);
  std::ofstream(getenv("TEST_COUNT")) << leaves;
  return 0;
}
ChildFunction interrupted("interrupted", interruptedChild);

// The scopes below "around", as "around(target handler(inner))", without the leaves; and what is out of place.
struct Found {
  std::string prepared;
  std::map<std::string, int> shapes;
  uint64_t leaves = 0, reentered = 0, otherLosses = 0;
  std::set<uint32_t> targets;  // the places in the tree that the target had
  std::vector<std::string> problems;
};

struct Node {
  std::string text;
  record::Record record;
};

void take(const record::MetaLog &names, const record::Record &record, std::vector<std::vector<Node>> &pending,
          Found &found) {
  std::string name(names.sites()[names.siteIndex(record.site)].fields.name);
  pending.resize(std::max<size_t>(pending.size(), record.depth + 2));
  std::vector<Node> &inside = pending[record.depth + 1];
  std::string text;
  uint64_t from = record.start;
  for (const Node &node : inside) {
    uint64_t end = node.record.start + node.record.duration;
    if (node.record.start < from || end > record.start + record.duration)
      found.problems.push_back(node.text + " is not in time within " + name);
    from = end;
    if (node.record.path && record.path &&
        names.paths()[names.pathIndex(node.record.path)].parent != names.pathIndex(record.path))
      found.problems.push_back(node.text + " has the path of another place than " + name);
    text += (text.empty() ? "" : " ") + node.text;
  }
  inside.clear();
  for (size_t deeper = record.depth + 2; deeper < pending.size(); ++deeper)
    if (!pending[deeper].empty())
      found.problems.push_back(pending[deeper].front().text + " is two levels below " + name);
  if (name == "leaf") {
    ++found.leaves;
    return;
  }
  if (name == "target")
    found.targets.insert(record.path);
  if (name == "around")
    ++found.shapes[text.find(found.prepared) == 0 ? text.substr(found.prepared.size()) : "unprepared " + text];
  else
    pending[record.depth].push_back({name + (text.empty() ? "" : "(" + text + ")"), record});
}

Found find(const std::string &path, const Subject &subject) {
  Found found;
  found.prepared = subject.prepared;
  Session session(path);
  for (const record::Thread &thread : session.reader().threads()) {
    std::vector<record::Record> records;
    record::BackwardRecords backward(thread.pieces);
    for (record::Record record; backward.next(record);)
      records.push_back(record);
    std::vector<std::vector<Node>> pending;
    for (size_t i = records.size(); i-- > 0;)
      take(session.reader().names(), records[i], pending, found);
    EXPECT_TRUE(thread.open.empty());
    EXPECT_EQ(backward.damaged(), 0u);
  }
  EXPECT_FALSE(session.reader().damage().any());
  for (const auto &[cause, count] : session.profile().losses.causes)
    (cause == record::LossCause::Reentered ? found.reentered : found.otherLosses) += count;
  return found;
}

struct Interruptions {
  int count = 0;  // handlers that ran at different instructions
  Found found;
};

// Lets a handler run at each instruction from the one stop to the other, every `stride`-th behind the first 400.
Interruptions interrupt(const std::string &name, int stride = 1) {
  Interruptions result;
  std::string path = temporaryPath("interrupted-" + name), filter = path + ".filter", counted = path + ".count";
  std::ofstream(filter) << "exclude filtered\n";
  pid_t child = fork();
  if (child == 0) {
    setenv("TEST_CHILD", "interrupted", 1);
    setenv("TEST_SUBJECT", name.c_str(), 1);
    setenv("TEST_COUNT", counted.c_str(), 1);
    setenv("AUTOSCOPE_OUTPUT", path.c_str(), 1);
    setenv("AUTOSCOPE_FILTER", filter.c_str(), 1);
    execl("/proc/self/exe", "child", static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = 0;
  auto stop = [&] { return waitpid(child, &status, 0) == child && WIFSTOPPED(status) ? WSTOPSIG(status) : 0; };
  auto go = [&](auto request, int signal) {
    return ptrace(request, child, nullptr, reinterpret_cast<void *>(intptr_t(signal))) == 0;
  };
  bool traced = stop() == SIGSTOP;
  if (!traced) {
    unlink(filter.c_str());
    return result;  // a container may forbid to trace
  }
  bool finished = false;
  for (int steps = 0; !finished; steps += steps < 400 ? 1 : stride) {
    // The first stop of a round.
    EXPECT_TRUE(go(PTRACE_CONT, 0));
    EXPECT_EQ(stop(), SIGSTOP);
    int signal = SIGTRAP;
    for (int i = 0; i < steps && signal == SIGTRAP; ++i)
      signal = go(PTRACE_SINGLESTEP, 0) ? stop() : 0;
    finished = signal != SIGTRAP;
    if (finished) {  // the second stop
      EXPECT_EQ(signal, SIGSTOP);
      go(PTRACE_CONT, SIGUSR2);
      break;
    }
    ++result.count;
    EXPECT_TRUE(go(PTRACE_CONT, SIGUSR1));
    signal = stop();
    if (signal == SIGUSR1) {  // was blocked, and comes anew
      EXPECT_TRUE(go(PTRACE_CONT, SIGUSR1));
      signal = stop();
    }
    EXPECT_EQ(signal, SIGSTOP) << "after " << steps << " steps";
    if (testing::Test::HasFailure()) {
      kill(child, SIGKILL);
      break;
    }
  }
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  result.found = find(path, subjects.at(name));
  uint64_t wanted = 0;
  std::ifstream(counted) >> wanted;
  EXPECT_EQ(result.found.leaves, wanted);
  for (const std::string &file : {filter, counted})
    unlink(file.c_str());
  return result;
}

const char *const before = "handler(inner) target", *const within = "target(handler(inner))",
                  *const after = "target handler(inner)";
constexpr int warmUps = 3, lastRound = 1;

// Each round has its target and its handler but for what was counted, and nothing else.
void expectWhole(const Interruptions &all, uint64_t mostLost) {
  const Found &found = all.found;
  for (size_t i = 0; i < found.problems.size() && i < 10; ++i)
    ADD_FAILURE() << found.problems[i];
  std::map<std::string, int> shapes = found.shapes;
  int whole = shapes[before] + shapes[within] + shapes[after], without = shapes["target"] - lastRound;
  EXPECT_EQ(whole + without, all.count + warmUps);
  EXPECT_EQ(found.reentered, uint64_t(2 * without));
  EXPECT_LE(found.reentered, mostLost);
  EXPECT_EQ(found.otherLosses, 0u);
  EXPECT_EQ(found.targets.size(), 1u);
  for (const char *shape : {before, within, after}) {
    EXPECT_GT(shapes[shape], 0) << shape;
    shapes.erase(shape);
  }
  shapes.erase("target");
  for (const auto &[shape, count] : shapes)
    ADD_FAILURE() << count << " times " << shape;
}

#define INTERRUPT(all, ...)                                                                                            \
  if (underSanitizer)                                                                                                  \
    GTEST_SKIP() << "the instructions would be the sanitizer's";                                                       \
  Interruptions all = interrupt(__VA_ARGS__);                                                                          \
  if (all.count == 0)                                                                                                  \
  GTEST_SKIP() << "cannot trace a child here"

TEST(InterruptedAnywhere, Function) {
  INTERRUPT(all, "function");
  expectWhole(all, 0);
}

TEST(InterruptedAnywhere, Module) {
  INTERRUPT(all, "module");
  expectWhole(all, 0);
}

TEST(InterruptedAnywhere, CallOfAModule) {
  INTERRUPT(all, "call");
  expectWhole(all, 0);
}

TEST(InterruptedAnywhere, CallThatItsBodyTakesOver) {
  INTERRUPT(all, "takenover");
  // Which of the two names the scope has is no matter before the body has begun.
  expectWhole(all, 0);
}

TEST(InterruptedAnywhere, ForeignScope) {
  INTERRUPT(all, "foreign");
  expectWhole(all, 0);
}

// The slow half hands the chunk over; a handler there is turned away.
TEST(InterruptedAnywhere, ScopeWhoseRecordNeedsANewChunk) {
  INTERRUPT(all, "boundary", 41);
  expectWhole(all, uint64_t(all.count) * 2);
}

// The chunk that the interrupted leave still writes to is handed over meanwhile, and another follows.
TEST(InterruptedAnywhere, HandlerThatNeedsTwoChunks) {
  INTERRUPT(all, "longhandler");
  expectWhole(all, 0);
}

// A scope that the filter takes back leaves no trace in the one that was being entered.
TEST(InterruptedAnywhere, HandlerWhoseScopeIsTakenBack) {
  for (const char *name : {"dropped", "droppedmodule"}) {
    INTERRUPT(all, name);
    EXPECT_EQ(all.found.problems, std::vector<std::string>());
    std::map<std::string, int> wanted = {{"target", all.count + warmUps + lastRound}};
    EXPECT_EQ(all.found.shapes, wanted);
    EXPECT_EQ(all.found.reentered + all.found.otherLosses, 0u);
  }
}

}  // namespace
}  // namespace autoscope::test
