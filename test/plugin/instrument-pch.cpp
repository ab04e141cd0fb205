// A precompiled header built with the plugin gives one scope per call in the unit that uses it; one built without is named in
// a warning, and the unit's own functions are still instrumented.
// RUN: %tracexx -std=c++17 %arg-all -x c++-header %S/Inputs/pch.h -o %t.pch
// RUN: %tracexx -std=c++17 -Wall -Werror %arg-all -include-pch %t.pch -c %s -o %t.o
// RUN: echo 'int fromOther() { return fromPch(2) + annotated(3) + PchClass().method(); }' > %t.other.cpp
// RUN: %tracexx -std=c++17 -Wall -Werror %arg-all -include-pch %t.pch -c %t.other.cpp -o %t.other.o
// RUN: %tracexx -std=c++17 %t.o %t.other.o %stub -o %t && %t | FileCheck %s
// RUN: %clangxx -std=c++17 -x c++-header %S/Inputs/pch.h -o %t.plain.pch
// RUN: %tracexx -std=c++17 %arg-all -include-pch %t.plain.pch -c %s -o %t.plain.o 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %tracexx -std=c++17 %t.plain.o %t.other.o %stub -o %t && %t | FileCheck --check-prefix=PLAIN %s
// WARN: warning: autoscope: the precompiled header was built without the plugin: its functions are not instrumented
int fromOther();
int own(int x) { return x; }
int main() {
  own(fromPch(1));
  annotated(1);
  generic(1);
  PchClass().method();
  Late<int>().method();
  fromOther();
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > fromPch(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > own(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > annotated
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > generic<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > PchClass::PchClass()
// CHECK-NEXT: {{^}}    > fromPch(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > PchClass::method()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Late<int>::method()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > fromOther()
// CHECK-NEXT: {{^}}    > fromPch(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > annotated
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > PchClass::PchClass()
// CHECK-NEXT: {{^}}      > fromPch(int)
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > PchClass::method()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// PLAIN:      {{^}}> main()
// PLAIN:      {{^}}  > own(int)
// PLAIN-NEXT: {{^}}  <
// PLAIN:      {{^}}<
