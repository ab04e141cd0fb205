// A program without autoscope opens instrumented plug-ins, which bring the run time: their scopes are recorded on threads that were there
// before and in what runs as they are opened and closed, and after the plug-ins are closed the program ends as ever, with its profile (G18).
// UNSUPPORTED: asan
// The tree has no libautoscope.a with AddressSanitizer.
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DWORK=first %s -o %t-first.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx %plugin_flags -O1 -shared -fPIC -DWORK=second %s -o %t-second.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %clangxx -O1 -pthread %s -o %t
// RUN: for how in local global %deep; do env AUTOSCOPE_OUTPUT=%t.autoscope %t $how %t-first.so %t-second.so && %autoscope report %t.autoscope | FileCheck %s || exit 1; done
// Its thread-local storage comes out of the 1.6 KB that the C library has for such libraries.
// RUN: llvm-readelf -lW %build/lib/libautoscope.so | FileCheck %s --check-prefix=STORAGE
// STORAGE: TLS {{.*}} 0x0000{{[0-7].}} R
//
// The same where each plug-in has a run time of its own within it: the first one's records, and stays when its plug-in is closed.
// RUN: for part in first second; do %clangxx %plugin_flags -O1 -shared -fPIC -DWORK=$part %s -o %t-$part.so %build/lib/libautoscope.a -lz || exit 1; done
// RUN: for how in local global %deep; do rm -rf %t.d && mkdir %t.d && env AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t $how %t-first.so %t-second.so 2>&1 | FileCheck %s --check-prefix=SAYS --allow-empty && \
// RUN:   ls %t.d | FileCheck %s --check-prefix=ONE && %autoscope report %t.d/p.autoscope | FileCheck %s || exit 1; done
// SAYS-NOT: {{.}}
// ONE:      {{^p.autoscope$}}
// ONE-NOT:  {{.}}
// RUN: %if sanitizers %{ for part in first second; do %clangxx %plugin_flags -O1 -g -fsanitize=address,undefined -shared -fPIC -DWORK=$part %s -o %t-$part.so %build/lib/libautoscope.a -lz || exit 1; done %}
// RUN: %if sanitizers %{ %clangxx -O1 -pthread -fsanitize=address,undefined %s -o %t && env AUTOSCOPE_OUTPUT=%t.autoscope %t local %t-first.so %t-second.so 2>&1 | FileCheck %s --check-prefix=SAYS --allow-empty && %autoscope report %t.autoscope | FileCheck %s %}

// CHECK-DAG: first(int) {{.*}} 3003 {{$}}
// CHECK-DAG: second(int) {{.*}} 3003 {{$}}

#ifdef WORK

[[autoscope::scope]] int WORK(int x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}

namespace {
struct Global {
  Global() { WORK(0); }
  ~Global() { WORK(0); } // in dlclose
} global;
}  // namespace

extern "C" int run(int x) { return WORK(x); }

#else

#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <thread>
#include <vector>

using Run = int (*)(int);
static std::mutex mutex;
static std::condition_variable changed;
static std::vector<Run> all;
static bool opened = false;

static void work() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return opened; });
  std::vector<Run> runs = all;
  lock.unlock();
  for (int i = 0; i < 1000; ++i)
    for (Run run : runs)
      run(i);
}

int main(int, char **argv) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back(work);
  bool global = strcmp(argv[1], "global") == 0, deep = strcmp(argv[1], "deep") == 0;
  std::vector<void *> libraries;
  for (int i = 2; argv[i]; ++i) {
    void *library = dlopen(argv[i], RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL) | (deep ? RTLD_DEEPBIND : 0));
    if (!library)
      return fprintf(stderr, "%s\n", dlerror()), 1;
    libraries.push_back(library);
    all.push_back(reinterpret_cast<Run>(dlsym(library, "run")));
    all.back()(0);
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    opened = true;
  }
  changed.notify_all();
  for (std::thread &thread : threads)
    thread.join();
  for (void *library : libraries)
    if (dlclose(library) != 0)
      return 1;
}

#endif
