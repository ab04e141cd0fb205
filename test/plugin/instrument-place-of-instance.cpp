// The place of a template's instance is its definition's, also where a declaration comes first.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-min-statements=0 %arg-list=- -c %s -o %t.o | FileCheck %s
template <class T> T later(T);
template <class T> struct Box {
  T get();
};
int use() { return later(1) + Box<int>().get(); }
template <class T> T later(T x) { return x; }
template <class T> T Box<T>::get() { return T(); }
// CHECK:      :7: function use()
// CHECK-NEXT: :8: function later<int>(int)
// CHECK-NEXT: :9: function Box<int>::get()
