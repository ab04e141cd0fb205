// A profile in a program that the environment profiles already is refused with that reason.
// RUN: %clangxx -std=c++17 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope run --quiet -o run.autoscope -- %t | FileCheck %s
// RUN: env AUTOSCOPE_OUTPUT=x.autoscope %t | FileCheck %s

// CHECK: a profile is being recorded already, which the environment began (AUTOSCOPE_OUTPUT or AUTOSCOPE_REPORT, as by `autoscope run`)
// CHECK-NEXT: start: a profile is being recorded already, which the environment began
// CHECK-NEXT: a profile can follow

#include <autoscope/profile.h>
#include <cstdio>

int main() {
  try {
    autoscope::profile p;
  } catch (const autoscope::already_running &refused) {
    std::puts(refused.what());
  }
  std::printf("start: %s\n", autoscope::start("y.autoscope").message.c_str());
  autoscope::stop();
  autoscope::profile p;
  std::puts("a profile can follow");
}
