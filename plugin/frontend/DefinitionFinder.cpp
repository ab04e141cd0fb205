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
