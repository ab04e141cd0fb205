// Functions too small for a scope are counted of a plug-in, too, that is opened while the profile runs.
// RUN: %clangxx %plugin_flags -fplugin-arg-autoscope-all -O1 -shared -fPIC -DLIBRARY %s -o %t.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -fplugin-arg-autoscope-all -O1 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t %t.so && %autoscope report %t.autoscope | FileCheck %s
// CHECK: Up to 3 functions too small for a scope

#include <dlfcn.h>

int one() { return 1; }
#ifdef LIBRARY
static int two() { return 2; }
extern "C" int work(int x) {
  for (int i = 0; i < x; ++i)
    x += two();
  return x;
}
extern "C" int three() { return 3; }
#else
int main(int, char **argv) { return dlopen(argv[1], RTLD_NOW) && one() ? 0 : 1; }
#endif
