// The arguments of a call that have a shape tell it and the type of their elements, however they are passed: tensors,
// lists of tensors, optional ones, ranges, matrices, images, spans of several dimensions, C arrays, and what the user
// describes. Other arguments are empty, and numbers are scalars.
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
#include <optional>
#include <string>
#include <utility>
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
struct Tensor {
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
struct Derived : Tensor {};
template <class T> struct Matrix {
  using Scalar = T;
  long rows() const { return 7; }
  long cols() const { return 8; }
};
struct Mat {
  int rows, cols;
  int channels() const { return 3; }
  int depth() const { return 5; }
};
struct Volume : Mat {
  int dims = 3;
  int size[3] = {4, 5, 6};
};
template <class T> struct Span {
  using value_type = T;
  static constexpr std::size_t rank() noexcept { return 2; }
  long extent(std::size_t i) const { return static_cast<long>(i) + 1; }
};
struct Image {
  int height, width;
};
struct Hidden {
private:
  long rows() const { return 1; }
  long cols() const { return 1; }
};
struct Deduced {
  auto sizes() const { return std::vector<long>(); }
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
int classes(const volatile Image &, Mat, const Volume &, Matrix<long>, Span<short>, Hidden, const Deduced &,
            const Derived &, const std::vector<Incomplete> *, const Image *) {
  return 1;
}
// CHECK: > classes
// CHECK-NEXT: : {{\[\[2, 4\], \[3, 5, 3\], \[4, 5, 6, 3\], \[7, 8\], \[1, 2\], \[\], \[\], \[5, 3\], \[\], \[\]\]}} (pixel, float, float, long int, short int, -, -, torch 5, -, -)
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
  Mat mat{3, 5};
  Volume volume;
  Span<short> span;
  classes(image, mat, volume, {}, span, {}, {}, derived, nullptr, &image);
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
