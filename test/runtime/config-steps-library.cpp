// With steps, too, what lies where a closed library lay gets names of its own: met between cycles, or filtered.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -DWORK=alpha -shared -fPIC %s -o a.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -DWORK=bravo -shared -fPIC %s -o b.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 -rdynamic %s -o app -L%build/lib -Wl,-rpath,%build/lib -lautoscope -ldl
// RUN: env AUTOSCOPE_OUTPUT=s.autoscope AUTOSCOPE_STEP_FUNCTION=train_step AUTOSCOPE_SCHEDULE=wait=1,active=1 ./app | FileCheck --check-prefix=PLACE %s
// PLACE: at the place of the closed one
// RUN: %autoscope report s.1.autoscope | FileCheck --check-prefix=FIRST %s --implicit-check-not=bravo
// RUN: %autoscope report s.2.autoscope | FileCheck --check-prefix=LATER %s --implicit-check-not=alpha
// RUN: %autoscope report s.3.autoscope | FileCheck --check-prefix=LATER %s --implicit-check-not=alpha
// FIRST: alpha() {{.*}} 1 {{$}}
// LATER: bravo() {{.*}} 1 {{$}}
// RUN: echo 'exclude bravo' >filter && env AUTOSCOPE_FILTER=filter AUTOSCOPE_OUTPUT=f.autoscope AUTOSCOPE_STEP_FUNCTION=train_step AUTOSCOPE_SCHEDULE=wait=1,active=1 ./app
// RUN: %autoscope report f.1.autoscope | FileCheck --check-prefix=FIRST %s --implicit-check-not='bravo('
// RUN: for i in 2 3; do %autoscope report f.$i.autoscope || exit 1; done >f.txt && FileCheck --check-prefix=FILTERED --input-file=f.txt %s --implicit-check-not="alpha(" --implicit-check-not="bravo("
// FILTERED: ProfilerStep*
// FILTERED: ProfilerStep*
#include <cstdio>
#include <dlfcn.h>

#ifdef WORK
__attribute__((noinline)) void WORK() { asm volatile(""); }
extern "C" [[autoscope::ignore]] void run() { WORK(); }
#else
__attribute__((noinline)) void train_step(void (*run)()) {
  asm volatile("");
  if (run)
    run();
  asm volatile("");
}

int main() {
  void *first = dlopen("./a.so", RTLD_NOW);
  void *run = dlsym(first, "run");
  train_step(nullptr);
  train_step(reinterpret_cast<void (*)()>(run));  // the first cycle
  train_step(nullptr);
  dlclose(first);
  void *second = dlsym(dlopen("./b.so", RTLD_NOW), "run");
  puts(second == run ? "at the place of the closed one" : "elsewhere");
  reinterpret_cast<void (*)()>(second)();
  for (int step = 3; step < 7; ++step)
    train_step(step % 2 ? reinterpret_cast<void (*)()>(second) : nullptr);
}
#endif
