// A program and its libraries each bring the run time, linked statically or as libautoscope.so, in any order and with their symbols
// hidden or not: one of the copies records, and one trace comes out with the whole stack (G18).
// UNSUPPORTED: asan
// The tree has no libautoscope.a with AddressSanitizer.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: for part in MAIN A B; do %clangxx %plugin_flags -O1 -fPIC -pthread -I%source/runtime/include -DPART_$part -c %s -o $part.o || exit 1; done
// RUN: echo "{ global: a; b; local: *; };" > hide.map
// RUN: sh %S/Inputs/link-copies.sh %build/lib "%clangxx -pthread" %autoscope "plain %deep" > out.txt 2>&1; cat out.txt; FileCheck %s < out.txt

//
// Another version that is understood is told of; one that is not, too, and what is compiled for it is not recorded.
// RUN: sed "s/0\.1\.0/0.1.7/g" %build/lib/libautoscope.a > other.a && %clangxx -shared B.o other.a -lz -Wl,--version-script=hide.map -o libb-other.so
// RUN: %clangxx MAIN.o -pthread -L%build/lib -Wl,-rpath,%build/lib -lautoscope -o main && env AUTOSCOPE_OUTPUT=v.autoscope ./main ./libb-other.so plain 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: %autoscope dump --stable v.autoscope | grep -c "b x100" | grep -x 2
// VERSION:     {{^}}autoscope: autoscope 0.1.0 (interface 1.1) of {{.*}}libautoscope.so also records what is compiled for autoscope 0.1.7 (interface 1.1) of ./libb-other.so
// VERSION-NOT: autoscope
// RUN: %clangxx -DPART_FOREIGN -shared -fPIC -O1 %s -o libforeign.so && %clangxx MAIN.o -pthread ./libforeign.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope -Wl,-rpath,. -o main
// RUN: not env AUTOSCOPE_OUTPUT=f.autoscope ./main ./libb-shared.so plain 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN:      {{^}}autoscope: two run times that do not understand each other are in this process: what is compiled for autoscope 0.1.0 (interface 1.1) of {{.*}}libautoscope.so is not recorded, since autoscope 9.9 (interface 2.1) of {{.*}}libforeign.so was first
// FOREIGN-NEXT: failed: a run time of another version of autoscope was first in this process
// RUN: not ls f.autoscope

// Code that was compiled by a version with shorter sites is left out, and told of once.
// RUN: %clangxx -DPART_OLD -O1 -I%source/runtime/include %s -L%build/lib -Wl,-rpath,%build/lib -lautoscope -o old && env AUTOSCOPE_OUTPUT=old.autoscope ./old 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %autoscope dump --stable old.autoscope | FileCheck %s --check-prefix=OLD-DUMP
// OLD:      {{^}}autoscope: function 'old' and perhaps others were compiled by another version of autoscope, which this run time does not know: they are not recorded
// OLD-NOT:  autoscope
// OLD-DUMP:     thread main
// OLD-DUMP-NEXT:  today x2
// OLD-DUMP-NOT: {{.}}

// The combinations are 24 with the libraries linked, and 8 with one opened at run time, half of these by RTLD_DEEPBIND.
// CHECK-NOT: {{autoscope:|failed|rror}}
// CHECK: {{32|28}} combinations recorded everything, each in one trace

#if defined(PART_B)

[[autoscope::scope("b")]] static int inner(int x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}
extern "C" int b(int x) { return inner(x); }

#elif defined(PART_OLD)

#include <autoscope/scope.h>
static __autoscope_site sites[2] = {
    {24, 0, __autoscope_kind_module, 0, "A1\037module\037\0371\037a.cpp\037old\037old\037Old\037", nullptr, nullptr},
    {24, 0, __autoscope_kind_function, 0, "A1\037function\037\0371\037a.cpp\037older\037older\037\037", nullptr, nullptr}};
int main() {
  for (int i = 0; i < 2; ++i) {
    AUTOSCOPE_SCOPE("today");
    for (const __autoscope_site &site : sites) {
      __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard;
      { __attribute__((cleanup(__autoscope_begin_module))) __autoscope_module_entry entry = {&guard, &site, &guard, nullptr}; }
    }
  }
}

#elif defined(PART_FOREIGN)

// What another interface must keep: its beginning.
extern "C" struct {
  unsigned bytes, abi, interface, state;
  const char *version;
} __autoscope_run_time = {24, 2, 1, 1, "9.9"};
extern "C" int a(int x) { return x; }

#elif defined(PART_A)

extern "C" int b(int x);
[[autoscope::scope("a")]] static int middle(int x) { return b(x) + b(x); }
extern "C" int a(int x) { return middle(x); }

#else

#include <autoscope/profile.h>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <thread>

extern "C" __attribute__((weak)) int a(int x);

[[autoscope::scope("outer")]] static int outer(int (*call)(int)) {
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += call(i);
  return sum;
}

int main(int argc, char **argv) {
  int (*call)(int) = a;
  void *library = nullptr;
  if (argc > 1) {
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | (strcmp(argv[2], "deep") == 0 ? RTLD_DEEPBIND : 0));
    if (!library)
      return fprintf(stderr, "%s\n", dlerror()), 1;
    call = reinterpret_cast<int (*)(int)>(dlsym(library, "b"));
  }
  outer(call);
  std::thread(outer, call).join();
  autoscope::stop();
  outer(call);
  if (library)
    dlclose(library); // what it holds of the run time is told no more of starts and stops
  for (int i = 0; i < 2; ++i) {
    autoscope::status started = autoscope::start(autoscope::options("again.stacks"));
    if (!library)
      outer(call);
    autoscope::status stopped = autoscope::stop();
    if (!started || !stopped)
      return fprintf(stderr, "failed: %s%s\n", started.message.c_str(), stopped.message.c_str()), 1;
  }
}

#endif
