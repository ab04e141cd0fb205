// `autoscope run --snapshot-when` keeps beside the output what a flight recorder held when a scope took too long: of a function, of
// a module and of a call of one that is compiled elsewhere.
// RUN: rm -rf %t.d && mkdir -p %t.d/out && cd %t.d
// RUN: %clangxx -std=c++17 -DLIBRARY -c %s -o layer.o
// RUN: %clangxx %plugin_flags -std=c++17 %s layer.o -o app -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %autoscope run --quiet --snapshot-when 'serve::handle > 300 ms' -o out/f.json.gz -- ./app function 2>&1 | FileCheck --check-prefix=FUNCTION %s
// RUN: %autoscope run --quiet --snapshot-when 'other > 1ns; Net::* > 300ms' -o out/m.autoscope -- ./app module 2>&1 | FileCheck --check-prefix=MODULE %s
// RUN: env AUTOSCOPE_OVERFLOW=drop %autoscope run --quiet --snapshot-when 'Layer::forward > 300ms' -o out/c.autoscope -- ./app call 2>&1 | FileCheck --check-prefix=CALL %s
// RUN: ls out >files && FileCheck --check-prefix=FILES --input-file=files %s
// A snapshot holds what there was at a moment after the slow scope, and says why it is there.
// RUN: %autoscope report out/f.snapshot-1.autoscope 2>&1 | FileCheck --check-prefix=IN-FUNCTION %s
// RUN: %autoscope report out/m.snapshot-1.autoscope 2>&1 | FileCheck --check-prefix=IN-MODULE %s
// RUN: %autoscope report out/c.snapshot-1.autoscope 2>&1 | FileCheck --check-prefix=IN-CALL %s
// RUN: %autoscope report out/m.autoscope 2>&1 | FileCheck --check-prefix=WHOLE %s
// RUN: %autoscope convert out/c.snapshot-1.autoscope c.json && %check_trace c.json && FileCheck --check-prefix=TRACE --input-file=c.json %s
// Without output they are named after the program. A flight recorder takes none without a rule.
// RUN: %autoscope run --quiet --snapshot-when 'serve::handle > 300ms' -- ./app function && ls app.snapshot-1.autoscope
// RUN: %autoscope run --flight-recorder -o out/n.autoscope -- ./app none && not ls out/n.snapshot-1.autoscope
// RUN: env AUTOSCOPE_SNAPSHOT_WHEN='serve::handle > 300ms' %autoscope run --quiet --flight-recorder -o out/e.autoscope -- ./app function && ls out/e.snapshot-1.autoscope
// What is no rule is said before the program runs.
// RUN: not %autoscope run --snapshot-when 'handle > 5 weeks' -- ./app none started 2>&1 | FileCheck --check-prefix=NO-RULE %s
// RUN: not %autoscope run --snapshot-when '' -- ./app none started 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: env AUTOSCOPE_SNAPSHOT_WHEN='x > 5ms' not %autoscope run -- ./app none started 2>&1 | FileCheck --check-prefix=NO-RECORDER %s
// RUN: not ls started
#include <cstdio>
#include <cstring>
#include <unistd.h>

struct [[autoscope::module]] Layer {
  int forward(bool slow);
};
#ifdef LIBRARY
int Layer::forward(bool slow) {
  if (slow)
    usleep(400000);
  return 1;
}
#else
namespace serve {
[[autoscope::scope]] void handle(bool slow) {
  if (slow)
    usleep(400000);
}
} // namespace serve
struct [[autoscope::module]] Net {
  Layer layer;
  int forward(bool slow, bool slowLayer) {
    if (slow)
      usleep(400000);
    return layer.forward(slowLayer);
  }
};
int main(int count, char **arguments) {
  if (count > 2)
    std::fclose(std::fopen(arguments[2], "w"));
  Net net;
  auto isSlow = [&](const char *what) { return std::strcmp(arguments[1], what) == 0; };
  auto work = [&](bool last) {
    serve::handle(last && isSlow("function"));
    net.forward(last && isSlow("module"), last && isSlow("call"));
  };
  work(false);
  work(true);
  work(false);
}
#endif
// FUNCTION: autoscope: snapshot snapshot-1, which `autoscope run` keeps when the program has ended: serve::handle(bool) took {{[0-9.]+ m?s}} (serve::handle > 300 ms)
// FUNCTION: autoscope: a snapshot is kept as out/f.snapshot-1.autoscope
// MODULE:   autoscope: snapshot snapshot-1, which `autoscope run` keeps when the program has ended: Net::forward(bool, bool) took {{[0-9.]+ m?s}} (Net::* > 300ms)
// MODULE:   autoscope: a snapshot is kept as out/m.snapshot-1.autoscope
// CALL:     autoscope: snapshot snapshot-1, which `autoscope run` keeps when the program has ended: Layer::forward(bool) took {{[0-9.]+ m?s}} (Layer::forward > 300ms)
// CALL:     autoscope: a snapshot is kept as out/c.snapshot-1.autoscope
// FILES:      {{^}}c.autoscope
// FILES-NEXT: {{^}}c.snapshot-1.autoscope
// FILES-NEXT: {{^}}f.json.gz
// FILES-NEXT: {{^}}f.snapshot-1.autoscope
// FILES-NEXT: {{^}}m.autoscope
// FILES-NEXT: {{^}}m.snapshot-1.autoscope
// FILES-NOT:  {{.}}
// NO-RULE:     autoscope: --snapshot-when: 'handle > 5 weeks' is not GLOB > TIME, with a whole time above 0 as 250us, 5ms or 2s
// EMPTY:       autoscope: --snapshot-when: there is no rule, as 'Server::handle > 5ms'
// NO-RECORDER: autoscope: AUTOSCOPE_SNAPSHOT_WHEN needs a flight recorder: add --flight-recorder
// IN-FUNCTION: autoscope: out/f.snapshot-1.autoscope is a snapshot of a flight recorder: serve::handle(bool) took {{.*}} (serve::handle > 300 ms)
// IN-FUNCTION: serve::handle(bool) {{.*}} {{[23]}}{{ *$}}
// IN-MODULE:   autoscope: out/m.snapshot-1.autoscope is a snapshot of a flight recorder: Net::forward(bool, bool) took {{.*}} (Net::* > 300ms)
// IN-MODULE:   Net::forward(bool, bool) {{.*}} {{[23]}}{{ *$}}
// IN-CALL:     Layer::forward(bool) {{.*}} {{[23]}}{{ *$}}
// WHOLE-NOT:   snapshot
// WHOLE-DAG:   serve::handle(bool) {{.*}} 3{{ *$}}
// WHOLE-DAG:   Net::forward(bool, bool) {{.*}} 3{{ *$}}
// WHOLE-DAG:   Layer::forward(bool) {{.*}} 3{{ *$}}
// TRACE:       "snapshot": "Layer::forward(bool) took {{.*}} (Layer::forward > 300ms)"
