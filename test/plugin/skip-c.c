// C is left alone for now, with the reason for an annotated function; the same flags compile C and C++.
// RUN: %clang %plugin_flags %arg-all -Wall -Wextra -Wpedantic -std=c11 -c -Xclang -verify %s -o %t.o
// RUN: %clang %plugin_flags %arg-all -Wall -Wextra -Werror -DQUIET -c %s -o %t.o
#ifndef QUIET
// expected-warning@+1 {{'annotated()' is not instrumented: functions of C are not instrumented yet}}
__attribute__((autoscope_scope)) int annotated(void) { return 1; }
#endif
int plain(void) { return 1; }
