// Modules in containers are named however seldom they run: at once where the containers hold few elements, and from the second or
// third time on where they hold many.
// RUN: %clangxx %plugin_flags -std=c++17 -O1 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s --implicit-check-not=Layer@
// RUN: %autoscope tree %t.autoscope | FileCheck --check-prefix=LARGE %s
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct [[autoscope::module]] Module {
  virtual ~Module() = default;
  virtual int forward(int x) = 0;
};
struct Layer : Module {
  int weight = 1;
  int forward(int x) override { return x + weight; }
};
struct Wide : Layer {
  int forward(int x) override { return x - weight; }
};
struct Box : Module {
  std::unique_ptr<Layer> in{new Layer};
  int forward(int x) override { return in->forward(x) + 1; }
};
struct Inner : Module {
  std::map<std::string, Layer> deep;
  int forward(int x) override { return x; }
};

// Of few elements.
struct Seldom : Module {
  std::map<std::string, Layer> stem, other;
  std::list<Layer> aux;
  std::vector<std::unique_ptr<Box>> boxes;
  Inner inner;
  int step = 0;
  Seldom() {
    stem["a"], other["b"], inner.deep["d"];
    aux.emplace_back();
    boxes.emplace_back(new Box);
  }
  int forward(int x) override {
    if (step++ == 0)
      return x;
    if (step == 3)
      x = other["b"].forward(x);
    x = stem["a"].forward(x);
    if (step % 20 == 0) {
      x = aux.front().forward(x);
      x = boxes[0]->in->forward(x);
      x = inner.deep["d"].forward(x);
    }
    return x;
  }
};

// What was added between two calls.
struct Grows : Module {
  std::list<Layer> list;
  int forward(int x) override { return list.empty() ? x : list.back().forward(x); }
};

// Of many; one of them runs in each call, another one in each 50th.
struct Large : Module {
  std::list<Layer> often;
  std::map<int, Wide> rare;
  int step = 0;
  Large() : often(200) {
    for (int i = 0; i < 100; ++i)
      rare[i];
  }
  int forward(int x) override {
    x = often.back().forward(x);
    return ++step % 50 == 0 ? rare[7].forward(x) : x;
  }
};

struct Net : Module {
  Seldom seldom;
  Grows grows;
  Large large;
  int forward(int x) override { return large.forward(grows.forward(seldom.forward(x))); }
};

int main() {
  Net net;
  int x = 0;
  for (int i = 0; i < 2000; ++i) {
    if (i == 40)
      net.grows.list.resize(3);
    x += net.forward(i);
  }
  return x == 42;
}
// CHECK:      {{^}}Net {{ *}}Net {{ *}}2000{{ }}
// CHECK-NEXT: {{^}}  seldom {{ *}}Seldom {{ *}}2000{{ }}
// CHECK-DAG:  {{^}}    seldom.other["b"] {{ *}}Layer {{ *}}1{{ }}
// CHECK-DAG:  {{^}}    seldom.stem["a"] {{ *}}Layer {{ *}}1999{{ }}
// CHECK-DAG:  {{^}}    seldom.aux[0] {{ *}}Layer {{ *}}100{{ }}
// CHECK-DAG:  {{^}}      seldom.boxes[0].in {{ *}}Layer {{ *}}100{{ }}
// CHECK-DAG:  {{^}}      seldom.inner.deep["d"] {{ *}}Layer {{ *}}100{{ }}
// CHECK:      {{^}}  grows {{ *}}Grows {{ *}}2000{{ }}
// CHECK-NEXT: {{^}}    grows.list[2] {{ *}}Layer {{ *}}1960{{ }}
// LARGE:      {{^}}  large {{ *}}Large {{ *}}2000{{ }}
// LARGE-NEXT: {{^}}    large.often[199] {{ *}}Layer {{ *}}2000{{ }}
// LARGE-DAG:  {{^}}    large.Wide@0 {{ *}}Wide {{ *}}{{[1-3]}}{{ }}
// LARGE-DAG:  {{^}}    large.rare[7] {{ *}}Wide {{ *}}{{3[7-9]}}{{ }}
