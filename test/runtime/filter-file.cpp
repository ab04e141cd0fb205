// AUTOSCOPE_FILTER chooses among the sites of a program by the rules of a filter file; what is left out is counted and its time is
// its caller's, in plain functions, modules, constructors and coroutines' callers alike. A bad file leaves the program unprofiled
// and says why; the program runs all the same.
// RUN: %autoscope_clangxx -O1 -pthread -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o %t
// RUN: printf '# without accessors\nexclude *get*\nexclude Middle::*\ninclude file:filter-file.cpp\nexclude *get*\nexclude Middle::*\n' > %t.most
// RUN: printf 'include main*\ninclude Leaf::forward\n' > %t.few
// RUN: env AUTOSCOPE_FILTER=%t.most AUTOSCOPE_OUTPUT=%t.autoscope %t 2>&1 | FileCheck --check-prefix=RAN %s
// RUN: %autoscope report --limit -1 %t.autoscope | FileCheck --check-prefix=MOST %s
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json
// RUN: %autoscope run --limit -1 --filter %t.few -- %t | FileCheck --check-prefix=FEW %s
// RUN: env AUTOSCOPE_FILTER=%t.few %autoscope run --limit -1 -- %t | FileCheck --check-prefix=FEW %s
// RUN: printf 'exclude *\n' > %t.nothing && %autoscope run --filter %t.nothing -- %t | FileCheck --check-prefix=NOTHING %s
// RUN: env AUTOSCOPE_FILTER=%t.nothing AUTOSCOPE_REPORT=table %t 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: env AUTOSCOPE_FILTER=%t.nothing AUTOSCOPE_OUTPUT=%t.empty.autoscope %t && not %autoscope report %t.empty.autoscope 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not %autoscope tree %t.empty.autoscope 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: printf 'exclude *get*\nexclude nothing*\ninclude file:none.cpp\n' > %t.typo && env AUTOSCOPE_FILTER=%t.typo AUTOSCOPE_OVERFLOW=newest AUTOSCOPE_SNAPSHOT_WHEN='Leef::* > 5ms; Leaf::* > 100s; *::forward > 100s' AUTOSCOPE_OUTPUT=%t.typo.autoscope %t 2>&1 | FileCheck --check-prefix=TYPO %s
// RUN: %autoscope report %t.typo.autoscope | FileCheck --check-prefix=TYPO-SHOWN %s
// RUN: printf 'exclude get\nhide *\n' > %t.bad
// RUN: env AUTOSCOPE_FILTER=%t.bad AUTOSCOPE_REPORT=table %t 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: env AUTOSCOPE_FILTER=%t.none AUTOSCOPE_REPORT=table %t 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: env AUTOSCOPE_FILTER=/dev/zero AUTOSCOPE_REPORT=table %t 2>&1 | FileCheck --check-prefix=ENDLESS %s
// RUN: env AUTOSCOPE_FILTER=%t.none %t 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: not %autoscope run --filter %t.bad -- %t 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: env AUTOSCOPE_FILTER=%t.bad not %autoscope run -- %t 2>&1 | FileCheck --check-prefix=REFUSED %s
#include <cstdio>
#include <thread>
struct [[autoscope::module]] Leaf {
  int get() { return 1; }
  int forward(int x) { return x + get(); }
};
struct [[autoscope::module]] Middle {
  Leaf leaf;
  int forward(int x) { return leaf.forward(x); }
};
struct Made {
  int x;
  Made() : x(0) {}
  ~Made() {}
};
static int work(int x) { return Middle().forward(x); }
int main() {
  Made made;
  int sum = made.x;
  for (int i = 0; i < 100; ++i)
    sum += work(i);
  std::thread other([&sum] { sum += work(0); });
  other.join();
  printf("sum %d\n", sum);
}
// RAN-NOT:  autoscope:
// RAN:      sum 5051
// MOST-NOT: get
// MOST-NOT: Middle
// MOST-DAG: work(int){{.*}} 101 {{$}}
// MOST-DAG: Leaf::forward(int){{.*}} 101 {{$}}
// MOST-DAG: Made::Made(){{.*}} 1 {{$}}
// MOST-DAG: main{{.*}} 1 {{$}}
// MOST:     2 functions that were called were left out by AUTOSCOPE_FILTER
// FEW-NOT:  work(int)
// FEW-NOT:  Made
// FEW-DAG:  main
// FEW-DAG:  Leaf::forward(int){{.*}} 101 {{$}}
// FEW:      5 functions that were called were left out by AUTOSCOPE_FILTER
// NOTHING:  All instrumented functions that ran were left out.
// NOTHING-NEXT: {{[0-9]+}} functions that were called were left out by AUTOSCOPE_FILTER
// EMPTY:    holds no scope: the instrumented functions that ran were left out
// EMPTY-NEXT: {{[0-9]+}} functions that were called were left out by AUTOSCOPE_FILTER
// TYPO:       autoscope: no function that ran matched 'exclude nothing*' or 'include file:none.cpp' of AUTOSCOPE_FILTER, nor 'Leef::* > 5ms' of AUTOSCOPE_SNAPSHOT_WHEN{{$}}
// TYPO-SHOWN: Rules: no function that ran matched 'exclude nothing*' or 'include file:none.cpp' of AUTOSCOPE_FILTER, nor 'Leef::* > 5ms' of AUTOSCOPE_SNAPSHOT_WHEN{{$}}
// BAD:      autoscope: AUTOSCOPE_FILTER: filter file {{.*}}.bad, line 2: expected 'include GLOB' or 'exclude GLOB', found 'hide *'; this run is not profiled
// BAD-NEXT: sum 5051
// BAD-NOT:  main
// MISSING:  autoscope: AUTOSCOPE_FILTER: filter file {{.*}}.none cannot be read: No such file or directory; this run is not profiled
// MISSING-NEXT: sum 5051
// ENDLESS:  filter file /dev/zero cannot be read: it is not a regular file
// OFF-NOT:  autoscope
// OFF:      sum 5051
// REFUSED-NOT: sum
// REFUSED:  autoscope: filter file {{.*}}.bad, line 2: expected
// REFUSED-NOT: sum
