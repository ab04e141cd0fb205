// Instances of the function templates of abi_classes.h that walk a container.
//
// Made at the end of the unit, when all that the program itself instantiates is there. Only for containers of the
// standard library and a few like them, whose iteration is known to compile.
#ifndef AUTOSCOPE_PLUGIN_CLASSES_WALKFUNCTIONS_H
#define AUTOSCOPE_PLUGIN_CLASSES_WALKFUNCTIONS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
class Sema;
class SourceLocation;
}  // namespace clang

namespace autoscope {

// Null when it cannot be made.
clang::FunctionDecl *walkFunction(clang::Sema &sema, llvm::StringRef functionTemplate, clang::QualType container,
                                  clang::SourceLocation at);

}  // namespace autoscope

#endif
