// Loops and tasks of OpenMP: the functions that its threads call are recorded on those threads, which nobody has registered (G22).
// REQUIRES: openmp
// UNSUPPORTED: tsan
// ThreadSanitizer does not see how the threads of libomp, which is not sanitized, wait for each other.
// RUN: %clangxx %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -O2 %openmp_flags %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t > %t.out && %autoscope report --limit -1 %t.autoscope >> %t.out && FileCheck %s < %t.out
// RUN: %autoscope dump --stable %t.autoscope | grep -c "^thread" | FileCheck %s --check-prefix=THREADS

// CHECK:     sum 500500, tasks 610
// CHECK-DAG: work(int){{.*}} 1000 {{$}}
// CHECK-DAG: main{{.*}} 1 {{$}}
// CHECK-DAG: fib(int){{.*}} 1973 {{$}}
// CHECK-NOT: Lost
// The loop has four threads and barriers at both ends, so each has work.
// THREADS: {{^[234]$}}

#include <cstdio>

int work(int x) { return x; }

int fib(int n) {
  if (n < 2)
    return n;
  int one, two;
#pragma omp task shared(one)
  one = fib(n - 1);
  two = fib(n - 2);
#pragma omp taskwait
  return one + two;
}

int main() {
  long sum = 0;
#pragma omp parallel for num_threads(4) schedule(static) reduction(+ : sum)
  for (int i = 1; i <= 1000; ++i)
    sum += work(i);
  int tasks = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  tasks = fib(15);
  std::printf("sum %ld, tasks %d\n", sum, tasks);
}
