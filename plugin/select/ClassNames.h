// Classes and namespaces by the qualified names that options give.
//
// On the compiler's thread; reads the AST only. A name may leave out inline and unnamed namespaces, as C++ does, or
// name the inline ones. Template arguments are no part of it.
#ifndef AUTOSCOPE_PLUGIN_SELECT_CLASSNAMES_H
#define AUTOSCOPE_PLUGIN_SELECT_CLASSNAMES_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class NamedDecl;
}  // namespace clang

namespace autoscope {

bool hasQualifiedName(const clang::NamedDecl *declaration, llvm::StringRef name);

// What a unit knows by such a name, unnamed namespaces aside: a class, or else a typedef or alias, or else null.
const clang::NamedDecl *findClass(const clang::ASTContext &context, llvm::StringRef name);

}  // namespace autoscope

#endif
