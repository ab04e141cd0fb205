// `bases=` names a class with or without the inline namespaces around it, also within an unnamed one; what cannot be a class's name is
// refused in one sentence, and with `remarks` a name is told of that no class of the unit has.
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-list=- %arg-bases=lib::Base,Hidden,lib::Box,lib::Outer::In %s | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-list=- %arg-bases=lib::v2::Base,Hidden,::lib::v2::Box,lib::v2::Outer::In %s | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-list=- %arg-bases=v2::Base,hidden::Hidden,Box,In,lib::v1::Base %s | count 0
// RUN: for base in eng.Stage 'lib::Base;Hidden' 'lib::Base&' 'lib::TB<int>' 'lib::Box<int,long>' lib:Base 9x lib:: 'a,,b'; do \
// RUN:   not %clangxx %plugin_flags -std=c++17 -fsyntax-only "%arg-bases=$base" %s 2>&1; done | FileCheck --check-prefix=BAD %s
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-remarks %arg-bases=lib::v2::Base,lib::Bas,Hidden,lib::Alias,lib::Box %s 2>&1 | \
// RUN:   grep 'option bases' | FileCheck --check-prefix=REMARK %s
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-bases=lib::Bas %s 2>&1 | count 0
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %arg-remarks %s 2>&1 | not grep 'option bases'
namespace lib {
inline namespace v2 {
struct Base {};
template <class T> struct Box {};
struct Outer {
  struct In {};
};
}  // namespace v2
using Alias = Base;
}  // namespace lib
namespace {
struct Hidden {};
}  // namespace
struct A : lib::Base {
  int forward(int x) { return x; }
};
struct B : Hidden {
  int forward(int x) { return x; }
};
struct C : lib::Box<int> {
  int forward(int x) { return x; }
};
struct D : lib::Outer::In {
  int forward(int x) { return x; }
};
// CHECK:      option-bases.cpp:26: module A::forward(int)
// CHECK-NEXT: option-bases.cpp:29: module B::forward(int)
// CHECK-NEXT: option-bases.cpp:32: module C::forward(int)
// CHECK-NEXT: option-bases.cpp:35: module D::forward(int)
// BAD:        error: autoscope: bad class 'eng.Stage' for option 'bases': expected qualified names such as torch::nn::Module, of templates without arguments
// BAD:        error: autoscope: bad class 'lib::Base;Hidden' for
// BAD:        error: autoscope: bad class 'lib::Base&' for
// BAD:        error: autoscope: bad class 'lib::TB<int>' for
// BAD:        error: autoscope: bad class 'lib::Box<int,long>' for
// BAD:        error: autoscope: bad class 'lib:Base' for
// BAD:        error: autoscope: bad class '9x' for
// BAD:        error: autoscope: bad class 'lib::' for
// BAD:        error: autoscope: bad class '' for
// REMARK:      remark: autoscope: option bases: no class of this unit is called 'lib::Bas'
// REMARK-NEXT: remark: autoscope: option bases: 'lib::Alias' is another name of a type; only the class's own counts
// REMARK-NOT:  option bases
