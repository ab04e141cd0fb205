// A module's site describes what its class holds: private members, bases, unnamed structs, arrays of arrays, smart pointers,
// containers, incomplete and recursive classes; not unions, bit-fields, static members, and nothing that leads to no module.
// RUN: %clangxx -std=c++17 -Weverything -Wno-unknown-attributes -c %s -o %t.o 2> %t.plain
// RUN: %clangxx %plugin_flags -std=c++17 -Weverything -Wno-unknown-attributes -c %s -o %t.o 2> %t.with
// RUN: diff %t.plain %t.with
// RUN: %tracexx -std=c++17 %s -x c++ %S/Inputs/class-stub.cpp -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -fno-rtti %s -x c++ %S/Inputs/class-stub.cpp -o %t && %t | FileCheck %s
// RUN: %if llvm-ge-16 %{ %tracexx -std=c++20 -fsanitize=undefined,address %s -x c++ %S/Inputs/class-stub.cpp -o %t && %t | FileCheck %s %}
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {
struct [[autoscope::module]] Leaf {
  int forward(int x) { return x + bias; }
  int bias = 0;
};
struct Shape {
  virtual ~Shape() = default;
};
struct Square final : Shape {};
struct Later;
struct Never;
struct [[autoscope::module]] Base {
  Leaf inherited;
};
struct Config {
  std::string name;
  std::vector<double> weights;
  std::map<std::string, int> sizes;
};
struct Stack {
  Config config;
  std::vector<std::unique_ptr<Leaf>> layers;
};
struct Circle {
  std::unique_ptr<Circle> next;
  Leaf leaf;
};
// Owned by a smart pointer of the user's own, and referred to by another.
template <class T> class Holder {
public:
  explicit Holder(std::shared_ptr<T> held) : held_(std::move(held)) {}
  T *operator->() const { return held_.get(); }

private:
  long padding_ = 0;
  std::shared_ptr<T> held_;
};
template <class T> struct Observer {
  T *operator->() const { return to; }
  T *to = nullptr;
};
struct LeafHolder : Holder<Leaf> {
  using Holder::Holder;
};
enum class Key : unsigned char { A };

class [[autoscope::module]] Net : private Base, Shape {
public:
  Net() : reference_(member_) {}
  int forward(int x) { return member_.forward(x); }

private:
  int unrelated_ = 0;
  Leaf member_;
  Config config_;
  const Leaf &reference_;
  unsigned bits_ : 3;
  static inline Leaf shared_{};
  union {
    Leaf *maybe_ = nullptr;
    long number_;
  };
  struct {
    Leaf unnamed_;
    struct {
      Leaf deeper_;
    };
  };
  const std::unique_ptr<const Leaf> owned_;
  std::shared_ptr<Shape> shape_;
  std::weak_ptr<Leaf> weak_;
  Square *square_ = nullptr;
  Never *never_ = nullptr;
  std::unique_ptr<Later> later_;
  Leaf grid_[2][3];
  std::array<std::optional<Leaf>, 2> fixed_;
  std::vector<std::vector<Leaf>> nested_;
  std::deque<Leaf *> deque_;
  std::map<std::string, std::pair<int, Leaf>> texts_;
  std::unordered_map<Key, std::shared_ptr<Leaf>> numbers_;
  std::map<std::pair<int, int>, Leaf> values_;
  Stack stack_;
  std::vector<Stack> stacks_;
  std::unique_ptr<Circle> circle_;
  std::unique_ptr<Circle[]> circles_;
  std::unique_ptr<int[]> integers_;
  LeafHolder holder_{nullptr};
  Observer<Leaf> observer_;
  std::reference_wrapper<Leaf> wrapper_{member_};
  std::function<int(int)> function_;
  int (*pointer_)(int) = nullptr;
  void *anything_ = nullptr;
  Leaf **indirect_ = nullptr;
  int Leaf::*memberPointer_ = nullptr;
  bool flags_[3] = {};
  std::vector<bool> booleans_;
};
struct Later {
  Leaf inside;
};

// Templates, local classes, and a class that only the end of the unit completes.
template <class T, int N> struct [[autoscope::module]] Box {
  T forward(T x) { return x; }
  Leaf leaves[N];
  std::unique_ptr<Box> next;
};
} // namespace

int main() {
  Net net;
  net.forward(1);
  Box<int, 2>().forward(1);
  struct [[autoscope::module]] Local {
    int forward(int x) { return leaf.forward(x); }
    Leaf leaf;
  };
  Local().forward(1);
}
// CHECK:      Net {{[0-9]+}} bytes, dynamic{{$}}
// CHECK-NEXT:   {{[0-9]+}} (base): {{.*}}Base{{$}}
// CHECK-NEXT:     0 inherited: {{.*}}Leaf{{$}}
// CHECK-NEXT:   0 (base): {{.*}}Shape{{$}}
// CHECK-NEXT:   {{[0-9]+}} member_: {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} reference_: pointer to {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} (unnamed): {{.*}}
// CHECK-NEXT:     0 unnamed_: {{.*}}Leaf{{$}}
// CHECK-NEXT:     4 (unnamed): {{.*}}
// CHECK-NEXT:       0 deeper_: {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} owned_: owner of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} shape_: owner of {{.*}}Shape{{$}}
// CHECK-NEXT:   {{[0-9]+}} weak_: pointer to {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} never_: pointer to {{.*}}Never{{$}}
// CHECK-NEXT:   {{[0-9]+}} later_: owner of {{.*}}Later{{$}}
// CHECK-NEXT:   {{[0-9]+}} grid_: array of array of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} fixed_: array of optional of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} nested_: vector of vector of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} deque_: walk of pointer to {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} texts_: texts of std::pair<int, {{.*}}Leaf>{{$}}
// CHECK-NEXT:   {{[0-9]+}} numbers_: numbers of owner of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} values_: walk of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} stack_: {{.*}}Stack{{$}}
// CHECK-NEXT:     {{[0-9]+}} layers: vector of owner of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} stacks_: vector of {{.*}}Stack{{$}}
// CHECK-NEXT:   {{[0-9]+}} circle_: owner of {{.*}}Circle{{$}}
// CHECK-NEXT:   {{[0-9]+}} circles_: owned array of {{.*}}Circle{{$}}
// CHECK-NEXT:   {{[0-9]+}} holder_: {{.*}}LeafHolder{{$}}
// CHECK-NEXT:     0 (base): {{.*}}Holder<{{.*}}Leaf>{{$}}
// CHECK-NEXT:       8 (unnamed): owner of {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} observer_: {{.*}}Observer<{{.*}}Leaf>{{$}}
// CHECK-NEXT:     0 (unnamed): pointer to {{.*}}Leaf{{$}}
// CHECK-NEXT:   {{[0-9]+}} wrapper_: pointer to {{.*}}Leaf{{$}}
// CHECK-NEXT: Leaf 4 bytes{{$}}
// CHECK-NEXT: Box<int, 2> {{[0-9]+}} bytes{{$}}
// CHECK-NEXT:   0 leaves: array of {{.*}}Leaf{{$}}
// CHECK-NEXT:   8 next: owner of {{.*}}Box<int, 2>{{$}}
// CHECK-NEXT: {{.*}}Local 4 bytes{{$}}
// CHECK-NEXT:   0 leaf: {{.*}}Leaf{{$}}
// CHECK-NOT:  {{.}}
