// Table and trace of a program with threads, recursion and exceptions have the same calls and times, and the trace nests.
// RUN: %autoscope_clangxx -O1 -pthread -fplugin-arg-autoscope-all %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope report %t.autoscope --limit -1 --name-width 0 >%t.txt
// RUN: %autoscope convert %t.autoscope %t.json
// RUN: %check_trace %t.json --agrees-with %t.txt
// RUN: %autoscope convert %t.autoscope %t.json.gz
// RUN: %check_trace %t.json.gz --agrees-with %t.txt
// RUN: %autoscope dump --stable %t.autoscope | FileCheck %s
#include <thread>
#include <vector>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void b(int n);
static void a(int n) {
  if (n > 0)
    b(n - 1);
}
static void b(int n) {
  if (n > 0)
    a(n - 1);
  throw n;
}
static void catches() {
  try {
    a(5);
  } catch (int) {
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int n = 0; n < 50; ++n)
        fib(7);
    });
  for (std::thread &thread : threads)
    thread.join();
  catches();
}
// CHECK: thread main
// CHECK: {{^}}  main()
// CHECK: {{^}}    catches()
// CHECK: {{^}}      a(int)
// CHECK: {{^}}        b(int)
// CHECK: {{^}}          a(int)
// CHECK: thread x4
// CHECK: {{^}}  {{.*}}lambda
// CHECK: {{^}}    fib(int) x50
