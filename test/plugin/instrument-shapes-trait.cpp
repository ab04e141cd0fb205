// The user's trait is taken where it is there, by class and by template, with and without a condition, and is not made
// where it is not: the program may write it after a function that takes such an argument.
// RUN: %tracexx %arg-all -std=c++17 -Wall -Wextra -Werror -I %build/include %s %stub -o %t
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s --implicit-check-not=": ["
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror -I %build/include -include %source/docs/snippets/image-shape.h -fsyntax-only -x c++ /dev/null
#include <autoscope/shape.h>

#include <type_traits>

struct Late {};
struct Partial {};
template <class T> struct Volume {};
struct Tagged {
  using has_shape = void;
};
template <class T, class = void> struct IsTagged : std::false_type {};
template <class T> struct IsTagged<T, typename T::has_shape> : std::true_type {};

int early(const Late &) { return 1; }
// CHECK: > early
template <class T> struct autoscope::shape<Volume<T>> {
  static void write(const Volume<T> &, autoscope::shape_writer &to) {
    to.sizes(1, 2, 3);
    to.type("voxel");
  }
};
template <class T> struct autoscope::shape<T, std::enable_if_t<IsTagged<T>::value>> {
  static void write(const T &, autoscope::shape_writer &to) { to.sizes(7); }
};
int between(const Late &, Volume<int>, Tagged) { return 1; }
// CHECK: > between
// CHECK-NEXT: : {{\[\[\], \[1, 2, 3\], \[7\]\]}} (-, voxel, -)
template <> struct autoscope::shape<Late> {
  static void write(const Late &, autoscope::shape_writer &to) { to.sizes(5); }
};
int late(const Late &) { return 1; }
// CHECK: > late
// CHECK-NEXT: : {{\[\[5\]\]}}
// A declaration is no trait, and neither is one that cannot be called.
struct Declared {};
template <> struct autoscope::shape<Declared>;
struct Misspelt {};
template <> struct autoscope::shape<Misspelt> {
  static void wirte(const Misspelt &, autoscope::shape_writer &);
};
int wrong(const Declared &, const Misspelt &) { return 1; }
// CHECK: > wrong

int main() {
  early({});
  between({}, {}, {});
  late({});
  wrong({}, {});
}
