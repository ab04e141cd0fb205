// AUTOSCOPE_EMIT=nvtx tells the tool that NVTX_INJECTION64_PATH names of each scope, in a domain of ours: what begins ends
// once and on its thread, through exceptions, jumps, threads that end, profiles and pauses in the middle of scopes, forks
// and signals. The program's own ranges stay as they are.
// REQUIRES: nvtx
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %nvtx_flags %S/Inputs/nvtx-tool.cpp -o %t.tool.so -ldl
// RUN: %autoscope_clangxx -std=c++17 -O1 -DOWN_RANGES %nvtx_flags %S/Inputs/emit-program.cpp -o %t -pthread
// RUN: rm -rf %t.d && mkdir %t.d
// The tool allocates in a signal handler, as it may here, since the handler interrupts no allocator.
// RUN: (export TMPDIR=%t.d NVTX_INJECTION64_PATH=%t.tool.so AUTOSCOPE_EMIT=nvtx TSAN_OPTIONS=report_signal_unsafe=0; \
// RUN:   for i in tree exceptions jumps threads signals deep; do \
// RUN:     EMITTED=%t.d/$i %t $i > %t.d/$i.out 2>&1 && %python %S/Inputs/emitted.py %t.d/$i >> %t.d/$i.out || exit 1; done; \
// RUN:   for i in profiles paused; do \
// RUN:     EMITTED=%t.d/$i %t $i %t.$i.autoscope > %t.d/$i.out 2>&1 && %python %S/Inputs/emitted.py %t.d/$i >> %t.d/$i.out || exit 1; done)
// RUN: ls %t.d | FileCheck --check-prefix=NOTHING-LEFT %s
// NOTHING-LEFT-NOT: {{autoscope}}
// NOTHING-LEFT: deep
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=TREE --input-file %t.d/tree.out %s
//      TREE:the program ran
// TREE-NEXT:process 1 thread 1
// TREE-NEXT:  tree
// TREE-NEXT:    leaf()
// TREE-NEXT:    own (the program's)
// TREE-NEXT:      batch 7
// TREE-NEXT:        leaf()
// TREE-NEXT:    recurse(int)
// TREE-NEXT:      recurse(int)
// TREE-NEXT:        recurse(int)
// TREE-NEXT:    leaf()
// TREE-NEXT:  still open: none

// Each name is handed over once.
// RUN: %python %S/Inputs/emitted.py %t.d/tree --registered | FileCheck --check-prefix=NAMES %s
//      NAMES: 1 batch 7
// NAMES-NEXT: 1 leaf()
// NAMES-NEXT: 1 recurse(int)
// NAMES-NEXT: 1 tree

// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=EXCEPTIONS --input-file %t.d/exceptions.out %s
//      EXCEPTIONS:  exceptions
// EXCEPTIONS-NEXT:    try
// EXCEPTIONS-NEXT:      {{.*}}thrower()
// EXCEPTIONS-NEXT:        leaf()
// EXCEPTIONS-NEXT:    leaf()
// EXCEPTIONS-NEXT:    try
// EXCEPTIONS-NEXT:      {{.*}}thrower()
// EXCEPTIONS-NEXT:        leaf()
// EXCEPTIONS-NEXT:    leaf()
// EXCEPTIONS-NEXT:  still open: none

// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=JUMPS --input-file %t.d/jumps.out %s
//      JUMPS:  jumps
// JUMPS-NEXT:    {{.*}}jumper(int)
// JUMPS-NEXT:      {{.*}}jumper(int)
// JUMPS-NEXT:        {{.*}}jumper(int)
// JUMPS-NEXT:    leaf()
// JUMPS-NEXT:  still open: none

// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=THREADS --input-file %t.d/threads.out %s
//      THREADS:process 1 thread 1
// THREADS-NEXT:  threads
// THREADS-NEXT:    leaf()
// THREADS-NEXT:  still open: none
// THREADS-NEXT:process 1 thread 2
// THREADS-NEXT:  first
// THREADS-NEXT:    leaf()
// THREADS-NEXT:  still open: none
// THREADS-NEXT:process 1 thread 3
// THREADS-NEXT:  second
// THREADS-NEXT:    within
// THREADS-NEXT:      leaf()
// THREADS-NEXT:  still open: none

// A profile of the program's own takes the place of what only emits, and that comes back afterwards: there is no other
// profile to stop then.
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=PROFILES --input-file %t.d/profiles.out %s
//      PROFILES:no profile is being recorded
// PROFILES-NEXT:the program ran
// PROFILES-NEXT:process 1 thread 1
// PROFILES-NEXT:  profiles
// PROFILES-NEXT:    before
// PROFILES-NEXT:      leaf()
// PROFILES-NEXT:    until
// PROFILES-NEXT:      leaf()
// PROFILES-NEXT:    leaf()
// PROFILES-NEXT:  still open: none
// RUN: %autoscope report %t.profiles.autoscope 2>&1 | FileCheck --check-prefix=PROFILE %s
// PROFILE-DAG: leaf() {{.*}} 2{{ *$}}
// PROFILE-DAG: until {{.*}} 1{{ *$}}
// PROFILE-NOT: lost

