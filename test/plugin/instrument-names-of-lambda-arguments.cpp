// Instances of a template that differ only in a lambda or an unnamed type differ in name, by its place.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-list=- -fsyntax-only %s | FileCheck %s
template <class F> int call(F f) { return f(); }
template <class T> void take(T) {}
struct {
} first;
struct {
} second;
int main() {
  call([] { return 1; });
  call([] { return 2; });
  take(first);
  take(second);
}
// CHECK:      :3: function call<(lambda 10:8)>((lambda 10:8))
// CHECK-NEXT: :3: function call<(lambda 11:8)>((lambda 11:8))
// CHECK-NEXT: :4: function take<(unnamed 5:1)>((unnamed 5:1))
// CHECK-NEXT: :4: function take<(unnamed 7:1)>((unnamed 7:1))
