// No new diagnostic in any language version, under -Weverything -Werror and user macros that name what our header might use.
// RUN: %tracexx -std=c++98 -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck %s
// RUN: %tracexx -std=c++11 -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: %tracexx -std=c++14 -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: %tracexx -std=c++17 -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: %tracexx -std=c++20 -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: %tracexx -std=c++2b -Weverything -Werror -Wno-c++98-compat -Wno-non-c-typedef-for-linkage -Wno-poison-system-directories %arg-all -c %s -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck %s
// RUN: %tracexx -std=gnu++17 -Dline=__LINE__ -Ds=+ -Dx=y -Dvalue= -Dsite=1 -Dguard=2 -Dthis_=3 %arg-all -c %s -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck %s
// RUN: %tracexx -std=c++17 -fno-exceptions -fno-rtti -fvisibility=hidden -ffunction-sections %arg-all -c %s -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck %s
// RUN: %tracexx -std=c++17 -g -O2 -fsanitize=address,undefined %arg-all -c %s -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck %s
// RUN: %tracexx -std=c++17 -fsanitize=thread -fprofile-instr-generate -fcoverage-mapping %arg-all -c %s -o %t.o
// RUN: %tracexx -std=c++17 -flto=thin %arg-all -c %s -o %t.o
// Silence alone could mean that nothing was instrumented.
// CHECK: autoscope_sites
int function(int argument);
int function(int argument) { return argument; }
namespace {
struct Type {
  int member;
  int get() const { return member; }
};
} // namespace
typedef struct {
  struct Nested {
    int number;
  };
  int get(Nested *nested) { return nested->number; }
} Named;
template <class T> static T generic(T argument) { return argument; }
int user(Named &named);
int user(Named &named) {
  Type object = {1};
  Named::Nested nested = {2};
  return generic(function(object.get())) + named.get(&nested);
}
#if __cplusplus >= 201103L
constexpr int constant() { return 1; }
static_assert(constant() == 1, "");
int lambdaUser();
int lambdaUser() {
  auto lambda = [](int argument) { return argument; };
  return lambda(constant());
}
#endif
