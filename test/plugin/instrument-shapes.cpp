// The arguments of a call that have a shape tell it and the type of their elements, however they are passed: tensors of
// torch, lists of them, optional ones, ranges of the standard library, images, rows and columns in data members, C arrays,
// and what the user describes. Other arguments are empty, and numbers are scalars.
// RUN: %tracexx %arg-all -std=c++17 -Wall -Wextra -Werror -I %build/include %s %stub -o %t
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s --implicit-check-not=": ["
// RUN: %tracexx %arg-all -std=c++17 -O2 -I %build/include %s %stub -o %t.2
// RUN: AUTOSCOPE_STUB_SHAPES=1 %t.2 | FileCheck %s --implicit-check-not=": ["
// Nothing is told where shapes are not recorded.
// RUN: %t | FileCheck %s --check-prefix=OFF
// OFF: > tensors
// OFF-NOT: : [
#include <autoscope/shape.h>

#include <array>
#include <complex>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <valarray>
#include <vector>

namespace c10 {
enum class ScalarType : signed char { Byte, Char, Short, Int, Long, Half, Float };
template <class T> struct ArrayRef {
  const T *first;
  std::size_t count;
  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  const T *data() const { return first; }
  std::size_t size() const { return count; }
};
}  // namespace c10
// Stand-ins, alike as far as shapes go.
namespace at {
class Tensor {
public:
  std::vector<long> shape;
  bool isDefined = true;
  c10::ArrayRef<long> sizes() const {
    if (!isDefined)
      throw 1;
    return {shape.data(), shape.size()};
  }
  bool defined() const { return isDefined; }
  c10::ScalarType scalar_type() const { return c10::ScalarType::Half; }
};
}  // namespace at
using at::Tensor;
struct Derived : Tensor {};
namespace cv {
struct MatSize {
  int *p;
};
class Mat {
public:
  int rows, cols, dims;
  MatSize size;
  int channels() const { return 3; }
  int depth() const { return 5; }
};
template <class T> class Mat_ : public Mat {
public:
  int depth() const { return 6; }
};
}  // namespace cv
struct Plane {
  const unsigned short rows;
  unsigned cols : 8;
};
template <class T> struct Matrix : Plane {
  std::vector<T> data;
};
struct Pixels {
  long cols, rows;
  const unsigned char *data;
};
struct Image {
  int height, width;
};
struct Incomplete;
template <> struct autoscope::shape<Image> {
  static void write(const Image &image, autoscope::shape_writer &to) {
    to.sizes(image.height, image.width);
    to.type("pixel");
  }
};

