#include "Subjects.h"

#include "autoscope/abi.h"
#include "autoscope/scope.h"

#define NOINLINE __attribute__((noinline))

namespace bench {

namespace {

// Two time stamps and nothing kept: no scope can cost less.
struct Floor {
  __autoscope_u64 start = __autoscope_now();
  ~Floor() {
    __autoscope_u64 duration = __autoscope_now() - start;
    asm volatile("" : : "r"(duration));
  }
};

const char moduleText[] = "A1\037module\037\0371\037Subjects.cpp\037Child::forward\037Child::forward\037Child\037";
__autoscope_site childSite = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, moduleText, nullptr, nullptr};
const char calledText[] = "A1\037module\037c\0371\037Subjects.cpp\037Child::called\037Child::called\037Child\037";
__autoscope_site calledSite = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, calledText, nullptr, nullptr};
__autoscope_site parentSite = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, moduleText, nullptr, nullptr};
int parent, child;

NOINLINE long leafPlain(long x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafFloor(long x) {
  Floor floor;
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafScope(long x) {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafFiltered(long x) {
  AUTOSCOPE_SCOPE("filtered");
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafWatched(long x) {
  AUTOSCOPE_SCOPE("watched");
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafModule(long x) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&childSite, &guard, &child, nullptr)};
  asm volatile("" : "+r"(x));
  return x + 1;
}

// As the plugin does it around a call of a module compiled elsewhere.
inline long leafCalled(long x) {
  __autoscope_call call;
  __autoscope_call_begin(&call, &calledSite, &child, nullptr);
  x = leafPlain(x);
  __autoscope_call_finish(&call);
  return x;
}

// The same where the body has a scope, too, which takes the caller's over.
inline long leafTakenOver(long x) {
  __autoscope_call call;
  __autoscope_call_begin(&call, &calledSite, &child, nullptr);
  x = leafModule(x);
  __autoscope_call_finish(&call);
  return x;
}

// A module with one member, which it runs once.
struct Block {
  int *held;
};
const __autoscope_class heldClass = {sizeof(__autoscope_class),
                                     __autoscope_class_object,
                                     __autoscope_class_module,
                                     0x8dd5fafd,
                                     "Child",
                                     sizeof(int),
                                     0,
                                     0,
                                     nullptr,
                                     nullptr,
                                     nullptr};
const __autoscope_class holderClass = {sizeof(__autoscope_class),
                                       __autoscope_class_owner,
                                       0,
                                       0,
                                       nullptr,
                                       sizeof(int *),
                                       0,
                                       0,
                                       nullptr,
                                       &heldClass,
                                       nullptr};
const __autoscope_member blockMembers[] = {{"held", &holderClass, 0, 0, 0}};
const __autoscope_class blockClass = {sizeof(__autoscope_class),
                                      __autoscope_class_object,
                                      __autoscope_class_module,
                                      0,
                                      "Block",
                                      sizeof(Block),
                                      0,
                                      1,
                                      blockMembers,
                                      nullptr,
                                      nullptr};
__autoscope_site blockSite = {
    sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, moduleText, &blockClass, nullptr};
Block block = {&child};

NOINLINE long leafChecked(long x) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&blockSite, &guard, &block, nullptr)};
  return leafModule(x);
}

// A network: a module that runs each of its members once.
constexpr int layers = 20;
struct Net {
  int *held[layers];
};
#define MEMBER(name, number) {name, &holderClass, 8 * (number), 0, 0}
const __autoscope_member netMembers[layers] = {MEMBER("a", 0),  MEMBER("b", 1),  MEMBER("c", 2),  MEMBER("d", 3),
                                               MEMBER("e", 4),  MEMBER("f", 5),  MEMBER("g", 6),  MEMBER("h", 7),
                                               MEMBER("i", 8),  MEMBER("j", 9),  MEMBER("k", 10), MEMBER("l", 11),
                                               MEMBER("m", 12), MEMBER("n", 13), MEMBER("o", 14), MEMBER("p", 15),
                                               MEMBER("q", 16), MEMBER("r", 17), MEMBER("s", 18), MEMBER("t", 19)};
#undef MEMBER
const __autoscope_class netClass = {sizeof(__autoscope_class),
                                    __autoscope_class_object,
                                    __autoscope_class_module,
                                    0,
                                    "Net",
                                    sizeof(Net),
                                    0,
                                    layers,
                                    netMembers,
                                    nullptr,
                                    nullptr};
__autoscope_site netSite = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, moduleText, &netClass, nullptr};
// Apart as objects of a size that modules have are.
struct alignas(64) {
  int state;
} layerObjects[layers];
Net net;

NOINLINE long leafLayer(long x, int *layer) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&childSite, &guard, layer, nullptr)};
  asm volatile("" : "+r"(x));
  return x + 1;
}

NOINLINE long leafNet(long x) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&netSite, &guard, &net, nullptr)};
  for (int i = 0; i < layers; ++i)
    x = leafLayer(x, &layerObjects[i].state);
  return x;
}

NOINLINE long leafNetOfScopes(long x) {
  AUTOSCOPE_SCOPE("net");
  for (int i = 0; i < layers; ++i)
    x = leafScope(x);
  return x;
}

template <long (*Leaf)(long)> long loop(long count) {
  long x = 0;
  for (long i = 0; i < count; ++i)
    x = Leaf(x);
  return x;
}

template <long (*Leaf)(long)> long loopInModule(long count) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&parentSite, &guard, &parent, nullptr)};
  return loop<Leaf>(count);
}

}  // namespace

long loopPlain(long count) {
  return loop<leafPlain>(count);
}
long loopFloor(long count) {
  return loop<leafFloor>(count);
}
long loopScope(long count) {
  return loop<leafScope>(count);
}

long loopFiltered(long count) {
  return loop<leafFiltered>(count);
}

long loopWatched(long count) {
  return loop<leafWatched>(count);
}

long loopModule(long count) {
  return loopInModule<leafModule>(count);
}
long loopChecked(long count) {
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {
      __autoscope_enter_object(&parentSite, &guard, &parent, nullptr)};
  return loop<leafChecked>(count);
}

long loopNet(long count) {
  for (int i = 0; i < layers; ++i)
    net.held[i] = &layerObjects[i].state;
  return loop<leafNet>(count / (layers + 1));
}
long loopNetOfScopes(long count) {
  return loop<leafNetOfScopes>(count / (layers + 1));
}

long loopCalled(long count) {
  return loopInModule<leafCalled>(count);
}
long loopTakenOver(long count) {
  return loopInModule<leafTakenOver>(count);
}

NOINLINE long fibPlain(long n) {
  asm volatile("" : "+r"(n));
  return n < 2 ? n : fibPlain(n - 1) + fibPlain(n - 2);
}

NOINLINE long fibFloor(long n) {
  Floor floor;
  asm volatile("" : "+r"(n));
  return n < 2 ? n : fibFloor(n - 1) + fibFloor(n - 2);
}

NOINLINE long fibScope(long n) {
  AUTOSCOPE_SCOPE("fib");
  asm volatile("" : "+r"(n));
  return n < 2 ? n : fibScope(n - 1) + fibScope(n - 2);
}

void countScopesForever(std::atomic<uint64_t> &finished) {
  AUTOSCOPE_SCOPE("body");
  for (long x = 0;;) {
    x = leafScope(x);
    finished.store(static_cast<uint64_t>(x), std::memory_order_release);
  }
}

}  // namespace bench
