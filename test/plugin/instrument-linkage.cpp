// One scope per call whatever a function's linkage and attributes: macro bodies, recursion, noexcept, visibility, weak, alias, noinline,
// cold, calling conventions, constructor and destructor functions, signal handlers, constructors of globals.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
#include <csignal>
#include <cstdio>
#include <cstdlib>

#define BODY(name, value)                                                                                              \
  int name() { return value; }
BODY(fromMacro, 1) BODY(fromMacroToo, 2)
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
void promises() noexcept {}
static_assert(noexcept(promises()), "");
void mayThrow() noexcept(false) {}
static_assert(!noexcept(mayThrow()), "");
__attribute__((visibility("hidden"))) void hidden() {}
__attribute__((weak)) void weak() {}
extern "C" void target() {}
extern "C" void alias() __attribute__((alias("target")));
__attribute__((noinline, cold)) void cold() {}
__attribute__((ms_abi)) int microsoft(int x) { return x; }
__attribute__((vectorcall)) int vectorcall(int x) { return x; }
__attribute__((regparm(3))) int registers(int x) { return x; }
__attribute__((preserve_most)) void preserves() {}
[[noreturn]] void leaves() { throw 1; }
__attribute__((returns_nonnull)) const char *nonnull() { return ""; }
__attribute__((optnone, noinline)) void optnone() {}
[[deprecated]] static void deprecated() {}
[[nodiscard]] int nodiscard() { return 1; }
__attribute__((malloc)) void *allocates() { return std::malloc(1); }
__attribute__((section("elsewhere"))) void inSection() {}
__attribute__((constructor(200))) static void before() {}
__attribute__((destructor(200))) static void after() {}
void handler(int) {}
struct Global {
  Global() {}
  ~Global() {}
} global;
int initialiser() { return 1; }
int initialised = initialiser();

int main() {
  fromMacro() + fromMacroToo() == 3 ? (void)even(2) : std::abort();
  promises();
  mayThrow();
  hidden();
  weak();
  alias();
  cold();
  microsoft(1);
  vectorcall(1);
  registers(1);
  preserves();
  try {
    leaves();
  } catch (int) {
  }
  (void)nonnull();
  optnone();
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  deprecated();
  (void)nodiscard();
  std::free(allocates());
  inSection();
  std::signal(SIGUSR1, handler);
  std::raise(SIGUSR1);
}
// CHECK:      {{^}}> before()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Global::Global()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> initialiser()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> main()
// CHECK-NEXT: {{^}}  > fromMacro()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > fromMacroToo()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > even(int)
// CHECK-NEXT: {{^}}    > odd(int)
// CHECK-NEXT: {{^}}      > even(int)
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > promises()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > mayThrow()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > hidden()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > weak()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > target()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > cold()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > microsoft(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > vectorcall(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > registers(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > preserves()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > leaves()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > nonnull()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > optnone()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > deprecated()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > nodiscard()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > allocates()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > inSection()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > handler(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Global::~Global()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> after()
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
