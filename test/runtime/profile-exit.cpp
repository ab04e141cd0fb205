// exit() inside a profile that nothing stops keeps what it recorded, and says where; one with static storage stops as usual.
// RUN: %clangxx -std=c++17 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d
// RUN: env TMPDIR=%t.d/tmp %t static 2>&1 | count 0
// RUN: ls -A tmp | count 0
// RUN: env TMPDIR=%t.d/tmp %t local 2> err
// RUN: FileCheck %s < err
// RUN: ls tmp > left && cat left | count 1
// RUN: %autoscope report tmp/`cat left` | FileCheck %s --check-prefix=REPORT
// RUN: env TMPDIR=%t.d/tmp %t output 2>&1 | FileCheck %s --check-prefix=OUTPUT

// CHECK:     autoscope: the process ended inside a profile: what it had recorded is {{.*}}/tmp/autoscope-{{.*}}.autoscope
// CHECK-NOT: {{.}}
// REPORT:    {{^ +}}block {{.*}} 1
// OUTPUT:    autoscope: the process ended inside a profile: what it had recorded is {{.*}}/out.json.autoscope

#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <cstdlib>
#include <cstring>

int main(int, char **argv) {
  if (std::strcmp(argv[1], "static") == 0) {
    static autoscope::profile p;
    exit(0);
  }
  autoscope::profile p(std::strcmp(argv[1], "output") == 0 ? autoscope::options("out.json") : autoscope::options());
  { autoscope::record_function block("block"); }
  exit(0);
}
