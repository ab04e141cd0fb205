// Calls in the initialisers of variables of templates: static data members, inline or not, and variable templates, of instances that are
// implicit and explicit, made early and late; each call has one scope in each instance. Before LLVM 15 they have none, and a remark.
// RUN: %clangxx -std=c++17 -c %S/Inputs/library-modules.cpp -o %t.o && %clangxx -std=c++17 %s %t.o -o %t && %t > %t-plain.txt
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -x none %t.o -o %t && %t > %t.txt
// RUN: %tracexx -std=c++20 -O2 %s %stub -x none %t.o -o %t && %t > %t-o2.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt - && grep -v '^ *[<>]' %t-o2.txt | diff %t-plain.txt -
// RUN: %if llvm-ge-16 %{ %python %S/Inputs/one_scope_each.py < %t.txt && %python %S/Inputs/one_scope_each.py < %t-o2.txt %}
// RUN: %tracexx -std=c++17 -fsyntax-only %s
// RUN: %tracexx -std=c++17 %arg-remarks -c %s -o %t2.o 2> %t.remarks
// RUN: %if !llvm-ge-16 %{ FileCheck --check-prefix=OLD %s < %t.remarks %} %else %{ FileCheck --check-prefix=NEW --allow-empty %s < %t.remarks %}
// OLD: remark: autoscope: this call of 'torch::nn::ConvImpl::forward(int)' has no scope: it stands in an instance of a template
// NEW-NOT: this call of
#include "Inputs/library-modules.h"
#include <cstdio>
using namespace torch::nn;
// Variables of templates may be initialised before all others.
ConvImpl &layer() {
  static ConvImpl conv;
  return conv;
}
template <class T> struct Members {
  static int outside;
  static inline int inside = layer().forward(1) + layer().forward(2);
  static thread_local int local;
  static constexpr int constant = 3;
  struct Nested {
    static inline T dependent = layer().forward(T(4));
  };
};
template <class T> int Members<T>::outside = 1 + layer().forward(layer().forward(5));
template <class T> thread_local int Members<T>::local = layer().forward(6);
template <class T> int variable = [] { return layer().forward(7); }() + layer().forward(8) * 2;
template <class T> int variable<T *> = layer().forward(9);
template <class T> auto deduced = layer().forward(sizeof(T));
template struct Members<char>;
template int variable<char>;
static_assert(Members<int>::constant == 3);
using Early = decltype(deduced<int>); // instantiated here, where nothing is evaluated
int main() {
  long sum = Members<int>::outside + Members<long>::outside + Members<int>::inside + Members<long>::inside;
  sum += Members<int>::local + Members<short>::Nested::dependent + Members<int>::Nested::dependent;
  sum += variable<int> + variable<long> + variable<int *> + deduced<int> + deduced<long>;
  std::printf("sum %ld\n", sum);
}
