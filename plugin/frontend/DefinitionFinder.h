// Finds the function definitions that a declaration contains: functions, methods, friends, local classes' methods and
// lambdas wherever they stand (bodies, initialisers, default arguments, decltype, aliases, bases).
//
// Walks declaration contexts, not expressions: Clang enters each closure class into the context around it, so nothing
// that the compiler may emit is out of reach, and no body is traversed. Called for each finished declaration, and once
// at the end of the unit for the whole of it; a definition may be found more than once.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_DEFINITIONFINDER_H
#define AUTOSCOPE_PLUGIN_FRONTEND_DEFINITIONFINDER_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Decl;
class DeclContext;
class FunctionDecl;
}  // namespace clang

namespace autoscope {

class DefinitionFinder {
public:
  // Templates themselves hold nothing concrete; only a listing wants to name them.
  enum class Templates { Leave, Visit };
  // Clang hands over the instances of functions one by one as it makes them. Their members that are defaulted, and
  // what generic lambdas and default arguments hold, are found only by walking the instances.
  enum class Instances { Leave, Visit };

  // `leaveOut`: whether to leave something unread. Asked about what is to be searched and what stands in namespaces.
  DefinitionFinder(Templates templates, Instances instances, llvm::function_ref<bool(const clang::Decl *)> leaveOut)
      : templates_(templates), instances_(instances), leaveOut_(leaveOut) {}

  llvm::SmallVector<clang::FunctionDecl *, 16> find(clang::Decl *declaration);

private:
  void visit(clang::Decl *declaration);
  void visitInside(const clang::DeclContext *context);
  template <class Template> void visitTemplate(Template *declaration);

  Templates templates_;
  Instances instances_;
  llvm::function_ref<bool(const clang::Decl *)> leaveOut_;
  llvm::DenseSet<const clang::Decl *> templatesSeen_;
  llvm::SmallVector<clang::FunctionDecl *, 16> functions_;
};

}  // namespace autoscope

#endif
