// methods= says what the methods are called that make a module run: identifiers and operators, of modules alone. Overloads,
// templates and overriders count; lambdas and functors that are no modules do not. Without it `forward` is the one name.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror '%arg-methods=operator(),run' %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 '%arg-methods=forward,operator ()' '%arg-methods=run, operator()' %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 %s %stub -o %t && %t | FileCheck --check-prefix=DEFAULT %s
// RUN: %tracexx -std=c++17 -DSTATIC '%arg-methods=run' %arg-remarks -c %s -o %t.o 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: not %clangxx %plugin_flags %arg-methods=Layer::run -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %clangxx %plugin_flags %arg-methods= -c %s -o %t.o 2>&1 | FileCheck --check-prefix=EMPTY %s
struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int run(int x) { return x; }
  int run(int x, int y) const { return x + y; }
  template <class T> T operator()(T x) {
    auto add = [](T y) { return y + 1; };
    return add(x);
  }
  int operator[](int x) { return x; }
  int forward(int x) { return x; }
#ifdef STATIC
  static int run() { return 0; }
#endif
};
struct Wide final : Layer {
  int run(int x) override { return Layer::run(x) + 1; }
};
struct Functor {
  int operator()(int x) { return x; }
  int run(int x) { return x; }
};

int main() {
  Wide wide;
  Layer &layer = wide;
  layer.run(1);
  layer.run(1, 2);
  layer(1);
  layer[1];
  layer.forward(1);
  Functor()(1);
  Functor().run(1);
}
// CHECK:      {{^}}> Wide::run(int) [Wide object no-base]
// CHECK-NEXT: {{^}}  > Layer::run(int) [Layer object no-base]
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Layer::run(int, int) const [Layer object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Layer::operator()<int>(int) [Layer object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  >
// DEFAULT:    {{^}}> Layer::forward(int) [Layer object no-base]
// DEFAULT-NEXT: {{^}}<
// DEFAULT-NOT: >
// STATIC:     remark: autoscope: 'Layer::forward(int)' is not instrumented: nothing asks for it
// STATIC:     remark: autoscope: 'Layer::run()' is not instrumented: it is a module's method that is static
// BAD:        error: autoscope: bad method 'Layer::run' for option 'methods': expected names such as forward, operator() or run
// EMPTY:      error: autoscope: option 'methods' needs a value: methods=NAMES
