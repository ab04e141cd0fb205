// include=, exclude= and filter-file= choose functions by qualified name and by file; the last rule that matches decides.
// RUN: %clangxx %plugin_flags '%arg-include=a::*' %arg-min-statements=0 %arg-list=- -c %s -o %t.o | FileCheck --check-prefix=INCLUDE %s
// RUN: %clangxx %plugin_flags %arg-all '%arg-exclude=a::*,*Box<int>*' '%arg-include=a::two' %arg-list=- -c %s -o %t.o \
// RUN:   | FileCheck --check-prefix=LAST %s
// RUN: %clangxx %plugin_flags %arg-all '%arg-exclude=file:plugin/option-*' %arg-list=- -c %s -o %t.o \
// RUN:   | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: printf '# comment\ninclude file:*.cpp\n\nexclude *\ninclude a::one\n' > %t.filter
// RUN: %clangxx %plugin_flags %arg-filter-file=%t.filter %arg-min-statements=0 %arg-list=- -c %s -o %t.o | FileCheck --check-prefix=FILE %s
// RUN: %clangxx %plugin_flags '%arg-include=Box<int>::get(int, int)' %arg-list=- -c %s -o %t.o | FileCheck --check-prefix=FULL %s
// RUN: %clangxx %plugin_flags '%arg-exclude=annotated' %arg-list=- -Werror -c -DANNOTATED %s -o %t.o \
// RUN:   | FileCheck --allow-empty --check-prefix=NONE %s
namespace a {
int one() { return 1; }
int two() { return 2; }
} // namespace a
int other() { return 3; }
template <class T> struct Box {
  T get(T x) { return x; }
  T get(T x, T) { return x; }
};
template struct Box<int>;
#ifdef ANNOTATED
[[autoscope::scope]] void annotated() {}
#endif
// INCLUDE:      option-filters.cpp:13: function a::one()
// INCLUDE-NEXT: option-filters.cpp:14: function a::two()
// INCLUDE-NOT:  :
// LAST:         option-filters.cpp:14: function a::two()
// LAST-NEXT:    option-filters.cpp:16: function other()
// LAST-NOT:     :
// NONE-NOT:     :
// FILE:         option-filters.cpp:13: function a::one()
// FILE-NOT:     :
// FULL:         option-filters.cpp:19: function Box<int>::get(int, int)
// FULL-NOT:     :
// The user's own name is matched, as at run time, and the qualified name.
// RUN: %clangxx %plugin_flags '%arg-exclude=gee' %arg-list=- -Werror -c -DNAMED %s -o %t.o | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clangxx %plugin_flags '%arg-exclude=n::g' %arg-list=- -Werror -c -DNAMED %s -o %t.o | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clangxx %plugin_flags '%arg-exclude=n::g(int)' %arg-list=- -Werror -c -DNAMED %s -o %t.o | FileCheck --check-prefix=GEE %s
// GEE: function gee
#ifdef NAMED
namespace n {
[[autoscope::scope("gee")]] int g(int x) { return x; }
} // namespace n
#endif
