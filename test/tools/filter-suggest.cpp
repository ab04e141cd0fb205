// `autoscope filter suggest` writes a commented filter of the functions that are not worth their scopes, which the run time and the plugin
// accept alike: what it names is gone in both, whatever its name, and nothing else. `filter check` says what a filter leaves out.
// RUN: %autoscope_clangxx -O1 -DOTHER -c %s -o %t.o
// RUN: %autoscope_clangxx -O1 %s %t.o -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope filter suggest %t.autoscope > %t.filter && FileCheck --check-prefix=FILE --input-file=%t.filter %s
// RUN: %autoscope filter suggest %t.autoscope -o %t.2.filter && cmp %t.filter %t.2.filter
// RUN: %autoscope run --limit -1 --filter %t.filter -- %t | FileCheck --check-prefixes=LESS,BYFILTER %s
// RUN: %autoscope_clangxx -O1 -fplugin-arg-autoscope-filter-file=%t.filter -DOTHER -c %s -o %t.less.o
// RUN: %autoscope_clangxx -O1 -fplugin-arg-autoscope-filter-file=%t.filter %s %t.less.o -o %t.less
// RUN: %autoscope run --limit -1 -- %t.less | FileCheck --check-prefix=LESS %s
// RUN: %autoscope filter check %t.filter | FileCheck --check-prefix=GOOD %s
// RUN: %autoscope filter check %t.filter %t.autoscope | FileCheck --check-prefix=WOULD %s
// RUN: printf 'hide f\n' > %t.bad && not %autoscope filter check %t.bad 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %autoscope filter suggest --min-calls 1000000 %t.autoscope 2> %t.err | FileCheck --check-prefix=NONE %s
// RUN: FileCheck --check-prefix=SAYS --input-file=%t.err %s
// RUN: env AUTOSCOPE_CLOCK=system AUTOSCOPE_OUTPUT=%t.system.autoscope %t
// RUN: not %autoscope filter suggest %t.system.autoscope 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not %autoscope filter 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: not %autoscope filter suggest %t.autoscope --min-cals 3 2>&1 | FileCheck --check-prefix=OPTION %s
#include <ctime>
[[autoscope::ignore]] static void waits() {
  timespec time = {0, 1000000};
  nanosleep(&time, nullptr);
}
#ifdef OTHER
[[autoscope::scope]] [[gnu::noinline]] static void same() { waits(); }
void calls() { same(); }
#else
void calls();
struct Pointer {
  int value = 1;
  [[autoscope::scope]] [[gnu::noinline]] int operator*() const { return value; }
  [[autoscope::scope]] [[gnu::noinline]] int operator[](int i) const { return value + i; }
};
template <class T> [[autoscope::scope]] [[gnu::noinline]] T twice(T value) {
  asm volatile("" : "+r"(value));
  return value + value;
}
[[autoscope::scope("a \\ name?")]] [[gnu::noinline]] static void named() { asm volatile(""); }
[[autoscope::scope]] [[gnu::noinline]] static void same() { asm volatile(""); }
[[autoscope::scope]] [[gnu::noinline]] static void seldom() { asm volatile(""); }
[[autoscope::scope]] [[gnu::noinline]] static void long1() { waits(); }
struct [[autoscope::module]] Net {
  [[gnu::noinline]] void forward() { asm volatile(""); }
};
[[autoscope::scope]] static int runs() {
  Pointer pointer;
  Net net;
  unsigned sum = 0;
  // So many that one of them may be interrupted.
  for (int i = 0; i < 200000; ++i) {
    sum += static_cast<unsigned>(*pointer + pointer[i] + twice(i));
    named();
    same();
    net.forward();
  }
  seldom();
  long1();
  calls();
  return static_cast<int>(sum % 2);
}
int main() { return runs() == 1; }
#endif
// FILE:      # Functions that are not worth their scopes, suggested by `autoscope filter suggest` for
// FILE:      # 1200004 scopes at {{.*}}; all time in scopes is {{.*}}s.
// FILE:      AUTOSCOPE_FILTER=FILE
// FILE-NOT:  {{exclude (seldom|long1|runs|Net)}}
// FILE-DAG:  # {{ *}}200000 {{[0-9.]+}}ns {{[0-9.]+[um]}}s {{[0-9.]+}}%
// FILE-DAG:  {{^}}exclude Pointer::operator\*() const
// FILE-DAG:  {{^}}exclude Pointer::operator\[](int) const
// FILE-DAG:  {{^}}exclude {{.*}}twice<int>(int)
// FILE-DAG:  {{^}}exclude a \\ name\?
// FILE-DAG:  # would leave out same() [filter-suggest.cpp:{{[0-9]+}}], too:
// FILE-DAG:  {{^}}# exclude same()
// FILE-NOT:  {{exclude (seldom|long1|runs|Net)}}
// LESS-NOT:  {{operator|twice|name}}
// LESS-DAG:  Net::forward() {{.*}} 200000
// LESS-DAG:  same() {{.*}} 200000
// LESS-DAG:  seldom() {{.*}} 1
// LESS-DAG:  runs() {{.*}} 1
// LESS-NOT:  {{operator|twice|name\?}}
// BYFILTER:  4 functions that were called were left out by AUTOSCOPE_FILTER
// GOOD:      suggest.cpp{{.*}}.filter is a filter that the run time and the plugin accept
// WOULD-DAG: Pointer::operator*() const
// WOULD-DAG: Pointer::operator[](int) const
// WOULD-DAG: a \ name?
// WOULD:     4 of 10 functions would be left out
// BAD:       autoscope: filter file {{.*}}.bad, line 1: expected 'include GLOB' or 'exclude GLOB', found 'hide f'
// NONE:      # There is none.
// SAYS:      autoscope: nothing is suggested: no function was called 1000000 times
// UNKNOWN:   autoscope: nothing can be suggested: {{.*}} does not say what a scope cost
// MISSING:   autoscope: A subcommand is required
// OPTION:    autoscope: unknown option --min-cals{{.*}}the nearest is --min-calls
