// A profiled program under a sanitizer, or with profile instrumentation of its own, gives the profile that it gives without, and no
// report: the sanitizers see the inlined part of a scope and the run time's own memory.
// REQUIRES: sanitizers
// RUN: for sanitizer in address,undefined,leak thread memory safe-stack; do for o in -O0 -O2; do \
// RUN:   %autoscope_clangxx $o -g -pthread -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -fsanitize=$sanitizer -fno-sanitize-recover=undefined %s -o %t && rm -f %t.autoscope && \
// RUN:   env AUTOSCOPE_OUTPUT=%t.autoscope TSAN_OPTIONS=exitcode=0 %t > %t.out && %autoscope report --limit -1 %t.autoscope >> %t.out && FileCheck %s < %t.out || { echo "$sanitizer $o"; exit 1; }; done; done
// RUN: %autoscope_clangxx -O2 -pthread -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -fprofile-instr-generate -fcoverage-mapping %s -o %t
// RUN: env LLVM_PROFILE_FILE=%t.profraw AUTOSCOPE_OUTPUT=%t.autoscope %t > %t.out && %autoscope report --limit -1 %t.autoscope >> %t.out && FileCheck %s < %t.out
// RUN: llvm-profdata merge %t.profraw -o %t.profdata && llvm-profdata show --all-functions %t.profdata | FileCheck --check-prefix=COUNTS %s
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>
struct Net {
  int weight = 1;
  int forward(int x) {
    if (x > 90)
      throw std::runtime_error("too large");
    return x + weight;
  }
};
int work(int n) {
  std::vector<int> values(n, 1);
  int sum = 0;
  for (int value : values)
    sum += value;
  return sum;
}
int caught(int x) {
  try {
    return Net().forward(x);
  } catch (const std::exception &) {
    return -1;
  }
}
int main() {
  int sum = 0;
  std::thread other([] { work(10); });
  for (int i = 0; i < 100; ++i)
    sum += caught(i) + work(i);
  other.join();
  std::printf("sum %d\n", sum);
}
// CHECK:     sum 9127
// CHECK-DAG: Net::forward(int){{.*}} 100 {{$}}
// CHECK-DAG: work(int){{.*}} 101 {{$}}
// CHECK-DAG: caught(int){{.*}} 100 {{$}}
// COUNTS:    _Z4worki:
// COUNTS:    Function count: 101
