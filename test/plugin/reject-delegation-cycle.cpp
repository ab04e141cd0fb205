// Constructors that delegate in a circle stay an error, in the class and outside, with the same words; Clang looks for them at the end of
// the unit.
// RUN: not %clangxx -std=c++11 -c %s -o %t.o 2> %t.plain.txt
// RUN: not %clangxx %plugin_flags -std=c++11 %arg-all -c %s -o %t.o 2> %t.txt && diff %t.plain.txt %t.txt
// RUN: FileCheck %s --input-file=%t.txt
// CHECK: error: constructor for 'Inside' creates a delegation cycle
// CHECK: error: constructor for 'Outside' creates a delegation cycle
struct Inside {
  Inside(int) : Inside(1L) {}
  Inside(long) : Inside('c') {}
  Inside(char) : Inside(1) {}
};
struct Outside {
  Outside(int);
  Outside(long);
};
Outside::Outside(int) : Outside(1L) {}
Outside::Outside(long) : Outside(1) {}
