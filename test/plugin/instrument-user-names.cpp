// Names of the user that equal those of autoscope stay the user's: no shadow warning, no clash, no change of what they mean.
// RUN: %tracexx -std=c++17 -Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-poison-system-directories -Wno-missing-prototypes -Wno-missing-variable-declarations -Wno-unsafe-buffer-usage -Wno-unknown-warning-option %arg-all -c %s -o %t.o && %tracexx %t.o %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++98 -O2 -Wshadow -Wall -Wextra -Werror %arg-all -c %s -o %t.o && %tracexx %t.o %stub -o %t && %t | FileCheck %s
// RUN: echo 'struct S { int v; S() : v(1) {} int get() const { return v; } }; int f() { return S().get(); }' > %t.macros.cpp
// RUN: %tracexx -std=c++17 -Dline=__LINE__ -Ds=+ -Dx=y -Dvalue= -Dguard=1 -Dsite=2 -Dentry=3 -Dbegin=4 -Dleave=5 -Denter=6 -Dstack=7 -Ddepth=8 -Dnow=9 -Dobject=10 -Dbase=11 -Dbytes=12 -Daddress_sanitizer=13 -Drows=14 -Dcols=15 -Dsize=16 -Dsizes=17 -Dp=18 -Ddimension=22 -Dextent=19 -Drank=20 -Dscalar_type=21 %arg-all -c %t.macros.cpp -o %t.o
// RUN: llvm-readelf -S -W %t.o | FileCheck --check-prefix=SECTIONS %s
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c11 -Wshadow -Wall -Wextra -Werror -x c -DC -c %s -o %t.o && %tracexx %t.o %stub -o %t && %t | FileCheck --check-prefix=C %s
// SECTIONS: autoscope_sites
// RUN: %python -c "import re, sys; text = re.sub(r'//.*|\"[^\"]*\"|#\s*(pragma|error).*|#define \w+\(.*', '', open(sys.argv[1]).read()); words = set(re.findall(r'\b[A-Za-z_]\w*', text)) - set('bool char const define defined elif else endif enum explicit extern if ifndef mutable namespace noexcept return static struct throw typedef unsigned void volatile include info nullptr sizeof'.split()); words = sorted(w for w in words if not re.match('__|_[A-Z]', w)); sys.exit('not reserved: ' + str(words) if words else 0)" %source/runtime/include/autoscope/abi.h
// RUN: %python -c "import re, sys; text = re.sub(r'//.*|\"[^\"]*\"|#\s*(pragma|error).*|#define \w+\(.*', '', open(sys.argv[1]).read()); words = set(re.findall(r'\b[A-Za-z_]\w*', text)) - set('bool char const define defined elif else endif enum explicit extern if ifndef mutable namespace noexcept return static struct throw typedef unsigned void volatile auto bool catch class const_cast decltype double else float for if int long nullptr short static_cast template true try half undef begin channels cols defined depth dimension dims extent has_value p rank rows scalar_type size sizes'.split()); words = sorted(w for w in words if not re.match('__|_[A-Z]', w)); sys.exit('not reserved: ' + str(words) if words else 0)" %source/runtime/include/autoscope/abi_shapes.h
#ifdef __cplusplus
extern "C" int printf(const char *, ...);
static int autoscope_enter(int x) { return x + 1; }
static int autoscope_leave(int autoscope_enter) { return autoscope_enter + 1; }
namespace autoscope {
static int scope(int x) { return x; }
struct guard {
  int enter() const { return 1; }
};
} // namespace autoscope
namespace std {
struct user {
  static int size() { return 1; }
};
} // namespace std
struct Site {
  int info_, id;
  int kind() const { return info_ + id; }
};
int main() {
  int guarded = autoscope_enter(1), info = autoscope_leave(guarded);
  autoscope::guard object = autoscope::guard();
  Site site_ = {1, 2};
  printf("%d %d %d %d\n", info, autoscope::scope(1) + object.enter(), site_.kind(), std::user::size());
}
#else
extern int printf(const char *, ...);
static int autoscope_enter(int autoscope_leave) { return autoscope_leave; }
struct autoscope_guard {
  int depth;
};
int main(void) {
  struct autoscope_guard site = {autoscope_enter(0)}, guard = site, entry = guard;
  return printf("%d\n", entry.depth) - 2;
}
#endif
/*
CHECK:      {{^}}> main()
CHECK-NEXT: {{^}}  > autoscope_enter(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > autoscope_leave(int)
CHECK-NEXT: {{^}}  <
CHECK:      {{^}}  > autoscope::scope(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > autoscope::guard::enter() const
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Site::kind() const
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > std::user::size()
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}3 2 3 1
CHECK-NEXT: {{^}}<

C:      {{^}}> main()
C-NEXT: {{^}}  > autoscope_enter(int)
C-NEXT: {{^}}  <
C-NEXT: {{^}}0
C-NEXT: {{^}}<
*/
