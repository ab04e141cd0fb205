// A class marked autoscope::module that has no method of `methods=`, own or inherited, is warned of at the class; but not one that others
// derive from which have it, nor one whose methods are not known, nor one that an exclude rule leaves out. In a header, where those others
// may be elsewhere, it is a remark, unless one of its methods seems to be meant.
// RUN: mkdir -p %t.d && printf '#pragma once\nstruct [[autoscope::module]] Tag { virtual ~Tag() = default; };\nstruct [[autoscope::module]] Wrong { int Forward(int x); };\nstruct [[autoscope::module]] Last final { int run(int x); };\n' > %t.d/tag.h
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -fsyntax-only %arg-remarks %s 2>&1 | grep -v 'not instrumented' | FileCheck --check-prefixes=CHECK,REMARK %s
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -fsyntax-only %arg-methods=run,foward,operator\(\),Forward %s 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -fsyntax-only '%arg-exclude=Typo::*,file:tag.h,*OnlyRun::forward,StaticOnly::forward,box::*' %s 2>&1 | count 0
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -fsyntax-only %arg-remarks %arg-methods=run,forwards %s 2>&1 | FileCheck --check-prefix=METHOD %s
// RUN: %clangxx %plugin_flags -std=c++17 -I%t.d -x c++-header %s -o %t.pch 2>&1 | FileCheck --check-prefix=PCH %s
// RUN: %clangxx %plugin_flags -std=c++17 -isystem %t.d -fsyntax-only %s 2>&1 | not grep tag.h
#include <tag.h>
struct [[autoscope::module]] OnlyRun {
  int run(int x);
};
struct [[autoscope::module]] Typo {
  int foward(int x) { return x; }
};
struct [[autoscope::module]] StaticOnly {
  static int forward(int x) { return x; }
};
namespace box {
template <class T> struct [[autoscope::module]] Pattern {
  T run(T x) { return x; }
};
inline Pattern<int> use;
}  // namespace box
// All of these are as they should be.
struct [[autoscope::module]] Named {
  int forward(int x);
};
struct [[autoscope::module]] Pure {
  virtual int forward(int x) = 0;
};
struct [[autoscope::module]] Inherits : Named {};
template <class D> struct Crtp {
  int forward(int x) { return static_cast<D *>(this)->run(x); }
};
struct [[autoscope::module]] ByMixin : Crtp<ByMixin> {
  int run(int x);
};
struct [[autoscope::module]] ByTemplate {
  template <class T> T forward(T x) { return x; }
};
struct [[autoscope::module]] Base {
  int count = 0;
};
struct Middle : Base {};
struct Leaf : Middle {
  int forward(int x);
};
template <class D> struct [[autoscope::module]] CrtpBase {};
struct Derived : CrtpBase<Derived> {
  int forward(int x);
};
struct [[autoscope::module]] Narrow {
  int forward(int x) { return x; }
  int forward(double) = delete;
};
template <class T> struct [[autoscope::module]] Typed {};
template <class T> struct TypedLeaf : Typed<T> {
  T forward(T x) { return x; }
};
template <class B> struct [[autoscope::module]] Unknown : B {
  int run(int x);
};
inline Unknown<Named> known;
template <class B> struct [[autoscope::module]] UnknownAbove : Unknown<B> {};
struct [[autoscope::module]] Declared;
template <class T> struct [[autoscope::module]] Full {
  T forward(T x) { return x; }
};
inline Full<int> full;
// CHECK-NOT:  warning
// REMARK:     tag.h:2:30: remark: autoscope: class 'Tag' is marked autoscope::module, but no class of this unit gives it a method 'forward'
// CHECK:      tag.h:3:30: warning: autoscope: class 'Wrong' is marked autoscope::module, but neither it nor a base has a method 'forward'; 'Forward' is none
// CHECK:      tag.h:4:30: warning: autoscope: class 'Last' is marked autoscope::module, but neither it nor a base has a method 'forward'{{$}}
// CHECK:      cpp:14:30: warning: autoscope: class 'OnlyRun' is marked
// CHECK:      cpp:17:30: warning: autoscope: class 'Typo' is marked autoscope::module, but neither it nor a base has a method 'forward'; 'foward' is none
// CHECK:      cpp:20:30: warning: autoscope: class 'StaticOnly' is marked autoscope::module, but neither it nor a base has a method 'forward'; 'forward' has no implicit object
// CHECK:      cpp:24:49: warning: autoscope: class 'box::Pattern' is marked
// CHECK-NOT:  {{warning|remark}}
// CHECK:      {{[0-9]}} warnings generated
// OTHER-NOT:  warning: {{.*}}'Typo'
// OTHER-NOT:  warning: {{.*}}'OnlyRun'
// OTHER:      warning: {{.*}}'StaticOnly' is marked autoscope::module, but neither it nor a base has a method 'run' or 'foward' or 'operator()' or 'Forward'
// METHOD-NOT: option methods: no module of this unit has a method 'run'
// METHOD:     remark: autoscope: option methods: no module of this unit has a method 'forwards'
// PCH-NOT:    'OnlyRun'
// PCH:        'Typo' is marked
// PCH-NOT:    'OnlyRun'
