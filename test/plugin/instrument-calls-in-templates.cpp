// Calls in templates: dependent ones, and others, which all instances share. What is instantiated after others were changed
// compiles, and each call has one scope in each instance, also behind an explicit instantiation.
// RUN: %clangxx -std=c++17 -c %S/Inputs/library-modules.cpp -o %t.o
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -x none %t.o -o %t && %t > %t.txt && %python %S/Inputs/one_scope_each.py < %t.txt
// RUN: %clangxx -std=c++17 %s %t.o -o %t && %t > %t-plain.txt && grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
// RUN: %tracexx -std=c++17 -O2 %s %stub -x none %t.o -o %t && %t | %python %S/Inputs/one_scope_each.py
// LLVM 14 leaves alone what an explicit instantiation may share with instances to come.
// RUN: %tracexx -std=c++17 %if !llvm-ge-16 %{%arg-remarks -DSHARES%} -DEXPLICIT %s %stub -x none %t.o -o %t 2> %t.remarks
// RUN: %t | %python %S/Inputs/one_scope_each.py %if !llvm-ge-16 %{2%}
// RUN: %if !llvm-ge-16 %{ FileCheck %s < %t.remarks %}
// CHECK: remark: autoscope: this call of 'torch::nn::ConvImpl::forward(int)' has no scope: it stands in an instance of a template
#include "Inputs/library-modules.h"
#include <cstdio>
using namespace torch::nn;
ConvImpl conv;
struct Pair {
  int first, second;
};
template <class T> int shared(T x) {
  {
    // Nothing here depends on T: every instance has these very nodes.
    const Pair pair = {conv.forward(conv.forward(1)), 2};
    if (int y = conv.forward(Conv()->forward(3)))
      std::printf("%d %d\n", y, pair.first);
    auto lambda = [] { return conv.forward(4); };
    lambda();
    static int once = conv.forward(5);
    for (int i : {conv.forward(6)})
      std::printf("%d %d\n", i, once);
    try {
      conv.forward(7);
    } catch (...) {
    }
  }
  return conv.forward(static_cast<int>(x));
}
template <class T> struct Holder {
  T module;
  int kept = 0;
  Holder() : kept(module.forward(20)) {}
  explicit Holder(int) : kept(conv.forward(21)) { conv.forward(22); }
  int run(int x) { return module.forward(x); }
  struct Inner {
    int run() { return conv.forward(23); }
  };
};
template <class T> int explicitly(T) {
  struct Local {
    int run() { return conv.forward(30); }
  };
  { conv.forward(conv.forward(31)); }
  return Local().run();
}
#ifdef EXPLICIT
template int explicitly<int>(int);
#endif
template <class... T> int all(T... x) { return (conv.forward(x) + ... + 0); }
// Instantiated at the end of the unit, behind all others.
template <class T> int late(T x);
int main() {
  std::printf("one\n");
  shared(10);
  std::printf("two\n");
  shared(11L);
  std::printf("class\n");
  Holder<ConvImpl>().run(24);
  Holder<NormImpl>(1).run(25);
  Holder<int>::Inner().run();
  std::printf("explicit\n");
  explicitly(1);
  explicitly(1L);
  std::printf("pack\n");
  all(40, 41, 42);
  std::printf("generic\n");
  auto generic = [](auto &module, auto x) { return module.forward(x) + conv.forward(50); };
  NormImpl norm;
  generic(conv, 51);
  generic(norm, 52);
  late(1);
  late(1L);
}
template <class T> int late(T) {
  { return conv.forward(60); }
}
