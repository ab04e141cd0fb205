// What the user's trait throws ends the shape of that argument, whatever is open, and the program goes on; a unit without
// exceptions is no exception.
// RUN: %autoscope_clangxx -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -std=c++17 -O1 -DTRAIT -c %s -o %t.o
// RUN: %autoscope_clangxx -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -std=c++17 -O1 -DTRAIT -fno-exceptions -c %s -o %t.none.o
// RUN: %clangxx -std=c++17 -O1 -c %s -o %t.thrower.o
// RUN: %autoscope_clangxx %t.o %t.thrower.o -o %t && %autoscope run --shapes --quiet -o %t.autoscope -- %t
// RUN: %autoscope dump --stable %t.autoscope | FileCheck %s
// RUN: %autoscope_clangxx %t.none.o %t.thrower.o -o %t.none && %autoscope run --shapes --quiet -o %t.none.autoscope -- %t.none
// RUN: %autoscope dump --stable %t.none.autoscope | FileCheck %s
// CHECK: between({{.*}}) {{\[\[1\], \[\[2\], \[3\]\], \[\], \[1\]\]}}
#ifdef TRAIT
#include <autoscope/shape.h>

void fail();
struct Fine {};
struct Open {};
struct Empty {};
template <> struct autoscope::shape<Fine> {
  static void write(const Fine &, autoscope::shape_writer &to) { to.sizes(1); }
};
template <> struct autoscope::shape<Open> {
  static void write(const Open &, autoscope::shape_writer &to) {
    to.begin_list();
    to.sizes(2);
    to.begin_list();
    to.size(3);
    fail();
  }
};
template <> struct autoscope::shape<Empty> {
  static void write(const Empty &, autoscope::shape_writer &) { fail(); }
};
int between(Fine, Open, Empty, Fine) {
  return 0;
}
int main() {
  return between({}, {}, {}, {});
}
#else
void fail() {
  throw 1;
}
#endif