// While a profile pauses nothing is told, but the ends of what had begun before.
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=PAUSED --input-file %t.d/paused.out %s
//      PAUSED:  paused
// PAUSED-NEXT:    begun
// PAUSED-NEXT:    recurse(int)
// PAUSED-NEXT:  still open: none

// The child of a fork ends none of its parent's.
// RUN: mkdir %t.d/tmp && env TMPDIR=%t.d/tmp NVTX_INJECTION64_PATH=%t.tool.so AUTOSCOPE_EMIT=nvtx EMITTED=%t.d/forks %t forks
// RUN: %python %S/Inputs/emitted.py %t.d/forks > %t.d/forks.out
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=FORKS --input-file %t.d/forks.out %s
//      FORKS:process 1 thread 1
// FORKS-NEXT:  forks
// FORKS-NEXT:    leaf()
// FORKS-NEXT:  still open: none
// FORKS-NEXT:process 2 thread 2
// FORKS-NEXT:  leaf()
// FORKS-NEXT:  still open: none

// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=SIGNALS --input-file %t.d/signals.out %s
//      SIGNALS:  signals
// SIGNALS-NEXT:    {{.*}}handler(int)
// SIGNALS-NEXT:    leaf()
// SIGNALS-NEXT:  still open: none

// A handler in the middle of what tells a tool begins nothing and ends nothing.
// RUN: env EMITTED_RAISES=1 EMITTED=%t.d/raised TMPDIR=%t.d NVTX_INJECTION64_PATH=%t.tool.so AUTOSCOPE_EMIT=nvtx %t signals
// RUN: %python %S/Inputs/emitted.py %t.d/raised | FileCheck --match-full-lines --strict-whitespace --check-prefix=SIGNALS %s

// A scope takes two places of a thousand.
// RUN: FileCheck --check-prefix=DEEP --input-file %t.d/deep.out %s
// DEEP: lost 201 scopes
// DEEP-COUNT-500: recurse(int)
// DEEP-NOT: recurse(int)
// DEEP: {{^  leaf\(\)$}}
// DEEP-NEXT: still open: none

// With an output the scopes are recorded as ever, and told besides.
// RUN: env EMITTED=%t.d/both NVTX_INJECTION64_PATH=%t.tool.so AUTOSCOPE_EMIT=nvtx AUTOSCOPE_OUTPUT=%t.both.autoscope %t tree
// RUN: %python %S/Inputs/emitted.py %t.d/both > %t.d/both.out
// RUN: FileCheck --match-full-lines --strict-whitespace --check-prefix=BOTH --input-file %t.d/both.out %s
//      BOTH:  tree
// BOTH-NEXT:    leaf()
//      BOTH:  still open: none
// RUN: %autoscope dump --stable %t.both.autoscope | FileCheck --check-prefix=DUMP %s
//      DUMP: {{^ *}}tree
// DUMP-NEXT: {{^ *}}leaf()
// DUMP-NEXT: {{^ *}}batch 7
// DUMP-NEXT: {{^ *}}leaf()
// DUMP-NEXT: {{^ *}}recurse(int)
// DUMP-NOT: {{cut|lost}}

// What the filter leaves out is not told.
// RUN: echo 'exclude leaf*' > %t.filter
// RUN: env EMITTED=%t.d/filtered TMPDIR=%t.d NVTX_INJECTION64_PATH=%t.tool.so AUTOSCOPE_EMIT=nvtx AUTOSCOPE_FILTER=%t.filter %t tree
// RUN: %python %S/Inputs/emitted.py %t.d/filtered | FileCheck --check-prefix=FILTERED %s
// FILTERED-NOT: leaf
// FILTERED: still open: none

// Without a tool, or with one that refuses, nothing happens, and nothing is said.
// RUN: env AUTOSCOPE_EMIT=nvtx %t 2>&1 | FileCheck --match-full-lines --check-prefix=SILENT %s
// RUN: env AUTOSCOPE_EMIT=nvtx NVTX_INJECTION64_PATH=/nonexistent.so %t 2>&1 | FileCheck --match-full-lines --check-prefix=SILENT %s
// RUN: env AUTOSCOPE_EMIT=nvtx,itt EMITTED_REFUSES=1 NVTX_INJECTION64_PATH=%t.tool.so %t 2>&1 | FileCheck --match-full-lines --check-prefix=SILENT %s
// SILENT-NOT: {{autoscope.*}}
// SILENT: the program ran

// RUN: env AUTOSCOPE_EMIT=nvtx,nsight %t 2>&1 | FileCheck --match-full-lines --check-prefix=UNKNOWN %s
// UNKNOWN: autoscope: AUTOSCOPE_EMIT=nvtx,nsight cannot be used: 'nsight' is none of nvtx, itt, torch
