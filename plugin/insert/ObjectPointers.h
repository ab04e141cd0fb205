// Expressions that pass an object to the run time: the address as such, and as that of the configured module base.
//
// For the inserters, on the compiler's thread; no diagnostics. Conversions follow what the classes say, also to a
// virtual base, and leave access aside.
#ifndef AUTOSCOPE_PLUGIN_INSERT_OBJECTPOINTERS_H
#define AUTOSCOPE_PLUGIN_INSERT_OBJECTPOINTERS_H

#include "NodeBuilder.h"

namespace clang {
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace autoscope {

// `pointer`, to a (qualified) class, as const volatile void *.
clang::Expr *asAnyPointer(NodeBuilder &build, clang::Expr *pointer);

// The same of the base; null where there is none or it is ambiguous.
clang::Expr *asBasePointer(clang::Sema &sema, NodeBuilder &build, clang::Expr *pointer,
                           const clang::CXXRecordDecl *base);

}  // namespace autoscope

#endif
