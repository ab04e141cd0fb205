// Destructors give one scope per call: virtual, of temporaries and of arrays, while an exception passes, ones that throw, members and
// bases behind the body; explicit calls and deleting ones count once.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Wno-exceptions -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
#include <cstdio>
#include <new>

struct Member {
  ~Member() {}
};
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  Member member;
  ~Derived() override {}
};
struct Throws {
  ~Throws() noexcept(false) { throw 1; }
};
struct Tries {
  ~Tries() try { throw 1; } catch (int) { std::puts("handler"); return; }
};
template <class T> struct Box {
  ~Box() {}
};
struct VirtualBase : virtual Base {
  ~VirtualBase() {}
};
void thrower() {
  Box<int> box;
  throw 2;
}
[[autoscope::ignore]] int main() {
  Base *base = new Derived;
  delete base;
  std::puts("array");
  delete[] new Member[2];
  std::puts("explicit");
  alignas(Member) char place[sizeof(Member)];
  (new (place) Member)->~Member();
  std::puts("throws");
  try {
    Throws throws;
  } catch (int) {
  }
  try {
    thrower();
  } catch (int) {
  }
  std::puts("tries");
  { Tries tries; }
  std::puts("virtual base");
  { VirtualBase object; }
}
// CHECK:      {{^}}> Derived::~Derived()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Member::~Member()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Base::~Base()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}array
// CHECK-NEXT: {{^}}> Member::~Member()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Member::~Member()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}explicit
// CHECK-NEXT: {{^}}> Member::~Member()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}throws
// CHECK-NEXT: {{^}}> Throws::~Throws()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> thrower()
// CHECK-NEXT: {{^}}  > Box<int>::~Box()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}tries
// CHECK-NEXT: {{^}}> Tries::~Tries()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}handler
// CHECK-NEXT: {{^}}virtual base
// CHECK-NEXT: {{^}}> VirtualBase::~VirtualBase()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Base::~Base()
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{[<>]}}
