// How the run time reads the shapes of a function's arguments: a table for the site, and the addresses of those
// arguments that have one.
//
//     static const __autoscope_parameters __autoscope_parameters[] = {{describer<Tensor>, null}, {null, "Scalar"}, {}};
//
// Called for a concrete definition that gets a scope, on the compiler's thread. The describers are instances of
// templates in abi_shapes.h, and of <autoscope/shape.h> for types that the user describes; they are marked as used, and
// instantiated where Sema does that: who calls this at the end of a unit has to see to it. Nothing is made for a
// function without such an argument, and none in C, before C++11 or in what other units will compile from an interface.
#ifndef AUTOSCOPE_PLUGIN_SHAPES_PARAMETERSHAPES_H
#define AUTOSCOPE_PLUGIN_SHAPES_PARAMETERSHAPES_H

#include "../insert/ArgumentNodes.h"
#include "../insert/NodeBuilder.h"
#include "../insert/RuntimeLookup.h"
#include "ShapeKind.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionTemplateDecl;
class ParmVarDecl;
class Sema;
class TemplateDecl;
}  // namespace clang

namespace autoscope {

class ParameterShapes {
public:
  explicit ParameterShapes(clang::Sema &sema) : sema_(sema) {}

  ArgumentNodes of(clang::FunctionDecl *function, const RuntimeDeclarations &runtime);

  // Adds the FLOPs that the user has written, at `at`; nothing for an empty text. Empty, or why they cannot be counted.
  std::string addFlops(ArgumentNodes &nodes, clang::FunctionDecl *function, const RuntimeDeclarations &runtime,
                       llvm::StringRef text, clang::SourceLocation at);

private:
  ArgumentNodes make(NodeBuilder &build, const clang::RecordDecl *row);
  struct Described {
    clang::FunctionDecl *describe = nullptr;
    std::string type;
  };
  Described describe(clang::QualType type);
  clang::FunctionDecl *instance(clang::FunctionTemplateDecl *from, clang::QualType type);
  clang::FunctionTemplateDecl *describerOf(ShapeKind kind);
  clang::TemplateDecl *findTemplate(llvm::ArrayRef<llvm::StringRef> path);
  bool isDescribedByUser(clang::QualType type);

  clang::Sema &sema_;
  llvm::DenseMap<clang::QualType, Described> known_;
  // By ShapeKind.
  llvm::DenseMap<int, clang::FunctionTemplateDecl *> templates_;
};

}  // namespace autoscope

#endif
