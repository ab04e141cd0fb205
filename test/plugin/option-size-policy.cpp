// What costs less than a scope has none under `all`, a wildcard or a file rule: few statements, no loop, no call that stays a
// call. What the user named stays, as does main; min-statements=0 turns it off.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-only-all %arg-list=- -c %s -o %t.o | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: %clangxx %plugin_flags -std=c++17 '%arg-include=*' %arg-list=- -c %s -o %t.o | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: %clangxx %plugin_flags -std=c++17 '%arg-include=file:option-size*' %arg-list=- -c %s -o %t.o | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 %arg-only-all %arg-include=smallConstant %arg-list=- -c %s -o %t.o | FileCheck --check-prefixes=CHECK,NAMED %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-only-all %arg-min-statements=0 %arg-list=- -c %s -o %t.o | FileCheck --check-prefix=ZERO %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-only-all %arg-remarks -c %s -o %t.o 2>&1 | FileCheck --check-prefix=REMARK %s
#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>
namespace torch { namespace nn { struct Module {}; } }

int elsewhere();
int smallConstant() { return 1; }
int smallByCalls() { return smallConstant() + smallConstant(); }
struct Point {
  Point() {}
  ~Point() {}
  int x = 0, y = 0;
  int smallGet() const { return x; }
  void smallSet(int value) { x = value; }
  Point smallCopy() const { return *this; }
  virtual int smallVirtual() { return x; }
};
struct Owner {
  std::vector<int> numbers;
  std::string text;
  std::unique_ptr<int> pointer;
  std::size_t smallSize() const { return numbers.size(); }
  const char *smallText() const { return text.c_str(); }
  int &smallElement(int i) { return numbers[i]; }
  std::vector<int>::iterator smallBegin() { return numbers.begin(); }
  int smallPointee() { return *pointer; }
  std::unique_ptr<int> *smallAddress() { return &pointer; }
};
int smallAssert(int x) {
  assert(x && "never");
  return x;
}
unsigned long smallUnevaluated() { return sizeof(elsewhere()) + noexcept(elsewhere()); }
void smallDoOnce(int &x) {
  do {
    x = 1;
  } while (0);
}
void largeDo(int &x) {
  do {
    x /= 2;
  } while (x);
}
int smallBuiltin(unsigned x) { return __builtin_popcount(x); }
auto smallLambda = [](int x) { return x + 1; };
template <class T> T smallTemplate(T a, T b) { return b < a ? b : a; }
template int smallTemplate(int, int);

int largeBody(int x) {
  x += 1;
  x *= 2;
  x -= 3;
  x /= 4;
  return x;
}
int largeByCallee(int x) { return largeBody(x); }
int largeByManyCallees(int x) { return smallAssert(x) + smallAssert(x) + smallAssert(x); }
int largeLoop(int x) {
  while (x) --x;
  return x;
}
int largeCallOut() { return elsewhere(); }
int largePointerCall(int (*f)()) { return f(); }
int largeVirtualCall(Point &p) { return p.smallVirtual(); }
int largeRecursion(int x) { return x ? largeRecursion(x - 1) : 0; }
int *largeNew() { return new int; }
void largeDelete(int *p) { delete p; }
void largeThrow() { throw 1; }
std::string largeCopy(const std::string &s) { return s; }
void largeDestruction(int n) { std::vector<int> v(n); }
void largePush(Owner &o) { o.numbers.push_back(1); }
int largeDefaultArgument(int x = elsewhere()) { return x; }
int largeByDefaultArgument() { return largeDefaultArgument(); }
[[gnu::noinline]] int smallNoinline() { return 1; }
int largeNoinline() { return smallNoinline(); }
[[autoscope::scope]] int namedByAttribute() { return 1; }
struct namedModule : torch::nn::Module {
  int forward(int x) { return x; }
};
int main() { return 0; }

// PLAIN-NOT:  {{small|lambda}}
// NAMED:      function smallConstant()
// CHECK-NOT:  {{small|lambda}}
// CHECK:      function largeDo(int &)
// CHECK-NOT:  {{small|lambda}}
// CHECK:      function largeBody(int)
// CHECK-NOT:  {{small|lambda}}
// CHECK:      function largeByCallee(int)
// CHECK-NEXT: function largeByManyCallees(int)
// CHECK-NEXT: function largeLoop(int)
// CHECK-NEXT: function largeCallOut()
// CHECK-NEXT: function largePointerCall(int (*)())
// CHECK-NEXT: function largeVirtualCall(Point &)
// CHECK-NEXT: function largeRecursion(int)
// CHECK-NEXT: function largeNew()
// CHECK-NEXT: function largeDelete(int *)
// CHECK-NEXT: function largeThrow()
// CHECK-NEXT: function largeCopy(
// CHECK-NEXT: function largeDestruction(int)
// CHECK-NEXT: function largePush(Owner &)
// CHECK-NEXT: function largeByDefaultArgument()
// CHECK-NEXT: function largeNoinline()
// CHECK-NEXT: function namedByAttribute()
// CHECK-NEXT: module namedModule::forward(int)
// CHECK-NEXT: function main()
// CHECK-NOT:  :
// ZERO-COUNT-18: small
// REMARK: 'smallConstant()' is not instrumented: it costs less than a scope: few statements, no loop, no call that stays one (option min-statements)
