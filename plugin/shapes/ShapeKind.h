// What kind of shape an argument of a type has: of the classes of some libraries, by their names, and of data members.
//
// For ParameterShapes, on the compiler's thread. Only looks: nothing is completed, instantiated or deduced, so the
// program stays what it is. A kind is a promise that its describer (abi_shapes.h) compiles and links with the type, and
// neither fails nor locks: member functions of classes that no library here is known for are never called.
#ifndef AUTOSCOPE_PLUGIN_SHAPES_SHAPEKIND_H
#define AUTOSCOPE_PLUGIN_SHAPES_SHAPEKIND_H

#include "clang/AST/Type.h"

namespace clang {
class ASTContext;
}  // namespace clang

namespace autoscope {

enum class ShapeKind {
  None,
  Scalar,          // a number: no shape, but a type
  Array,           // T[N]
  Tensor,          // at::Tensor
  TensorList,      // a range of them
  OptionalTensor,  // std::optional, c10::optional
  Range,           // std::vector, std::span, c10::ArrayRef
  Matrix,          // Eigen's, with rows() and cols()
  EigenTensor,
  Extents,  // std::mdspan
  OpenCv,   // cv::Mat
  Plane,    // integer data members rows and cols, of any class
};

struct ArgumentShape {
  ShapeKind kind = ShapeKind::None;
  clang::QualType element;  // null: nothing known, or the describer tells
};

// `type`: of the argument itself, without references and qualifiers.
ArgumentShape shapeOf(const clang::ASTContext &context, clang::QualType type);

}  // namespace autoscope

#endif
