// What a scope at a call leaves alone: the types of calls and of pointers to methods, overload resolution, the layouts of classes
// and virtual tables, the warnings of the program. In every language version, under -Weverything -Werror.
// RUN: %tracexx -std=c++98 -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: %tracexx -std=c++11 -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: %tracexx -std=c++14 -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: %tracexx -std=c++17 -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: %tracexx -std=c++20 -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: %tracexx -std=c++2b -Weverything -Werror -Wno-c++98-compat -Wno-weak-vtables -Wno-poison-system-directories -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: %tracexx -std=c++17 -fno-exceptions -fno-rtti -g -O2 -fsanitize=undefined -flto=thin -c %s -o %t.o
// CHECK: U __autoscope_enter_call
// Classes and virtual tables are as in the plain program, and so is what takes the address of a method.
// RUN: %clangxx -std=c++17 -S -emit-llvm -Xclang -disable-llvm-passes %s -o %t-plain.ll
// RUN: %tracexx -std=c++17 -S -emit-llvm -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: grep -E '^@_ZT[VIS]|^%.*(struct|class)\.(Net|torch)|^@.*(table|pointer) =' %t-plain.ll | sed 's/, comdat.*//; s/, align.*//' > %t-plain.txt
// RUN: grep -E '^@_ZT[VIS]|^%.*(struct|class)\.(Net|torch)|^@.*(table|pointer) =' %t.ll | sed 's/, comdat.*//; s/, align.*//' > %t.txt
// RUN: grep -q _ZTV7Derived %t.txt && grep -q pointer %t.txt && diff %t-plain.txt %t.txt
namespace torch {
namespace nn {
struct Module {
  virtual ~Module() {}
};
} // namespace nn
} // namespace torch
struct Net : torch::nn::Module {
  int forward(int x);
  long forward(long x) const;
  template <class T> T *forward(T *x);
  virtual char forward(char x);
  int value, other;
};
struct Derived : virtual Net {
  using Net::forward;
  double forward(double x);
};
typedef int (Net::*Pointer)(int);
typedef char (Net::*Virtual)(char);
extern Pointer pointer, pointers[1];
extern Virtual table;
Pointer pointer = &Net::forward, pointers[1] = {&Net::forward};
Virtual table = &Net::forward;
torch::nn::Module *make();
torch::nn::Module *make() { return new Derived; }
int call(Net &net, const Net &constant, Derived &derived, Derived *restricted);
int call(Net &net, const Net &constant, Derived &derived, Derived *restricted) {
  long sum = net.forward(1) + constant.forward(2L) + net.forward('3');
  sum += static_cast<long>(derived.forward(4.0)) + restricted->forward(5) + restricted->Net::forward('6');
  return static_cast<int>(sum) + (net.*pointer)(7);
}
#if __cplusplus >= 201103L
static_assert(__is_same(decltype(&Derived::forward<int>), int *(Net::*)(int *)), "");
static_assert(__is_same(decltype(static_cast<Net *>(nullptr)->forward(1)), int), "");
static_assert(__is_same(decltype(static_cast<const Net *>(nullptr)->forward(1)), long), "");
static_assert(__is_same(decltype(static_cast<Derived *>(nullptr)->forward(1.0)), double), "");
static_assert(__is_same(decltype(static_cast<Net *>(nullptr)->forward('c')), char), "");
static_assert(sizeof(Net) == sizeof(void *) + 8, "");
#endif
