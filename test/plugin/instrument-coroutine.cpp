// Each stretch of a coroutine between two suspensions is a slice on who resumes it; nothing else begins or ends one.
// RUN: %tracexx -std=c++20 %coroutines -O0 %s %stub -o %t && %t | FileCheck --implicit-check-not=UNBALANCED %s
// RUN: %tracexx -std=c++20 %coroutines -O2 %s %stub -o %t && %t | FileCheck --implicit-check-not=UNBALANCED %s
// RUN: %clangxx -std=c++20 %coroutines -Weverything -Wno-unknown-attributes -fsyntax-only %s 2>%t.plain
// RUN: %tracexx -std=c++20 %coroutines -Weverything -Wno-unknown-attributes -c %s -o %t.o 2>%t.with && diff %t.plain %t.with
// RUN: %tracexx -std=c++20 %coroutines -O0 -g -fprofile-instr-generate -fcoverage-mapping -c %s -o %t.o
#include "Inputs/coroutine-types.h"
#include <vector>

#define SCOPE [[autoscope::scope]]
static void say(const char *what) { std::printf("%s\n", what); }

SCOPE static int leaf(int x) { return x + 1; }

SCOPE static Task simple() {
  leaf(1);
  co_await Suspend{};
  leaf(2);
  co_return 3;
}

SCOPE static Task neverEnds(int a) {
  for (;;)
    co_yield leaf(a);
}

SCOPE static Task everywhere() {
  int sum = co_await Ready{} + co_await GoesOn{};
  if (co_await Suspend{} == 8)
    sum += 1;
  for (int i = co_await Ready{}; i < 7; i += co_await Suspend{} - 7)
    sum += i;
  std::vector<int> values{co_await Suspend{}, 2};
  for (int value : std::vector<int>{1, co_await Suspend{}})
    sum += value;
  auto closure = [value = co_await Suspend{}] { return value; };
  sum += ({ co_await Suspend{}; }) + closure();
  int &&reference = co_await Suspend{};
  switch (co_await Suspend{}) {
  case 8:
    sum += reference;
  }
  co_return co_await Suspend{} + sum;
}

SCOPE static Task child(int a) {
  co_yield a;
  co_return leaf(a);
}
SCOPE static Task parent() {
  Task task = child(4);
  task.resume();
  int got = co_await std::move(task);
  co_return got;
}

SCOPE static Task thrower() {
  co_await Suspend{};
  throw 3;
}
SCOPE static Task catcher() {
  int caught = 0;
  try {
    Task task = thrower();
    task.resume();
    co_await task;
  } catch (int error) {
    caught = error;
    leaf(0);
  }
  co_return caught;
}

SCOPE static Task suspendThrows() {
  try {
    co_await Throws{};
  } catch (...) {
    leaf(9);
  }
  co_await Suspend{};
  co_await Throws{};
  co_return 0;
}
SCOPE static Task tryIsTheBody() try {
  co_await Throws{};
  co_return 0;
} catch (int error) {
  co_return leaf(error);
}

template <class T> SCOPE static Task generic(T value) {
  try {
    co_await Throws{};
  } catch (...) {
  }
  co_yield value;
  co_return 1;
}

SCOPE static Loose throwsOut() {
  co_await Suspend{};
  leaf(1);
  throw 5;
}
SCOPE static Loose destroysItself() {
  leaf(1);
  co_await Destroys{};
}

struct Object {
  int k = 3;
  SCOPE Task member(int n) {
    auto closure = [this](int m) __attribute__((autoscope_scope)) -> Task {
      co_yield k;
      co_return k + m;
    };
    Task inner = closure(n);
    inner.resume();
    co_return co_await inner;
  }
};

struct [[autoscope::module]] Net {
  Task forward(int a) { co_return a; }
};

