// AUTOSCOPE_EMIT=itt tells the collector that INTEL_LIBITTNOTIFY64 names of each scope, as a task of a domain of ours, with
// all that emit-nvtx.cpp says of begins and ends.
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/itt-tool.cpp -o %t.tool.so
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 -DWITHOUT_TASKS %S/Inputs/itt-tool.cpp -o %t.without.so
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/emit-program.cpp -o %t -pthread
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: (export TMPDIR=%t.d INTEL_LIBITTNOTIFY64=%t.tool.so AUTOSCOPE_EMIT=itt; \
// RUN:   for i in tree exceptions jumps threads forks; do \
// RUN:     EMITTED=%t.d/$i %t $i > %t.d/$i.out && %python %S/Inputs/emitted.py %t.d/$i >> %t.d/$i.out || exit 1; done)
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=TREE --input-file %t.d/tree.out %s
//      TREE:process 1 thread 1
// TREE-NEXT:  tree
// TREE-NEXT:    leaf()
// TREE-NEXT:    batch 7
// TREE-NEXT:      leaf()
// TREE-NEXT:    recurse(int)
// TREE-NEXT:      recurse(int)
// TREE-NEXT:        recurse(int)
// TREE-NEXT:    leaf()
// TREE-NEXT:  still open: none
// RUN: %python %S/Inputs/emitted.py %t.d/tree --registered | FileCheck --check-prefix=NAMES %s
//      NAMES: 1 batch 7
// NAMES-NEXT: 1 leaf()

// RUN: cat %t.d/exceptions.out %t.d/jumps.out %t.d/threads.out %t.d/forks.out > %t.all
// RUN: FileCheck --strict-whitespace --check-prefix=ALL --implicit-check-not='without a beginning' --input-file %t.all %s
// ALL: {{^  exceptions}}
// ALL: {{^      .*thrower\(\)}}
// ALL: still open: none
// ALL: {{^        [^ ].*jumper\(int\)}}
// ALL-NEXT: {{^    leaf\(\)}}
// ALL-NEXT: {{^  still open: none}}
// ALL: {{^  threads}}
// ALL: still open: none
// ALL: {{^  first}}
// ALL: still open: none
// ALL: {{^    within}}
// ALL: still open: none
// ALL: {{^  forks}}
// ALL: still open: none
// ALL: {{process 2}}
// ALL-NEXT: {{^  leaf\(\)}}
// ALL-NEXT: {{^  still open: none}}

// A collector without tasks is one sentence; no collector is none.
// RUN: env AUTOSCOPE_EMIT=itt INTEL_LIBITTNOTIFY64=%t.without.so %t 2>&1 | FileCheck --match-full-lines --check-prefix=WITHOUT %s
// WITHOUT: autoscope: AUTOSCOPE_EMIT=itt has no effect: the library of INTEL_LIBITTNOTIFY64 has no functions {{.*}} and __itt_task_end
// WITHOUT: the program ran
// RUN: env AUTOSCOPE_EMIT=itt INTEL_LIBITTNOTIFY64=/nonexistent.so %t 2>&1 | FileCheck --match-full-lines --check-prefix=SILENT %s
// RUN: env AUTOSCOPE_EMIT=itt %t 2>&1 | FileCheck --match-full-lines --check-prefix=SILENT %s
// SILENT-NOT: {{autoscope.*}}
// SILENT: the program ran
