// One call of a module is one scope, whether its caller, its body or both have one: the body takes the caller's over.
#include "Recording.h"

#include "autoscope/scope.h"

#include <csetjmp>
#include <memory>
#include <stdexcept>
#include <thread>

namespace autoscope::test {
namespace {

#define MODULE_SITE(Type, method, info, site)                                                                          \
  static const char info[] = "A1\037module\037c\0371\037CallScopesTest.cpp\037" #Type "::" method "\037" #Type         \
                             "::forward\037models::" #Type "\037";                                                     \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, info, nullptr, nullptr}

#define BODY_SCOPE(Type, method, object)                                                                               \
  MODULE_SITE(Type, method, bodyInfo, bodySite);                                                                       \
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {                                              \
      __autoscope_enter_object(&bodySite, &guard, object, nullptr)}

// As the plugin does it around object.call(). A body of the same class has a site of the same class.
#define CALL(Type, object, call)                                                                                       \
  do {                                                                                                                 \
    MODULE_SITE(Type, "called", callInfo, callSite);                                                                   \
    __autoscope_call scope;                                                                                            \
    __autoscope_call_begin(&scope, &callSite, &(object), nullptr);                                                     \
    (object).call;                                                                                                     \
    __autoscope_call_finish(&scope);                                                                                   \
  } while (0)

struct Opaque {  // its body was compiled elsewhere
  [[gnu::noinline]] void forward() { asm volatile("" : : "r"(this) : "memory"); }
  [[gnu::noinline]] void fail() { throw std::runtime_error("fail"); }
};
struct Own {
  [[gnu::noinline]] void forward() {
    BODY_SCOPE(Own, "forward", this);
    helper();
  }
  [[gnu::noinline]] void helper() { AUTOSCOPE_SCOPE("helper"); }
};
struct Derived : Own {
  [[gnu::noinline]] void forward() {
    BODY_SCOPE(Derived, "forward", this);
    CALL(Derived, *this, Own::forward());
  }
};
struct Net {
  [[gnu::noinline]] void forward() {
    BODY_SCOPE(Net, "forward", this);
    CALL(Opaque, opaque, forward());
    CALL(Own, own, forward());
    own.forward();
  }
  Opaque opaque;
  int between = 0;
  Own own;
};

// A thread of its own, so that what another test left in this thread's chunk does not matter.
template <typename Function> Session record(const char *name, Function function) {
  Recording recording(name);
  std::thread(function).join();
  return recording.stop();
}

const model::ModuleNode &child(const model::Profile &profile, const model::ModuleNode &parent, size_t index) {
  return profile.modules[parent.children.at(index)];
}

TEST(CallScopes, BodyTakesOverTheCallOfItsObject) {
  Session session = record("takeover", [] {
    Net net;
    for (int i = 0; i < 5; ++i)  // the first takes the slow way, the others the cached one
      net.forward();
  });
  EXPECT_EQ(session.calls("Net::forward"), 5u);
  EXPECT_EQ(session.calls("Opaque::called"), 5u);
  EXPECT_EQ(session.calls("Own::called"), 0u);
  EXPECT_EQ(session.calls("Own::forward"), 10u);
  EXPECT_EQ(session.calls("helper"), 10u);
  const model::Profile &profile = session.profile();
  const model::ModuleNode &net = child(profile, profile.modules[0], 0);
  ASSERT_EQ(net.children.size(), 2u);
  EXPECT_EQ(child(profile, net, 0).module.name, "Opaque@0");
  EXPECT_EQ(child(profile, net, 0).calls, 5u);
  EXPECT_EQ(child(profile, net, 1).module.name, "Own@0");
  EXPECT_EQ(child(profile, net, 1).calls, 10u);
}

TEST(CallScopes, OutermostCallIsTakenOverToo) {
  Session session = record("outermost", [] {
    Own own;
    for (int i = 0; i < 3; ++i)
      CALL(Own, own, forward());
  });
  EXPECT_EQ(session.calls("Own::called"), 0u);
  EXPECT_EQ(session.calls("Own::forward"), 3u);
}

TEST(CallScopes, OnlyTheFirstBodyTakesOver) {
  struct Twice {
    [[gnu::noinline]] void forward() {
      BODY_SCOPE(Twice, "forward", this);
      again();
    }
    [[gnu::noinline]] void again() { BODY_SCOPE(Twice, "again", this); }
  };
  Session session = record("once", [] {
    Twice twice;
    CALL(Twice, twice, forward());
  });
  EXPECT_EQ(session.calls("Twice::forward"), 1u);
  EXPECT_EQ(session.calls("Twice::again"), 1u);
}

TEST(CallScopes, AnotherScopeBetweenKeepsThemApart) {
  struct Between {
    [[gnu::noinline]] void forward() {
      AUTOSCOPE_SCOPE("between");
      inner();
    }
    [[gnu::noinline]] void inner() { BODY_SCOPE(Between, "inner", this); }
  };
  Session session = record("between", [] {
    Between between;
    CALL(Between, between, forward());
  });
  EXPECT_EQ(session.calls("Between::called"), 1u);
  EXPECT_EQ(session.calls("between"), 1u);
  EXPECT_EQ(session.calls("Between::inner"), 1u);
}

// A first member lies where the object itself does.
TEST(CallScopes, AnotherModuleAtTheSameAddressKeepsItsScope) {
  struct Outer {
    [[gnu::noinline]] void forward() { own.forward(); }
    Own own;
  };
  Session session = record("member", [] {
    Outer outer;
    CALL(Outer, outer, forward());
  });
  EXPECT_EQ(session.calls("Outer::called"), 1u);
  EXPECT_EQ(session.calls("Own::forward"), 1u);
}

TEST(CallScopes, DerivedThatCallsItsBaseIsTwoScopesOfOneModule) {
  Session session = record("base", [] { Derived().forward(); });
  EXPECT_EQ(session.calls("Derived::forward"), 1u);
  EXPECT_EQ(session.calls("Derived::called") + session.calls("Own::forward"), 2u);
  const model::Profile &profile = session.profile();
  EXPECT_EQ(profile.modules[0].children.size(), 1u);
}

TEST(CallScopes, ExceptionEndsTheScopeOnce) {
  Session session = record("exception", [] {
    Opaque opaque;
    for (int i = 0; i < 2; ++i)
      try {
        CALL(Opaque, opaque, fail());
      } catch (const std::runtime_error &) {
      }
    AUTOSCOPE_SCOPE("after");
  });
  EXPECT_EQ(session.calls("Opaque::called"), 2u);
  const model::Row *after = session.find("after");
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
}

// A call that a longjmp skipped is none that a body could take over.
TEST(CallScopes, SkippedCallIsNotTakenOver) {
  struct Jumps {
    std::jmp_buf back;
    [[gnu::noinline]] void jump() { std::longjmp(back, 1); }
    [[gnu::noinline]] void forward() { BODY_SCOPE(Jumps, "forward", this); }
    [[gnu::noinline]] void called() {
      char deep[512];
      asm volatile("" : : "r"(deep) : "memory");
      CALL(Jumps, *this, jump());
    }
  };
  Session session = record("longjmp", [] {
    Jumps jumps;
    if (setjmp(jumps.back) == 0)
      jumps.called();
    jumps.forward();
  });
  EXPECT_EQ(session.calls("Jumps::called"), 1u);
  EXPECT_EQ(session.calls("Jumps::forward"), underSanitizer ? session.calls("Jumps::forward") : 1u);
}

// Two modules that call each other, by a call scope and a body scope each.
struct Ping {
  Ping *other = nullptr;
  [[gnu::noinline]] void forward(int more) {
    BODY_SCOPE(Ping, "forward", this);
    if (more > 0)
      CALL(Ping, *other, forward(more - 1));
    asm volatile("");  // no tail call
  }
};

void nest(int calls) {
  static Ping first, second{&first};  // the same in each call, also on AddressSanitizer's stack
  first.other = &second;
  CALL(Ping, first, forward(calls - 1));
}

TEST(CallScopes, ModulesNestAsDeepAsScopes) {
  constexpr int calls = record::maxDepth;
  for (int repeat = 1; repeat <= 2; ++repeat) {  // by the slow way, by the cached one
    Session session = record("nest", [repeat] {
      for (int i = 0; i < repeat; ++i)
        nest(calls);
    });
    EXPECT_EQ(session.calls("Ping::called"), 0u);
    EXPECT_EQ(session.calls("Ping::forward"), uint64_t(calls) * repeat);
    EXPECT_EQ(session.lost(), 0u);
    const model::Profile &profile = session.profile();
    const model::ModuleNode *node = &profile.modules[0];
    int depth = 0;
    for (; !node->children.empty(); ++depth) {
      ASSERT_EQ(node->children.size(), 1u) << depth;
      node = &child(profile, *node, 0);
      ASSERT_EQ(node->module.name, depth == 0 ? "Ping" : "Ping@0");
      ASSERT_EQ(node->calls, uint64_t(repeat));
    }
    EXPECT_EQ(depth, calls);
  }
}

TEST(CallScopes, WhatIsTooDeepIsLostOnce) {
  Session session = record("deeper", [] { nest(record::maxDepth + 234); });
  EXPECT_EQ(session.calls("Ping::forward"), record::maxDepth);
  EXPECT_EQ(session.lost(), 234u);
}

TEST(CallScopes, RecursionIntoItselfStaysWhereItIs) {
  struct Self {
    Own own;
    [[gnu::noinline]] void forward(int more) {
      BODY_SCOPE(Self, "forward", this);
      own.forward();
      if (more > 0)
        forward(more - 1);
      asm volatile("");
    }
  };
  Session session = record("self", [] { Self().forward(899); });
  EXPECT_EQ(session.calls("Self::forward"), 900u);
  const model::Profile &profile = session.profile();
  ASSERT_EQ(profile.modules[0].children.size(), 1u);
  const model::ModuleNode &self = child(profile, profile.modules[0], 0);
  EXPECT_EQ(self.calls, 1u);
  ASSERT_EQ(self.children.size(), 1u);
  EXPECT_EQ(child(profile, self, 0).calls, 900u);
  EXPECT_TRUE(child(profile, self, 0).children.empty());
}

// In a coroutine the guard lies on the heap: what places the scope is the caller's frame.
TEST(CallScopes, GuardOnTheHeapIsNotTakenForDead) {
  Session session = record("heap", [] {
    MODULE_SITE(Opaque, "called", info, site);
    Opaque opaque;
    auto scope = std::make_unique<__autoscope_call>();
    for (int i = 0; i < 1000; ++i) {
      __autoscope_call_begin_in_coroutine(scope.get(), &site, &opaque, nullptr);
      {
        AUTOSCOPE_SCOPE("inner");
      }
      __autoscope_call_finish(scope.get());
    }
  });
  EXPECT_EQ(session.calls("Opaque::called"), 1000u);
  EXPECT_EQ(session.calls("inner"), 1000u);
  EXPECT_EQ(session.lost(), 0u);
}

}  // namespace
}  // namespace autoscope::test
