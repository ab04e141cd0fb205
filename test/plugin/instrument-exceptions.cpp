// Scopes close when an exception leaves them: thrown, rethrown, out of a constructor, through a function-try-block.
// RUN: %tracexx -std=c++17 %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
#include <cstdio>

void thrower() { throw 1; }
void rethrower() {
  try {
    thrower();
  } catch (int) {
    throw;
  }
}
struct Member {
  Member() { throw 2; }
};
struct Owner {
  Member member;
  Owner() try : member() {
    std::puts("never");
  } catch (...) {
    std::puts("handler");
  }
};
int guarded() try {
  thrower();
  return 0;
} catch (int) {
  std::puts("function handler");
  return 1;
}
int main() {
  try {
    rethrower();
  } catch (int) {
    std::puts("caught");
  }
  try {
    Owner owner;
  } catch (int) {
    std::puts("caught");
  }
  guarded();
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > rethrower()
// CHECK-NEXT: {{^}}    > thrower()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}caught
// CHECK-NEXT: {{^}}  > Owner::Owner()
// CHECK-NEXT: {{^}}    > Member::Member()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}handler
// CHECK-NEXT: {{^}}caught
// CHECK-NEXT: {{^}}  > guarded()
// CHECK-NEXT: {{^}}    > thrower()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}function handler
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  UNBALANCED
