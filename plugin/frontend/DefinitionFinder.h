// Finds the concrete function definitions inside a declaration: functions, methods of classes, lambdas wherever they
// stand (bodies, initialisers, default arguments, default member initialisers), local classes. Looks only at what is
// written: instantiations are handed to the consumer by Clang one by one.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_DEFINITIONFINDER_H
#define AUTOSCOPE_PLUGIN_FRONTEND_DEFINITIONFINDER_H

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace autoscope {

class DefinitionFinder : public clang::RecursiveASTVisitor<DefinitionFinder> {
public:
  // Templates themselves hold nothing concrete; only a listing wants to name them.
  enum class Templates { Leave, Visit };

  // Default arguments, default member initialisers and implicit constructors are shared by all their uses in a unit;
  // here are those that were visited.
  using Defaults = llvm::SmallPtrSet<const void *, 32>;

  // Appends to `functions`; generic lambdas, whose instantiations some versions of Clang do not hand over, to
  // `generic`.
  DefinitionFinder(llvm::SmallVectorImpl<clang::FunctionDecl *> &functions,
                   llvm::SmallVectorImpl<clang::FunctionTemplateDecl *> &generic, Defaults &defaults,
                   Templates templates)
      : functions_(functions), generic_(generic), defaults_(defaults), templates_(templates) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseFunctionTemplateDecl(clang::FunctionTemplateDecl *declaration);
  bool TraverseClassTemplateDecl(clang::ClassTemplateDecl *declaration);
  bool TraverseClassTemplatePartialSpecializationDecl(clang::ClassTemplatePartialSpecializationDecl *declaration);
  bool VisitFunctionDecl(clang::FunctionDecl *function);
  bool VisitLambdaExpr(clang::LambdaExpr *lambda);
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl *constructor);
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction);
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *use);
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *use);

private:
  llvm::SmallVectorImpl<clang::FunctionDecl *> &functions_;
  llvm::SmallVectorImpl<clang::FunctionTemplateDecl *> &generic_;
  Defaults &defaults_;
  Templates templates_;
};

}  // namespace autoscope

#endif
