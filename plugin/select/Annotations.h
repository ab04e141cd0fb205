// What the user wrote on a declaration: autoscope's attributes as they live in the AST.
//
// An attribute is kept as an `annotate` attribute with a text of ours, because Clang already inherits those to later
// declarations, copies them into template instantiations and stores them in precompiled headers. They are dropped again
// before CodeGen, which would otherwise keep a table of them in the object file.
#ifndef AUTOSCOPE_PLUGIN_SELECT_ANNOTATIONS_H
#define AUTOSCOPE_PLUGIN_SELECT_ANNOTATIONS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace clang {
class ASTContext;
class AnnotateAttr;
class Decl;
class SourceRange;
}  // namespace clang

namespace autoscope {

enum class AttributeKind { Scope, Ignore, Module, Flops };

// "scope", "ignore", "module", "flops"
const char *attributeName(AttributeKind kind);

struct Annotations {
  bool scope = false;
  bool ignore = false;
  bool module = false;
  std::string name;   // of scope("name"), else empty
  std::string flops;  // of flops(expression), which asks for a scope, too; else empty
  clang::SourceLocation flopsAt;
};

Annotations readAnnotations(const clang::Decl *declaration);

// The `annotate` attribute that stands for ours.
clang::AnnotateAttr *makeAnnotation(clang::ASTContext &context, AttributeKind kind, llvm::StringRef name,
                                    clang::SourceRange range);

void dropAnnotations(clang::Decl *declaration);

}  // namespace autoscope

#endif
