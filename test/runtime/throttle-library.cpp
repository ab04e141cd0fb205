// AUTOSCOPE_THROTTLE holds for the functions of a library that is closed in the very moment and opened again, also where another
// library comes to lie at its place, whose functions stay.
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DWORK=busy %s -o %t-a.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DWORK=calm %s -o %t-b.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -O1 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_THROTTLE=100000 AUTOSCOPE_THROTTLE_BELOW=1000000000 AUTOSCOPE_OUTPUT=%t.autoscope %t %t-a.so %t-b.so
// RUN: %autoscope report %t.autoscope | FileCheck %s --implicit-check-not=lost --implicit-check-not="Throttled: calm"
#ifdef WORK
extern "C" [[autoscope::scope]] void WORK() {
  asm volatile("");
}
#else
#include <dlfcn.h>
#include <string>
static void callThrough(const std::string &library, const char *name, int calls) {
  void *handle = dlopen(library.c_str(), RTLD_NOW);
  auto *work = reinterpret_cast<void (*)()>(dlsym(handle, name));
  for (int i = 0; i < calls; ++i)
    work();
  dlclose(handle);
}
int main(int, char **libraries) {
  for (int i = 0; i < 100; ++i) {
    callThrough(libraries[1], "busy", 30000);
    callThrough(libraries[2], "calm", 10);
  }
}
#endif
// CHECK: calm() {{.*}} 1000 {{$}}
// CHECK: Throttled: busy() was left out once {{[0-9]+}} calls of {{.*}} on average had been counted; calls after that are not shown
