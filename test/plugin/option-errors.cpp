// A wrong option fails the compile with a message that names it and says what is allowed.
// RUN: not %clangxx %plugin_flags %arg-nonsense -c %s -o %t.o 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not %clangxx %plugin_flags %arg-all=1 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FLAG %s
// RUN: not %clangxx %plugin_flags %arg-include= -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: not %clangxx %plugin_flags '%arg-include=a[' -c %s -o %t.o 2>&1 | FileCheck --check-prefix=GLOB %s
// RUN: not %clangxx %plugin_flags %arg-min-statements=few -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NUMBER %s
// RUN: not %clangxx %plugin_flags %arg-filter-file=%t.none -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FILE %s
// RUN: not %clangxx %plugin_flags %arg-header=%t.none -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HEADER %s
// RUN: not %clangxx %plugin_flags %arg-list=%t.no/list -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LIST %s
// RUN: not %clangxx %plugin_flags %arg-list=/dev/full -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: not %clangxx %plugin_flags %arg-all %arg-list=- -c %s -o %t.o 2>&1 >/dev/full | FileCheck --check-prefix=FULL %s
// RUN: not %clangxx %plugin_flags %arg-all %arg-header=/dev/null -c %s -o %t.o 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: echo 'include a' > %t.filter && echo 'remove b' >> %t.filter
// RUN: not %clangxx %plugin_flags %arg-filter-file=%t.filter -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LINE %s
// UNKNOWN: error: autoscope: unknown option 'nonsense'; the options are all, include=, exclude=,
// FLAG:    error: autoscope: option 'all' takes no value, got '1'
// VALUE:   error: autoscope: option 'include' needs a value: include=GLOBS
// GLOB:    error: autoscope: bad glob 'a[': '[' starts a set that is empty, unfinished or in wrong order
// NUMBER:  error: autoscope: bad number 'few' for option 'min-statements': expected an integer from 0 on
// FILE:    error: autoscope: cannot read filter file '{{.*}}.none'
// HEADER:  error: autoscope: cannot find the run-time header abi.h (tried {{.*}}.none)
// LIST:    error: autoscope: cannot write list file
// FULL:    error: autoscope: cannot write list file '{{.*}}': No space left on device
// FULL-NOT: backend
// EMPTY:   error: autoscope: the run-time header abi.h does not fit this plugin: it has no __autoscope_guard
// LINE:    error: autoscope: filter file '{{.*}}.filter', line 2: expected 'include GLOB' or 'exclude GLOB', found 'remove b'
int f() { return 1; }
