// Member functions of classes that no library is known for are never called, instantiated, referenced or completed to
// tell a shape: such arguments have none, and the program compiles, links, warns and runs as it did.
// RUN: %tracexx %arg-all -std=c++17 -Wall -Wextra -Wconversion -Wdeprecated -Werror -c %s -o %t.o
// RUN: %tracexx %arg-all -std=c++17 %s %stub -o %t
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s --implicit-check-not=": ["
// RUN: %tracexx %arg-all -std=c++17 -O2 -fno-exceptions %s %stub -o %t.2
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t.2 | FileCheck %s --implicit-check-not=": ["
// RUN: %tracexx %arg-all -std=c++17 -fsyntax-only -Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-missing-prototypes -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Wno-padded -Wno-weak-vtables %s
#include <map>
#include <string>
#include <vector>

// No numbers.
struct Size {
  int w, h;
};
struct Icon {
  std::vector<Size> sizes() const { return {}; }
  std::map<std::string, long> dimensions() const { return {}; }
};
struct Pointers {
  void *begin() const;
  void *end() const;
};
struct OverPointers {
  Pointers sizes() const;
  Pointers dimensions() const;
};
int numbers(const Icon &, const OverPointers *, const OverPointers &) { return 1; }
// CHECK: > numbers

// Valid for some T only, and never used.
template <class T> struct Lazy {
  T t;
  const T *data() const { return &t; }
  std::size_t size() const { return t.length(); }
  long rows() const { return t.rows(); }
  long cols() const {
    static_assert(sizeof(T) == 1, "only bytes");
    return 1;
  }
  long extent(int) const { return t.extent(); }
  static int rank() { return T::rank(); }
  bool has_value() const { return t.length(); }
};
int lazy(const Lazy<int> &) { return 1; }
// CHECK: > lazy

// Defined nowhere that is linked.
struct Grid {
  const int *data() const;
  int size() const;
  int rows() const;
  int cols() const;
};
int undefined(const Grid &) { return 1; }
// CHECK: > undefined
namespace {
template <class T> struct Hidden {
  T t;
  const T *data() const { return &t; }
  int size() const { return static_cast<int>(t) + helper(); }
  static int helper();
};
struct Buffer {
  const int *first;
  const int *data() const { return first; }
};
int internal(const Hidden<double> &, Buffer buffer) { return *buffer.data(); }
// CHECK: > {{.*}}internal
}  // namespace

struct Old {
  int n;
  const int *data() const { return &n; }
  [[deprecated("use count")]] std::size_t size() const { return 1; }
};
struct OldMembers {
  [[deprecated]] int rows;
  int cols;
};
struct [[deprecated]] OldClass;
int deprecated(const Old &, const OldMembers &) { return 1; }
// CHECK: > deprecated

// Specialised after the function.
template <class T> struct Dim {
  T v;
  operator long() const { return v; }
};
struct Box {
  Dim<int> rows() const;
  Dim<int> cols() const;
};
int early(const Box &) { return 1; }
template <> struct Dim<int> {
  short v;
  operator long() const { return v; }
};
// CHECK: > early

// The user's own namespaces of those names.
namespace Eigen {
struct Solver {
  int rows() const;
  int cols() const;
};
template <class Derived> struct MatrixBase {
  int rows() const { return static_cast<const Derived *>(this)->rows(); }
  int cols() const { return static_cast<const Derived *>(this)->cols(); }
};
}  // namespace Eigen
namespace cv {
struct Mat {
  Dim<int> rows, cols;
  int channels() const;
};
}  // namespace cv
namespace at {
struct Tensor {
  std::vector<long> sizes() const;
};
}  // namespace at
struct Free : Eigen::MatrixBase<Free> {
  int rows() const;
  int cols() const;
};
int namesakes(const cv::Mat &, const at::Tensor &, const Eigen::MatrixBase<Free> &) { return 1; }
// CHECK: > namesakes

// Data members that cannot be named or are no numbers.
struct Rows {
  int rows;
};
struct Plane {
  int rows, cols;
};
struct Twice : Rows, Plane {};
struct Deep : private Rows {};
struct Behind : Deep, Plane {};
struct Kept : protected Plane {};
enum class Count { One };
struct Counted {
  Count rows, cols;
};
struct Referred {
  int &rows, &cols;
};
union Either {
  int rows;
  int cols;
};
struct Functions : Plane {
  int rows() const;
};
int members(const Twice *, const Twice &, const Behind &, const Kept &, const Counted &, const Referred &, const Either &,
            const Functions &) {
  return 1;
}
// CHECK: > members

// An allocator's pointers.
template <class T> struct Fancy {
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = Fancy;
  using reference = T &;
  using element_type = T;
  using iterator_category = std::random_access_iterator_tag;
};
struct Element {};
int empty(const std::vector<Element> *, Fancy<int>) { return 1; }
// CHECK: > empty

// A class that the program completes later, or never.
struct Later;
template <class T> struct Broken {
  static_assert(sizeof(T) == 100, "never made");
};
int incomplete(const Later &) { return 1; }
int never(const Broken<int> &, const std::vector<Broken<int>> &) { return 1; }
// CHECK: > incomplete
struct Later {};

int main() {
  OverPointers *none = nullptr;
  char space[64] = {};
  const void *any = space;
  int number = 0;
  numbers({}, none, *static_cast<const OverPointers *>(any));
  lazy({1});
  undefined({});
  internal({1}, {&number});
  deprecated({1}, *static_cast<const OldMembers *>(any));
  early({});
  namesakes({}, {}, Free());
  Referred referred{number, number};
  Twice twice{};
  Behind behind{};
  Either either{1};
  members(&twice, twice, behind, *static_cast<const Kept *>(any), {}, referred, either, {});
  empty(nullptr, {});
  incomplete({});
}