int tensors(const Tensor &a, Tensor b, Tensor &&c, const std::optional<Tensor> &d, std::vector<Tensor> e, int) {
  return a.isDefined + b.isDefined + c.isDefined + d.has_value() + static_cast<int>(e.size());
}
// CHECK: > tensors
// CHECK-NEXT: : {{\[\[5, 3\], \[\], \[5, 3\], \[5, 3\], \[\[5, 3\], \[\]\], \[\]\]}} (torch 5, -, torch 5, torch 5, TensorList, Scalar)
// CHECK: > tensors
// CHECK-NEXT: : {{\[\[5, 3\], \[\], \[5, 3\], \[\], \[\], \[\]\]}} (torch 5, -, torch 5, -, TensorList, Scalar)
int ranges(std::vector<float> &a, std::array<double, 4> b, int (&c)[2][3], const std::complex<float> (&d)[1], std::string e) {
  return static_cast<int>(a.size() + b.size() + e.size()) + c[0][0] + static_cast<int>(d[0].real());
}
// CHECK: > ranges
// CHECK-NEXT: : {{\[\[9\], \[4\], \[2, 3\], \[1\], \[\]\]}} (float, double, int, std::complex<float>, -)
// Of whatever is in them; a list of a class that nothing has completed yet, where the program itself asks for its size.
int elements(std::vector<Matrix<float>> a, std::vector<bool> b, std::initializer_list<Image> c, std::valarray<long> d,
             std::vector<std::vector<int>> e, c10::ArrayRef<short> f) {
  return static_cast<int>(a.size() + b.size() + c.size() + d.size() + e.size() + f.size());
}
// CHECK: > elements
// CHECK-NEXT: : {{\[\[4\], \[5\], \[2\], \[3\], \[1\], \[6\]\]}} (Matrix<float>, bool, Image, long int, std::vector<int>, short int)
int planes(const Matrix<float> &a, const volatile Plane &, Pixels, const cv::Mat &, const cv::Mat_<int> &e) {
  return a.rows + e.rows;
}
// CHECK: > planes
// CHECK-NEXT: : {{\[\[2, 3\], \[2, 3\], \[4, 5\], \[7, 8, 3\], \[4, 5, 6, 3\]\]}} (float, -, unsigned char, float, double)
int classes(const volatile Image &, const Derived &, const std::vector<Incomplete> *, const Image *) { return 1; }
// CHECK: > classes
// CHECK-NEXT: : {{\[\[2, 4\], \[\], \[\], \[\]\]}} (pixel, -, -, -)
int many(Image, Image, Image, Image, Image, Image, Image, Image, Image, int) { return 1; }
// CHECK: > many
// CHECK-NEXT: : {{\[(\[2, 4\], ){8}\[\], \[\]\]}} (pixel
int none(int, const char *, std::string, std::vector<char>) { return 1; }
// CHECK: > none
// CHECK-NEXT: {{^ *}}<
int unnamed(const Image &) { return 1; }
// CHECK: > unnamed
// CHECK-NEXT: : {{\[\[2, 4\]\]}} (pixel)
struct Holder {
  std::vector<float> values;
  Holder(std::vector<float> given) : values(std::move(given)) {}
  Holder(Image, int) : Holder(std::vector<float>(3)) {}
  int member(const Image &) const { return 1; }
  static int noObject(Image) { return 1; }
  ~Holder() {}
};
// CHECK: > Holder::Holder(Image, int)
// CHECK-NEXT: : {{\[\[2, 4\], \[\]\]}} (pixel, Scalar)
// CHECK: > Holder::Holder(std::vector<float>)
// CHECK-NEXT: : {{\[\[3\]\]}} (float)
// CHECK: > Holder::member
// CHECK-NEXT: : {{\[\[2, 4\]\]}} (pixel)
// CHECK: > Holder::noObject
// CHECK-NEXT: : {{\[\[2, 4\]\]}} (pixel)
template <class T, class... More> int generic(T &&, More...) { return 1; }
// CHECK: > generic<Image, int, Image>
// CHECK-NEXT: : {{\[\[2, 4\], \[\], \[2, 4\]\]}} (pixel, Scalar, pixel)
constexpr int sum(const std::array<int, 3> &a) { return a[0] + a[1] + a[2]; }
static_assert(sum({1, 2, 3}) == 6);
// CHECK: > sum
// CHECK-NEXT: : {{\[\[3\]\]}} (int)
int tried(const Image &image) try {
  throw image;
} catch (const Image &) {
  return 1;
}
// CHECK: > tried
// CHECK-NEXT: : {{\[\[2, 4\]\]}} (pixel)

int main() {
  Tensor whole{{5, 3}}, undefined{{}, false};
  Derived derived;
  derived.shape = {5, 3};
  tensors(whole, undefined, std::move(whole), whole, {whole, undefined}, 1);
  tensors(whole, undefined, std::move(whole), {}, {}, 1);
  std::vector<float> nine(9);
  int six[2][3] = {};
  const std::complex<float> one[1] = {};
  ranges(nine, {}, six, one, "text");
  Image image{2, 4};
  elements(std::vector<Matrix<float>>(4, {{1, 1}, {}}), std::vector<bool>(5), {image, image}, std::valarray<long>(3), {{}}, {nullptr, 6});
  int sizes[] = {4, 5, 6};
  cv::Mat mat{7, 8, 2, {nullptr}};
  cv::Mat_<int> volume;
  volume.rows = volume.cols = -1;
  volume.dims = 3;
  volume.size.p = sizes;
  Matrix<float> matrix{{2, 3}, {}};
  planes(matrix, matrix, {5, 4, nullptr}, mat, volume);
  classes(image, derived, nullptr, &image);
  many(image, image, image, image, image, image, image, image, image, 1);
  none(1, "", "", {});
  unnamed(image);
  {
    Holder holder(image, 1);
    holder.member(image);
    Holder::noObject(image);
  }
  generic(Image{2, 4}, 1, image);
  volatile int index = 0;
  sum({index, 2, 3});
  tried(image);
  [](const Image &, auto) {}(image, 1);
}
// CHECK: > main()::(lambda
// CHECK-NEXT: : {{\[\[2, 4\], \[\]\]}} (pixel, Scalar)
