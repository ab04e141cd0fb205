// Tells autoscope the shape of a class of your own, where it does not see one by itself.
//
//   template <> struct autoscope::shape<Image> {
//     static void write(const Image &image, autoscope::shape_writer &to) {
//       to.sizes(image.height, image.width, 3);
//       to.type("float");
//     }
//   };
//
// Shapes of arguments are recorded under AUTOSCOPE_SHAPES=1; `write` then runs at each call of an instrumented function
// that takes an Image by value or by reference, and records no scopes; what it throws ends the text of that argument.
// It stands before those functions, and comes before whatever else the class looks like. The second parameter of a
// partial specialisation may be a condition, which is asked for every class that is an argument.
//
// Known without it are tensors of libtorch, ranges of the standard library, Eigen, std::mdspan, cv::Mat, classes with
// integer data members rows and cols, and C arrays (docs/options.md, AUTOSCOPE_SHAPES). Functions of other classes are
// never called.
// Compiles everywhere; C++11 and later.
#ifndef AUTOSCOPE_SHAPE_H
#define AUTOSCOPE_SHAPE_H

#include "autoscope/abi.h"

namespace autoscope {

class shape_writer {
public:
  explicit shape_writer(struct __autoscope_shapes *shapes) : shapes_(shapes) {}

  // One shape: `sizes(2, 3)` is [2, 3].
  template <class... Size> void sizes(Size... all) {
    __autoscope_shape_open(shapes_);
    const long each[] = {static_cast<long>(all)..., 0};
    for (unsigned i = 0; i < sizeof...(all); ++i)
      __autoscope_shape_size(shapes_, each[i]);
    __autoscope_shape_close(shapes_);
  }

  // A list of shapes between the two, or of sizes, whose number is known only then.
  void begin_list() { __autoscope_shape_open(shapes_); }
  void size(long one) { __autoscope_shape_size(shapes_, one); }
  void end_list() { __autoscope_shape_close(shapes_); }

  // What the elements are.
  void type(const char *name) { __autoscope_shape_type(shapes_, name); }

private:
  struct __autoscope_shapes *shapes_;
};

// Specialise it; the second parameter is for conditions (std::enable_if).
template <class T, class Condition = void> struct shape;

}  // namespace autoscope

namespace autoscope {
namespace detail {

// Found by the plugin, by name.
template <class T>
__AUTOSCOPE_DESCRIBER auto describe_user(struct __autoscope_shapes *shapes, const volatile void *argument)
    -> decltype(static_cast<void>(shape<T>::write(__autoscope_argument<T>(argument),
                                                  *static_cast<shape_writer *>(nullptr)))) {
  shape_writer writer(shapes);
  __AUTOSCOPE_TRY {
    shape<T>::write(__autoscope_argument<T>(argument), writer);
  }
  __AUTOSCOPE_CATCH
}

}  // namespace detail
}  // namespace autoscope

#endif
