// A library that was closed with dlclose leaves its names behind, and what comes to lie where it lay gets its own: other functions,
// another class of the same name. One that is opened again goes on with the rows that it had (G18).
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DMEMBER=alpha -DWORK=work_alpha %s -o %t-a.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DMEMBER=gamma -DWORK=work_gamma %s -o %t-b.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -O1 -rdynamic %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t 1 %t-a.so %t-b.so %t-a.so | FileCheck %s --check-prefix=PLACE
// RUN: %autoscope tree %t.autoscope | FileCheck %s --check-prefix=TREE --implicit-check-not=@ && %autoscope report %t.autoscope | FileCheck %s --implicit-check-not="{{[^:]}}work_"
//
// As often as one likes: names and their numbers do not run out, and what a filter leaves out is counted once.
// RUN: env AUTOSCOPE_OUTPUT=%t.many.autoscope %t 5000 %t-a.so > %t.out && %autoscope report %t.many.autoscope 2>&1 | FileCheck %s --check-prefix=MANY --implicit-check-not=lost
// RUN: echo "exclude work_*" > %t.filter && env AUTOSCOPE_FILTER=%t.filter AUTOSCOPE_OUTPUT=%t.few.autoscope %t 1 %t-a.so %t-b.so %t-a.so %t-b.so > %t.out
// RUN: %autoscope report %t.few.autoscope 2>&1 | FileCheck %s --check-prefix=FEW
//
// RUN: %if sanitizers %{ %clangxx %plugin_flags -O1 -g -fsanitize=address,undefined -shared -fPIC -DMEMBER=alpha -DWORK=work_alpha %s -o %t-a.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if sanitizers %{ %clangxx %plugin_flags -O1 -g -fsanitize=address,undefined -shared -fPIC -DMEMBER=gamma -DWORK=work_gamma %s -o %t-b.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if sanitizers %{ %clangxx %plugin_flags -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -rdynamic %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if sanitizers %{ env AUTOSCOPE_OUTPUT=%t.autoscope %t 1 %t-a.so %t-b.so %t-a.so > %t.out 2>&1 && %autoscope report %t.autoscope | FileCheck %s --implicit-check-not="{{[^:]}}work_" && not grep Sanitizer %t.out %}

// PLACE:      at the place of the last one
// PLACE-NEXT: at the place of the last one

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x);
};

#ifdef MEMBER

struct [[autoscope::module]] Net {
  Layer MEMBER;
  std::vector<std::unique_ptr<Layer>> held;
  int forward(int x) { return MEMBER.forward(x); }
};

[[autoscope::scope]] int WORK(int x) { return x + 1; }

// Names that take room.
using Names = std::map<std::string, std::map<std::string, std::string>>;
template <int> [[autoscope::scope]] int more(int x, const Names * = nullptr) { return x; }
template <int... Is> int all(int x, std::integer_sequence<int, Is...>) {
  int results[] = {more<Is>(x)...};
  return results[0];
}

extern "C" int run(void *memory) {
  Net *net = new (memory) Net;
  int sum = 0;
  for (int i = 0; i < 2; ++i)
    sum += net->forward(i) + WORK(i) + all(i, std::make_integer_sequence<int, 20>());
  net->~Net();
  return sum;
}

#else

int Layer::forward(int x) { return x + 1; }

int main(int argc, char **argv) {
  alignas(64) static char memory[4096];
  void *last = nullptr;
  for (int times = atoi(argv[1]); times > 0; --times)
    for (int i = 2; i < argc; ++i) {
      void *library = dlopen(argv[i], RTLD_NOW);
      if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 1;
      void *run = dlsym(library, "run");
      if (last)
        puts(run == last ? "at the place of the last one" : "elsewhere");
      last = run;
      reinterpret_cast<int (*)(void *)>(run)(memory);
      dlclose(library);
    }
}

#endif

// One net, six calls, of which four were of the first library.
// TREE:     {{^}}Net Net 6 
// TREE-DAG: {{^}} alpha Layer 4 
// TREE-DAG: {{^}} gamma Layer 2 
// CHECK-DAG: work_alpha(int) {{.*}} 4 {{$}}
// CHECK-DAG: work_gamma(int) {{.*}} 2 {{$}}
// MANY: work_alpha(int) {{.*}} 10000
// FEW: 2 functions that were called were left out
