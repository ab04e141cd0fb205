// A scope at a call changes nothing of what the call means: lifetimes of argument temporaries, copies, results that cannot
// move, references that are returned to arguments, order, exceptions of the callee and of arguments, operands that are
// evaluated only sometimes. The program prints the same with and without the plugin, under the sanitizers, too.
// RUN: %clangxx -std=c++17 -c %S/Inputs/library-modules.cpp -o %t.o
// RUN: %clangxx -std=c++17 %s -c -o %t-plain.o && %clangxx %t-plain.o %t.o -o %t-plain && %t-plain > %t-plain.txt
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -x none %t.o -o %t && %t > %t.txt && FileCheck %s < %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
// Each call has one scope: 30 of one module; the other prints a line itself.
// RUN: test $(grep -c '> torch::nn::OddImpl' %t.txt) = 30
// RUN: %python %S/Inputs/one_scope_each.py < %t.txt
// RUN: %tracexx -std=c++17 -O2 %s %stub -x none %t.o -o %t && %t > %t.txt && FileCheck %s < %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
// RUN: %tracexx -std=c++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s %stub -x none %t.o -o %t && %t > %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
#include "Inputs/library-modules.h"
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <type_traits>
using namespace torch::nn;

OddImpl odd;
ConvImpl conv;
int note(const char *what, int value) {
  std::printf("%s\n", what);
  return value;
}
OddImpl &receiver(const char *what) {
  std::printf("%s\n", what);
  return odd;
}
void counts(const char *when) { std::printf("%s: %d alive, %d copies\n", when, Counted::alive, Counted::copies); }

struct Speaks {
  const char *name;
  explicit Speaks(const char *n) : name(n) {}
  ~Speaks() { std::printf("~%s\n", name); }
  operator int() const { return 1; }
};
struct Holds {
  const Counted &kept;
  int by, fails;
  Holds(int x) try : kept(odd.forward(Counted(x))), by(odd.forward(Counted(x), 1).value), fails(odd.forward(x == 0)) {
    note("holds", 0);
  } catch (const std::runtime_error &) {
    note("rethrows", 0);
  }
};
struct Inherits : Holds {
  int more = 7;
  Inherits() : Holds(conv.forward(20)), more(conv.forward(21)) {}
};
Pinned pinned(short x) { return odd.forward(x); }
bool both(bool first) { return first && odd.forward(false); }
int either(bool first) { return first ? conv.forward(Speaks("true")) : conv.forward(Speaks("false"), 2); }
int whole() try { return odd.forward(true); } catch (const std::exception &e) { return note(e.what(), 3); }

int main() {
  // The temporary that the returned reference names lives to the end of the full expression.
  std::printf("%d\n", odd.forward(Counted(1)).value + odd.forward(Counted(2), 'm').value);
  counts("references");
  {
    Counted result = odd.forward(Counted(3), 0);
    std::printf("%d\n", result.value);
    Counted named(4);
    odd.forward(named, 0);
    const Counted &extended = odd.forward(Counted(5), 0);
    std::printf("%d\n", extended.value);
    counts("results");
  }
  counts("gone");
  std::printf("%d %d\n", odd.forward(short(6)).value, pinned(7).value);
  auto *made = new Pinned(odd.forward(short(8)));
  std::printf("%d\n", made->value);
  delete made;
  // Object, arguments from the left, call.
  receiver("object").forward(Counted(note("argument", 9)), note("another", 10));
  std::printf("%d\n", odd.forward("%d %s", note("first", 1), "second"));
  std::printf("%d\n", odd.forward({1, 2, 3}));
  odd.forward(), odd.forward();
  std::printf("%d\n", odd.state);
  try {
    Speaks outer("outer");
    conv.forward(Speaks("argument"), odd.forward(note("throws", 1) == 1));
  } catch (const std::runtime_error &error) {
    std::printf("caught %s\n", error.what());
  }
  try {
    odd.forward(Counted((note("in an argument", 0), throw 5, 1)));
  } catch (int) {
    counts("after an argument");
  }
  std::printf("%d %d %d %d\n", both(false), both(true), either(true), either(false));
  std::printf("%d\n", whole());
  Holds(1);
  try {
    Holds(0);
  } catch (const std::runtime_error &) {
    note("caught", 0);
  }
  std::printf("%d\n", Inherits().more);
  for (int i = conv.forward(30); i < conv.forward(31); i += conv.forward(32))
    if (int x = conv.forward(33); x != conv.forward(34))
      switch (conv.forward(35)) {
      case 36:
        note("case", 0);
      }
  while (odd.forward(odd.state > 9), odd.state < 4)
    odd.forward();
  auto lambda = [captured = conv.forward(40)](int x) { return conv.forward(x) + captured; };
  std::printf("%d\n", lambda(41));
  std::unique_ptr<OddImpl> none;
  std::printf("%d\n", none && none->forward(true));
  int array[] = {conv.forward(50), conv.forward(51)};
  for (int x : {array[0], conv.forward(52)})
    std::printf("%d\n", x);
  static int once = conv.forward(53);
  std::printf("%d %d\n", once, ({ int y = conv.forward(54); conv.forward(y); }));
  static_assert(std::is_same<decltype(odd.forward(Counted(1))), const Counted &>::value, "");
  static_assert(noexcept(conv.forward(1)) == false && sizeof(conv.forward(1)) == sizeof(int), "");
  counts("end");
}
// CHECK:      > torch::nn::OddImpl::forward(const torch::nn::Counted &)
// CHECK:      another
// CHECK-NEXT: > torch::nn::OddImpl::forward(torch::nn::Counted, int)
// CHECK:      throws
// CHECK-NEXT: {{^}}> torch::nn::OddImpl::forward(bool)
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  ConvImpl
// CHECK:      ~argument
// CHECK:      caught odd
// CHECK-NEXT: in an argument
// CHECK-NEXT: after an argument
// CHECK-NOT:  UNBALANCED
// CHECK:      {{^}}end
