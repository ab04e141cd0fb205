// Describing what a module holds completes and instantiates nothing that the unit leaves alone: incomplete deleters, keys and
// elements stay so, and another library's optional is not asked what it may not have.
// RUN: %clangxx %plugin_flags -std=c++17 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: nm -C %t.o | FileCheck %s
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

struct Deleter;
struct Key;
struct Unknown;
namespace boost {
template <class T> class optional {
public:
  bool is_initialized() const;
  const T &operator*() const;
  T *value;
};
}  // namespace boost

struct [[autoscope::module]] Layer {
  virtual ~Layer();
  virtual int forward(int x);
};
struct [[autoscope::module]] Net {
  Net();
  ~Net();
  int forward(int x) { return last.begin()->second.forward(x); }
  std::vector<std::unique_ptr<Layer, Deleter>> deleted;
  std::map<Key, std::shared_ptr<Layer>> keyed;
  std::list<std::unique_ptr<Layer, Deleter>> listed;
  std::list<std::shared_ptr<Unknown>> unknown;
  std::vector<bool> bits;
  boost::optional<Layer> other;
  std::map<int, Layer> last;
};
int run(Net &net) { return net.forward(3); }
// CHECK-NOT: __autoscope_walk_{{.*}}Key
// CHECK: void __autoscope_walk_numbers<std::
// CHECK-NOT: __autoscope_walk_{{.*}}Key