int main() {
  say("-- never started");
  simple();
  say("-- simple");
  {
    Task task = simple();
    task.resume();
    leaf(0);
    task.resume();
  }
  // CHECK-LABEL: -- never started
  // CHECK-NEXT:  -- simple
  // CHECK-NEXT:  {{^}}> simple() #1.0
  // CHECK-NEXT:  {{^}}  > leaf(int)
  // CHECK-NEXT:  {{^}}  <
  // CHECK-NEXT:  {{^}}< #1.0 suspends
  // CHECK-NEXT:  {{^}}> leaf(int)
  // CHECK-NEXT:  {{^}}<
  // CHECK-NEXT:  {{^}}> simple() #1.1
  // CHECK-NEXT:  {{^}}  > leaf(int)
  // CHECK-NEXT:  {{^}}  <
  // CHECK-NEXT:  {{^}}< #1.1 ends

  say("-- destroyed");
  {
    Task task = neverEnds(1);
    task.resume();
    task.resume();
    say("destroy");
  }
  // CHECK-NEXT: -- destroyed
  // CHECK-NEXT: {{^}}> neverEnds(int) #2.0
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #2.0 suspends
  // CHECK-NEXT: {{^}}> neverEnds(int) #2.1
  // CHECK:      {{^}}< #2.1 suspends
  // CHECK-NEXT: destroy

  say("-- everywhere");
  {
    Task task = everywhere();
    while (task.resume())
      say("suspended");
    std::printf("result %d\n", task.await_resume());
  }
  // CHECK-NEXT:  -- everywhere
  // CHECK-NEXT:  {{^}}> everywhere() #3.0
  // CHECK-NEXT:  {{^}}< #3.0 suspends
  // CHECK-NEXT:  {{^}}> everywhere() #3.1
  // CHECK-NEXT:  {{^}}< #3.1 suspends
  // CHECK-NEXT:  suspended
  // CHECK:       {{^}}> everywhere() #3.11
  // CHECK-NEXT:  {{^}}< #3.11 ends
  // CHECK-NEXT:  result 64

  say("-- nested");
  parent().resume();
  // CHECK-NEXT: -- nested
  // CHECK-NEXT: {{^}}> parent() #4.0
  // CHECK-NEXT: {{^}}  > child(int) #5.0
  // CHECK-NEXT: {{^}}  < #5.0 suspends
  // CHECK-NEXT: {{^}}< #4.0 suspends
  // CHECK-NEXT: {{^}}> child(int) #5.1
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #5.1 ends
  // CHECK-NEXT: {{^}}> parent() #4.1
  // CHECK-NEXT: {{^}}< #4.1 ends

  say("-- exceptions");
  {
    Task task = catcher();
    task.resume();
    std::printf("caught %d\n", task.await_resume());
  }
  // CHECK-NEXT: -- exceptions
  // CHECK-NEXT: {{^}}> catcher() #6.0
  // CHECK-NEXT: {{^}}  > thrower() #7.0
  // CHECK-NEXT: {{^}}  < #7.0 suspends
  // CHECK-NEXT: {{^}}< #6.0 suspends
  // CHECK-NEXT: {{^}}> thrower() #7.1
  // CHECK-NEXT: {{^}}< #7.1 ends
  // CHECK-NEXT: {{^}}> catcher() #6.1
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #6.1 ends
  // CHECK-NEXT: caught 3

  say("-- await_suspend throws");
  {
    Task task = suspendThrows();
    task.resume();
    task.resume();
    tryIsTheBody().resume();
  }
  // CHECK-NEXT: -- await_suspend throws
  // CHECK-NEXT: {{^}}> suspendThrows() #8.0
  // CHECK-NEXT: {{^}}< #8.0 suspends
  // CHECK-NEXT: {{^}}> suspendThrows() #8.1
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #8.1 suspends
  // CHECK-NEXT: {{^}}> suspendThrows() #8.2
  // CHECK-NEXT: {{^}}< #8.2 suspends
  // CHECK-NEXT: {{^}}> tryIsTheBody() #9.0
  // CHECK-NEXT: {{^}}< #9.0 suspends
  // CHECK-NEXT: {{^}}> tryIsTheBody() #9.1
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #9.1 ends

  say("-- templates");
  {
    Task one = generic(1), two = generic('a'), three = generic(2L);
    two.resume();
    one.resume();
  }
  // CHECK-NEXT: -- templates
  // CHECK-NEXT: {{^}}> generic<char>(char) #10.0
  // CHECK-NEXT: {{^}}< #10.0 suspends
  // CHECK-NEXT: {{^}}> generic<char>(char) #10.1
  // CHECK-NEXT: {{^}}< #10.1 suspends
  // CHECK-NEXT: {{^}}> generic<int>(int) #11.0
  // CHECK-NEXT: {{^}}< #11.0 suspends
  // CHECK-NEXT: {{^}}> generic<int>(int) #11.1
  // CHECK-NEXT: {{^}}< #11.1 suspends

  say("-- exceptions through resume");
  {
    Loose loose = throwsOut();
    try {
      loose.handle.resume();
    } catch (int error) {
      std::printf("out %d\n", error);
    }
    loose.handle.destroy();
    destroysItself();
  }
  // CHECK-NEXT: -- exceptions through resume
  // CHECK-NEXT: {{^}}> throwsOut() #12.0
  // CHECK-NEXT: {{^}}< #12.0 suspends
  // CHECK-NEXT: {{^}}> throwsOut() #12.1
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #12.1 ends
  // CHECK-NEXT: out 5
  // CHECK-NEXT: {{^}}> destroysItself() #13.0
  // CHECK-NEXT: {{^}}  > leaf(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}}< #13.0 suspends

  say("-- members and lambdas");
  Object object;
  object.member(2).resume();
  // CHECK-NEXT: -- members and lambdas
  // CHECK-NEXT: {{^}}> Object::member(int) #14.0
  // CHECK-NEXT: {{^}}  > {{.*}}lambda{{.*}} #15.0
  // CHECK-NEXT: {{^}}  < #15.0 suspends
  // CHECK-NEXT: {{^}}< #14.0 suspends
  // CHECK-NEXT: {{^}}> {{.*}}lambda{{.*}} #15.1
  // CHECK-NEXT: {{^}}< #15.1 ends
  // CHECK-NEXT: {{^}}> Object::member(int) #14.1
  // CHECK-NEXT: {{^}}< #14.1 ends

  say("-- forward of a module");
  Net().forward(1).resume();
  // CHECK-NEXT: -- forward of a module
  // CHECK-NEXT: {{^}}> Net::forward(int) #16.0{{$}}
  // CHECK-NEXT: {{^}}< #16.0 ends
  // CHECK-NOT:  {{[<>]}}
}
