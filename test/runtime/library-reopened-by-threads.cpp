// Libraries are opened and closed while other threads run scopes and modules, and while one starts and stops profiles: every scope of a
// profile is there with its name, whether the libraries share the run time or hold copies of their own (G18, G24).
// UNSUPPORTED: asan
// The tree has no libautoscope.a with AddressSanitizer.
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DLIBRARY=a %s -o %t-a.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: echo "{ global: run; local: *; };" > %t.map
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DLIBRARY=b %s -o %t-b.so %build/lib/libautoscope.a -lz -Wl,--version-script=%t.map
// RUN: %clangxx %plugin_flags -O1 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t once %t-a.so %t-b.so && %autoscope tree %t.autoscope | FileCheck %s --check-prefix=TREE --implicit-check-not=@ && %autoscope report %t.autoscope | FileCheck %s
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %t toggle %t-a.so %t-b.so
// RUN: %if sanitizers %{ %clangxx %plugin_flags -O1 -g -pthread -fsanitize=address,undefined -fno-sanitize-recover=all -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if sanitizers %{ env AUTOSCOPE_OUTPUT=%t.autoscope %t once %t-a.so %t-b.so && %autoscope tree %t.autoscope | FileCheck %s --check-prefix=TREE --implicit-check-not=@ && %autoscope report %t.autoscope | FileCheck %s %}

// TREE-DAG: {{^}}Net Net 600 {{.*}}
// TREE-DAG: {{^}} left Layer 600 {{.*}}
// TREE-DAG: {{^}} right Layer 600 {{.*}}
// TREE-DAG: {{^}}Own Own 200 {{.*}}
// CHECK-NOT: Lost
// CHECK-DAG: a(int) {{.*}} 200 {{$}}
// CHECK-DAG: b(int) {{.*}} 200 {{$}}

#ifdef LIBRARY

[[autoscope::scope]] static int LIBRARY(int x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}
struct [[autoscope::module]] Own { // registers a site of a module each time
  int forward(int x) { return LIBRARY(x); }
};
extern "C" int run(int x) { return x % 2 ? LIBRARY(x) : Own().forward(x); }

#else

#include <atomic>
#include <autoscope/profile.h>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <thread>
#include <vector>

struct [[autoscope::module]] Layer {
  int weight = 1;
  int forward(int x) {
    for (int i = 0; i < 3; ++i)
      x += weight;
    return x;
  }
};
struct [[autoscope::module]] Net {
  Layer left, right;
  int forward(int x) { return left.forward(x) + right.forward(x); }
};

static std::atomic<bool> stop{false};

int main(int, char **argv) {
  bool toggles = strcmp(argv[1], "toggle") == 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([toggles] {
      Net net;
      for (int k = 0; toggles ? !stop : k < 200; ++k)
        net.forward(k);
    });
  std::atomic<int> profiles{0};
  if (toggles)
    threads.emplace_back([&profiles] {
      for (; !stop; ++profiles) {
        autoscope::start(autoscope::options("toggled.autoscope"));
        autoscope::stop();
      }
    });
  for (int i = 0; i < 200; ++i)
    for (int k = 2; k < 4; ++k) {
      void *library = dlopen(argv[k], RTLD_NOW | RTLD_LOCAL);
      if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 1;
      reinterpret_cast<int (*)(int)>(dlsym(library, "run"))(i);
      dlclose(library);
    }
  while (toggles && profiles < 3)
    std::this_thread::yield();
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

#endif
