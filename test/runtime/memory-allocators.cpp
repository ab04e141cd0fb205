// The heap is counted alike over other allocators, each call once: some bring operators that call their own malloc by name, which is ours
// then, and some do not; of one the first look at a size allocates.
// REQUIRES: other-allocators
// RUN: %autoscope_clangxx -std=c++17 -O0 -pthread -fno-builtin %s -o %t && rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: for library in libjemalloc.so.2 libtcmalloc_minimal.so.4 libmimalloc.so.2; do for leaks in 0 1; do \
// RUN:   env LD_PRELOAD="%build/lib/libautoscope-memory.so $library" AUTOSCOPE_MEMORY=heap AUTOSCOPE_LEAKS=$leaks AUTOSCOPE_OUTPUT=p.autoscope %t && \
// RUN:   %autoscope dump --stable p.autoscope > dump && FileCheck --match-full-lines --input-file dump %s || exit 1; done; done
//      CHECK:   takes() memory=[[TAKEN:[0-9]+]] allocated=[[TAKEN]] allocations=1 frees=0 peak=[[TAKEN]]
// CHECK-NEXT:   gives() memory=-[[TAKEN]] allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:   news() memory=[[NEW:[0-9]+]] allocated=[[NEW]] allocations=1 frees=0 peak=[[NEW]]
// CHECK-NEXT:   deletes() memory=-[[NEW]] allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:   grows() memory=[[GROWN:[0-9]+]] allocated={{[0-9]+}} allocations=2 frees=1 peak=[[GROWN]]
// CHECK-NEXT:   gives() memory=-[[GROWN]] allocated=0 allocations=0 frees=1 peak=0
// CHECK-NEXT:   aligns() memory=0 allocated={{[0-9]+}} allocations=5 frees=5 peak={{[0-9]+}}
#include <cstdio>
#include <cstdlib>
#include <new>

static void *kept;
[[autoscope::scope]] static void takes() { kept = malloc(1000); }
[[autoscope::scope]] static void gives() { free(kept); }
[[autoscope::scope]] static void news() { kept = new char[5000]; }
[[autoscope::scope]] static void deletes() { delete[] static_cast<char *>(kept); }
[[autoscope::scope]] static void grows() { kept = realloc(malloc(100), 3000); }
[[autoscope::scope]] static void aligns() {
  struct alignas(128) Wide {
    char c[128];
  };
  void *block = nullptr;
  if (posix_memalign(&block, 256, 1000) != 0)
    abort();
  free(block);
  free(aligned_alloc(64, 640));
  free(calloc(10, 10));
  delete new Wide;
  delete new (std::nothrow) int;
}

int main() {
  takes();
  gives();
  news();
  deletes();
  grows();
  gives();
  aligns();
}
