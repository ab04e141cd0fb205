// What scopes allocate and free by malloc, new and their like: of the innermost scope of the thread that does it, so a free counts with a
// minus where it happens; outside of all scopes in one called [memory]. Blocks from before the profile, and frees on other threads. Total
// is own and callees', also where an exception frees or a longjmp cuts. Each function gives what it gives without us.
// RUN: %autoscope_clangxx -std=c++17 -O0 -pthread -fno-builtin %s -o %t && rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope run --quiet --memory -o p.autoscope -- %t > said 2>&1 && %t 2>&1 | diff - said
// RUN: %autoscope dump --stable p.autoscope > dump && FileCheck --match-full-lines --input-file dump %s
//      CHECK: thread main
// CHECK-NEXT:   [memory] memory={{[1-9][0-9]+ allocated=[0-9]+ allocations=[0-9]+ frees=[0-9]+ peak=[0-9]+}}
// CHECK-NEXT: thread main
// CHECK-NEXT:   works() memory=-{{[1-9][0-9]+}} allocated=0 allocations=0 frees={{[1-3]}} peak={{[1-9][0-9]+}}
// CHECK-NEXT:     takes() memory=1000 allocated=1000 allocations=1 frees=0 peak=1000
// CHECK-NEXT:     gives() memory=-1000 allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:     grows() memory=2984 allocated=5992 allocations=3 frees=2 peak=2984
// CHECK-NEXT:     nothing() memory=0 allocated=64 allocations=2 frees=2 peak=40
// CHECK-NEXT:     throwing() memory={{[1-9][0-9]+ allocated=[0-9]+ allocations=[0-9]+ frees=[0-9]+ peak=[1-9][0-9]+}}
// CHECK-NEXT:       takes() memory=1000 allocated=1000 allocations=1 frees=0 peak=1000
// CHECK-NEXT:     gives() memory=-1000 allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:     jumps() memory=0 allocated=0 allocations=0 frees=0 peak=1000 (longjmp)
// CHECK-NEXT:       takes() memory=1000 allocated=1000 allocations=1 frees=0 peak=1000
// CHECK-NEXT:     gives() memory=-1000 allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:   [memory] memory=-{{3000|3008}} allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:   takes() memory=1000 allocated=1000 allocations=1 frees=0 peak=1000
//      CHECK: thread
// CHECK-NEXT:   gives() memory=-1000 allocated=0 allocations=0 frees=1 peak=0
// The thrown object is freed where it is caught.
// RUN: %autoscope report p.autoscope --limit -1 --format json | %python %S/Inputs/memory-rows.py

// Linked in, and by the environment.
// RUN: %autoscope_clangxx -std=c++17 -O0 -pthread -fno-builtin --autoscope-memory %s -o %t.linked
// RUN: env AUTOSCOPE_MEMORY=heap AUTOSCOPE_OUTPUT=l.autoscope %t.linked 2>&1 | diff - said && %autoscope dump --stable l.autoscope | FileCheck --match-full-lines %s

// Without it nothing is recorded, which is said once; nor are there columns.
// RUN: env AUTOSCOPE_MEMORY=heap AUTOSCOPE_OUTPUT=n.autoscope %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: autoscope: AUTOSCOPE_MEMORY=heap has no effect: nothing tells of the program's malloc; `autoscope run --memory` sees to that
// RUN: %autoscope report n.autoscope | FileCheck --check-prefix=OFF %s
// OFF-NOT: CPU Mem
// RUN: not %autoscope_clangxx --autoscope-memory --autoscope-static %s -o %t.s 2>&1 | FileCheck --check-prefix=STATIC %s
// STATIC: error: --autoscope-memory and --autoscope-static exclude each other
// RUN: clang++ -static -O1 %s -o %t.s -fno-builtin -pthread -Wno-unknown-attributes
// RUN: not %autoscope run --memory -- %t.s 2>&1 | FileCheck --check-prefix=STATICALLY %s
// STATICALLY: autoscope: --memory cannot record the heap of {{.*}}.s: it is linked statically, so that nothing can stand in front of its malloc
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <malloc.h>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

static void *kept;
[[autoscope::scope]] static void takes() { kept = malloc(1000); }
[[autoscope::scope]] static void gives() { free(kept); }
[[autoscope::scope]] static void grows() {
  char *block = static_cast<char *>(calloc(10, 100));
  block = static_cast<char *>(realloc(block, 2000));
  kept = reallocarray(block, 3, 1000 - 8);
}
[[autoscope::scope]] static void nothing() {
  void *block = malloc(24);
  free(block);
  delete new int[10];
  free(nullptr);
  errno = 7;
  void *no = malloc(SIZE_MAX / 2);
  printf("too much: %p, errno %s\n", no, errno == ENOMEM ? "ENOMEM" : "other");
}
[[autoscope::scope]] static void throwing() {
  takes();
  throw std::runtime_error("x");
}
static jmp_buf place;
[[autoscope::scope]] static void jumps() {
  takes();
  longjmp(place, 1);
}

// Every function, for what it gives.
static void all() {
  auto shows = [](const char *what, void *block, size_t alignment) {
    printf("%s: %s, %s\n", what, block ? "a block" : "null", reinterpret_cast<size_t>(block) % alignment ? "crooked" : "straight");
    free(block);
  };
  shows("malloc(0)", malloc(0), 16);
  shows("calloc(0, 8)", calloc(0, 8), 16);
  shows("calloc, too much", calloc(SIZE_MAX, 16), 16);
  shows("reallocarray, too much", reallocarray(nullptr, SIZE_MAX, 16), 16);
  shows("realloc of null", realloc(nullptr, 100), 16);
  printf("realloc to 0: %p\n", realloc(malloc(100), 0));
  shows("aligned_alloc", aligned_alloc(256, 512), 256);
  shows("memalign", memalign(4096, 100), 4096);
  shows("valloc", valloc(100), 4096);
  shows("pvalloc", pvalloc(100), 4096);
  void *block = nullptr;
  printf("posix_memalign: %d, of 3: %d\n", posix_memalign(&block, 1024, 100), posix_memalign(&block, 3, 100) == EINVAL);
  struct alignas(128) Wide {
    char c[128];
  };
  delete new Wide;
  delete[] new Wide[3];
  try {
    volatile size_t huge = SIZE_MAX / 4;
    delete[] new char[huge];
  } catch (const std::bad_alloc &) {
    puts("new throws");
  }
  volatile size_t huge = SIZE_MAX / 4;
  printf("nothrow: %p\n", static_cast<void *>(new (std::nothrow) char[huge]));
  bool isZero = true;
  for (int round = 0; round < 100; ++round) {
    auto *block = static_cast<char *>(calloc(100, 10));
    for (int i = 0; i < 1000; ++i)
      isZero = isZero && !block[i];
    memset(block, 1, 1000);
    free(block);
  }
  printf("calloc is %s\n", isZero ? "zero" : "not zero");
}

static struct Early {
  void *block = malloc(24);
  ~Early() { free(block); }
} early;

[[autoscope::scope]] static void works() {
  takes();
  gives();
  grows();
  free(kept);
  nothing();
  try {
    throwing();
  } catch (const std::exception &) {
    gives();
  }
  if (!setjmp(place))
    jumps();
  gives();
}

int main() {
  all();
  std::locale("");
  void *outside = malloc(3000);
  works();
  free(outside);
  takes();
  std::thread([] { gives(); }).join();
  puts("the end");
}
