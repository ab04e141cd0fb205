// A forked child's own session names the functions, module places and shapes that its parent met before the fork, and those
// that the child is the first to meet.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p.autoscope AUTOSCOPE_SHAPES=1 %t
// RUN: %autoscope dump --stable %t.d/p.autoscope | FileCheck --check-prefix=PARENT %s
// RUN: %autoscope dump --stable %t.d/p.*.autoscope | FileCheck --check-prefix=CHILD %s
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

struct [[autoscope::module]] Layer {
  __attribute__((noinline)) int forward(const std::vector<int> &x) { return static_cast<int>(x.size()) + weight; }
  int weight = 1;
};
struct [[autoscope::module]] Net {
  Layer first, second;
  __attribute__((noinline)) int forward(const std::vector<int> &x) { return first.forward(x); }
  __attribute__((noinline)) int run(const std::vector<int> &x) { return second.forward(x); }
};
struct [[autoscope::module]] Other {
  Layer only;
  __attribute__((noinline)) int forward(const std::vector<int> &x) { return only.forward(x); }
};

[[autoscope::scope]] __attribute__((noinline)) void inBoth(int x) { asm volatile("" : "+r"(x)); }
[[autoscope::scope]] __attribute__((noinline)) void inChild(int x) { asm volatile("" : "+r"(x)); }
[[autoscope::scope]] __attribute__((noinline)) void inParent(int x) { asm volatile("" : "+r"(x)); }

int main() {
  Net net;
  net.forward({1, 2, 3});
  inBoth(1);
  pid_t pid = fork();
  if (pid == 0) {
    inChild(1);
    net.forward({1, 2, 3});
    Other().forward({1, 2, 3, 4});
    inBoth(2);
    exit(0);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  inParent(1);
  return status;
}
// PARENT:      {{^}}thread
// PARENT-NEXT:   Net::forward({{.*}}) [Net] {{\[\[3\]\]}}
// PARENT-NEXT:     Layer::forward({{.*}}) [Net.first] {{\[\[3\]\]}}
// PARENT-NEXT:   inBoth(int)
// PARENT-NEXT:   inParent(int)
// PARENT-NOT:    {{.}}
// CHILD:       {{^}}thread
// CHILD-NEXT:    inChild(int)
// CHILD-NEXT:    Net::forward({{.*}}) [Net] {{\[\[3\]\]}}
// CHILD-NEXT:      Layer::forward({{.*}}) [Net.first] {{\[\[3\]\]}}
// CHILD-NEXT:    Other::forward({{.*}}) [Other] {{\[\[4\]\]}}
// CHILD-NEXT:      Layer::forward({{.*}}) [Other.only] {{\[\[4\]\]}}
// CHILD-NEXT:    inBoth(int)
// CHILD-NOT:     {{.}}
