// `dump --stable` of a program prints the same at every run: no time, address, id or order of threads.
// RUN: %autoscope_clangxx -pthread %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.1.autoscope %t && env AUTOSCOPE_OUTPUT=%t.2.autoscope %t
// RUN: %autoscope dump --stable %t.1.autoscope >%t.1 && %autoscope dump --stable %t.2.autoscope >%t.2
// RUN: diff %t.1 %t.2 && FileCheck --match-full-lines --strict-whitespace --input-file=%t.1 %s
// RUN: not %autoscope dump %t.1.autoscope 2>&1 | FileCheck --check-prefix=ERROR %s
#include <thread>

struct [[autoscope::module]] Net {
  int forward(int n) { return n; }
};
[[autoscope::scope]] void leaf() {}
[[autoscope::scope]] void node() {
  leaf();
  leaf();
}

int main() {
  std::thread one(node), two(node);
  one.join();
  two.join();
  for (int i = 0; i < 3; ++i)
    node();
  leaf();
  Net().forward(1);
}
//       CHECK:thread main
//  CHECK-NEXT:  node() x3
//  CHECK-NEXT:    leaf() x2
//  CHECK-NEXT:  leaf()
//  CHECK-NEXT:  Net::forward(int) [Net]
//  CHECK-NEXT:thread x2
//  CHECK-NEXT:  node()
//  CHECK-NEXT:    leaf() x2
//   CHECK-NOT:{{.}}
// ERROR: autoscope: --stable is required
