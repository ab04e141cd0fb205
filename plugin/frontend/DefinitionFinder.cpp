#include "DefinitionFinder.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace autoscope {

bool DefinitionFinder::TraverseFunctionTemplateDecl(FunctionTemplateDecl *declaration) {
  return templates_ == Templates::Leave || RecursiveASTVisitor::TraverseFunctionTemplateDecl(declaration);
}

bool DefinitionFinder::TraverseClassTemplateDecl(ClassTemplateDecl *declaration) {
  return templates_ == Templates::Leave || RecursiveASTVisitor::TraverseClassTemplateDecl(declaration);
}

bool DefinitionFinder::TraverseClassTemplatePartialSpecializationDecl(
    ClassTemplatePartialSpecializationDecl *declaration) {
  return templates_ == Templates::Leave ||
         RecursiveASTVisitor::TraverseClassTemplatePartialSpecializationDecl(declaration);
}

bool DefinitionFinder::VisitFunctionDecl(FunctionDecl *function) {
  if (!function->isImplicit())
    functions_.push_back(function);
  return true;
}

bool DefinitionFinder::VisitLambdaExpr(LambdaExpr *lambda) {
  CXXMethodDecl *callOperator = lambda->getCallOperator();
  if (!callOperator)
    return true;
  if (FunctionTemplateDecl *pattern = callOperator->getDescribedFunctionTemplate())
    generic_.push_back(pattern);
  functions_.push_back(callOperator);
  return true;
}

// The initialisers that nobody wrote: of members with a default, whose lambdas an instance of a template has only here.
bool DefinitionFinder::VisitCXXConstructorDecl(CXXConstructorDecl *constructor) {
  if (!constructor->isThisDeclarationADefinition() || constructor->isDependentContext())
    return true;
  for (const CXXCtorInitializer *initializer : constructor->inits())
    if (!initializer->isWritten() && !TraverseStmt(initializer->getInit()))
      return false;
  return true;
}

// An implicit constructor is handed to no consumer.
bool DefinitionFinder::VisitCXXConstructExpr(CXXConstructExpr *construction) {
  CXXConstructorDecl *constructor = construction->getConstructor();
  if (!constructor->isDefaulted() || !constructor->isThisDeclarationADefinition() ||
      !defaults_.insert(constructor).second)
    return true;
  return VisitCXXConstructorDecl(constructor);
}

bool DefinitionFinder::VisitCXXDefaultInitExpr(CXXDefaultInitExpr *use) {
  Expr *value = use->getExpr();
  return !value || !defaults_.insert(value).second || TraverseStmt(value);
}

bool DefinitionFinder::VisitCXXDefaultArgExpr(CXXDefaultArgExpr *use) {
  if (use->getParam()->hasUnparsedDefaultArg() || use->getParam()->hasUninstantiatedDefaultArg())
    return true;
  Expr *value = use->getExpr();
  return !value || !defaults_.insert(value).second || TraverseStmt(value);
}

}  // namespace autoscope
