// What a scope is to tell of its call's arguments, as nodes of the function: made by plugin/shapes, put into the body
// by the inserters. Empty for most functions.
#ifndef AUTOSCOPE_PLUGIN_INSERT_ARGUMENTNODES_H
#define AUTOSCOPE_PLUGIN_INSERT_ARGUMENTNODES_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class Expr;
class VarDecl;
}  // namespace clang

namespace autoscope {

struct ArgumentNodes {
  // abi_shapes.h __autoscope_most_values.
  static constexpr unsigned mostValues = 8;

  clang::VarDecl *table = nullptr;                         // __autoscope_parameters[]; null: no argument has a shape
  llvm::SmallVector<clang::Expr *, mostValues> addresses;  // then const volatile void *, as many as there may be
  clang::Expr *flops = nullptr;                            // a double; null: nobody has said

  bool empty() const { return !table && !flops; }
};

}  // namespace autoscope

#endif
