// A library with a run time of its own, linked statically, profiles the whole process, though another copy records; so does a
// program that holds the run time itself (G18).
// UNSUPPORTED: asan
// The tree has no libautoscope.a with AddressSanitizer.
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d && echo "{ global: profiled; local: *; };" > hide.map
// RUN: for part in MAIN LIBRARY; do %clangxx %plugin_flags -std=c++17 -O1 -fPIC -pthread -I%source/runtime/include -DPART_$part -c %s -o $part.o || exit 1; done
// RUN: %clangxx -shared LIBRARY.o %build/lib/libautoscope.a -lz -Wl,--version-script=hide.map -o libprofiles.so
// RUN: %clangxx -pthread MAIN.o ./libprofiles.so -L%build/lib -Wl,-rpath,%build/lib -Wl,-rpath,. -lautoscope -o shared
// RUN: %clangxx -pthread MAIN.o LIBRARY.o %build/lib/libautoscope.a -lz -ldl -o static
// RUN: env TMPDIR=%t.d/tmp ./shared 2>&1 | FileCheck %s
// RUN: env TMPDIR=%t.d/tmp ./static 2>&1 | FileCheck %s
// RUN: ls -A %t.d/tmp | count 0

// CHECK-NOT: autoscope
// CHECK:      of the library 1
// CHECK-NEXT: work 10
// CHECK-NEXT: block 10
// CHECK-NEXT: refused: another autoscope::profile of this process has been started and not stopped; there can be one at a time
// CHECK-NOT: {{.}}

#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <cstdio>

#if defined(PART_LIBRARY)

extern "C" __attribute__((visibility("default"))) void profiled_c(void (*work)()) asm("profiled");
extern "C" void profiled_c(void (*work)()) {
  autoscope::profile p;
  {
    autoscope::record_function block("of the library");
    for (int i = 0; i < 10; ++i)
      work();
  }
  try {
    autoscope::profile second;
  } catch (const autoscope::already_running &refused) {
    p.stop();
    for (const autoscope::FunctionEventAvg &row : p.key_averages())
      std::printf("%s %ld\n", row.key.c_str(), static_cast<long>(row.count));
    std::printf("refused: %s\n", refused.what());
  }
}

#else

extern "C" void profiled_c(void (*work)()) asm("profiled");

[[autoscope::scope("work")]] static void work() {
  autoscope::record_function block("block");
}

int main() { profiled_c(work); }

#endif
