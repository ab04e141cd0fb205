// What kind of shape an argument of a type has, by the members that the type has.
//
// For ParameterShapes, on the compiler's thread. Only looks: nothing is completed, instantiated or deduced, so the
// program stays what it is. Whether the members can be called is for the describer to find out (abi_shapes.h).
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
  Tensor,          // sizes()
  TorchTensor,     // and scalar_type(), which is a c10::ScalarType
  TensorList,      // data() and size() of tensors
  OptionalTensor,  // has_value() and operator* of one
  OptionalTorchTensor,
  Range,       // data() and size()
  Matrix,      // rows() and cols()
  Dimensions,  // dimensions()
  Extents,     // extent() and rank()
  Image,       // data members rows and cols
};

struct ArgumentShape {
  ShapeKind kind = ShapeKind::None;
  clang::QualType element;  // null: nothing known, or the describer tells
};

// `type`: of the argument itself, without references and qualifiers.
ArgumentShape shapeOf(const clang::ASTContext &context, clang::QualType type);

}  // namespace autoscope

#endif
