// A constructor's scope holds its initialisers as well as its body: bases, members, defaults, references, arrays, unnamed unions,
// delegation; also when one of them throws. It begins behind virtual bases, and at the body of a constexpr constructor.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++11 -O1 -g %arg-all %s %stub -o %t && %t | FileCheck %s
#include <cstdio>

int note(const char *what) { return std::printf("%s\n", what), 1; }
int fails() { throw 1; }
struct Part {
  int value;
  explicit Part(int x) : value(x) {}
  ~Part() { note("part dies"); }
};
struct Base {
  Base(int x) { note(x ? "base" : ""); }
  virtual ~Base() {}
  virtual void hook() {}
};
struct Empty {
  Empty() {}
};
struct Everything : Empty, Base {
  int number = note("default");
  const int &reference;
  int array[2];
  Part parts[2];
  union {
    int left;
    float right;
  };
  struct {
    int inner;
  };
  bool bit : 1;
  Everything(int &x) : Base(note("argument")), reference(x), array{1, 2}, parts{Part(3), Part(4)}, left(5), inner(6), bit(true) {
    note("body");
  }
  void hook() override {}
};
struct Throws {
  Part part;
  int value;
  Throws() : part(7), value(fails()) { note("never"); }
};
struct Handles {
  Part part;
  int value;
  Handles() try : part(8), value(fails()) { note("never"); } catch (int) { note("handler"); }
};
struct Delegates {
  int value;
  explicit Delegates(int x) : value(x) { note("target"); }
  Delegates() : Delegates(note("delegating")) { note("delegated"); }
};
struct Virtual : virtual Base {
  Part part;
  Virtual() : Base(note("virtual base")), part(9) {}
};
struct Most : Virtual {
  Most() : Base(note("most")) {}
};
struct Constant {
  int value;
  constexpr explicit Constant(int x) : value(x) {}
};
constexpr Constant constant(1);
static_assert(constant.value == 1, "");
template <class T> struct Generic {
  T value;
  template <class U> explicit Generic(U u) : value(u) {}
};
struct UnionOnly {
  union {
    int a;
    char b;
  };
  UnionOnly() : b('c') {}
};

int main() {
  int x = 0;
  {
    Everything everything(x);
    if (everything.number != 1 || &everything.reference != &x || everything.array[1] != 2 || everything.parts[1].value != 4 ||
        everything.left != 5 || everything.inner != 6 || !everything.bit)
      note("WRONG");
  }
  note("throws");
  try {
    Throws throws;
  } catch (int) {
  }
  try {
    Handles handles;
  } catch (int) {
  }
  Delegates();
  { Most most; }
  volatile int one = 1;
  Constant atRunTime(one);
  if (Generic<long>(one).value != 1 || UnionOnly().b != 'c')
    note("WRONG");
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > Everything::Everything(int &)
// CHECK-NEXT: {{^}}    > Empty::Empty()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Base::Base(int)
// CHECK-NEXT: {{^}}      > note(const char *)
// CHECK-NEXT: {{^}}base
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}default
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Part::Part(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Part::Part(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}body
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Part::~Part()
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}part dies
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Part::~Part()
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}part dies
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Base::~Base()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > note(const char *)
// CHECK-NEXT: {{^}}throws
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Throws::Throws()
// CHECK-NEXT: {{^}}    > Part::Part(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > fails()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Part::~Part()
// CHECK-NEXT: {{^}}      > note(const char *)
// CHECK-NEXT: {{^}}part dies
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Handles::Handles()
// CHECK-NEXT: {{^}}    > Part::Part(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > fails()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Part::~Part()
// CHECK-NEXT: {{^}}      > note(const char *)
// CHECK-NEXT: {{^}}part dies
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > note(const char *)
// CHECK-NEXT: {{^}}handler
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Delegates::Delegates()
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}delegating
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > Delegates::Delegates(int)
// CHECK-NEXT: {{^}}      > note(const char *)
// CHECK-NEXT: {{^}}target
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}delegated
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > note(const char *)
// CHECK-NEXT: {{^}}most
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Base::Base(int)
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}base
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Most::Most()
// CHECK-NEXT: {{^}}    > Virtual::Virtual()
// CHECK-NEXT: {{^}}      > Part::Part(int)
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Part::~Part()
// CHECK-NEXT: {{^}}    > note(const char *)
// CHECK-NEXT: {{^}}part dies
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Base::~Base()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Constant::Constant(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Generic<long>::Generic<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > UnionOnly::UnionOnly()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
