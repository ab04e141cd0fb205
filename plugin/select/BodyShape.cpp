#include "BodyShape.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace autoscope {
namespace {

// Not `do {...} while (false)`, which macros are made of.
bool isRepeated(const DoStmt *loop) {
  const Expr *condition = loop->getCond()->IgnoreParenImpCasts();
  if (const auto *number = dyn_cast<IntegerLiteral>(condition))
    return number->getValue() != 0;
  const auto *boolean = dyn_cast<CXXBoolLiteralExpr>(condition);
  return !boolean || boolean->getValue();
}

// What the plugin itself put there, maybe in the compile of a precompiled header.
bool isOurs(const NamedDecl *declaration) {
  const IdentifierInfo *name = declaration->getIdentifier();
  return name && name->getName().substr(0, 12) == "__autoscope_";
}

class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  explicit BodyVisitor(BodyShape &shape) : shape_(shape) {}

  bool VisitStmt(Stmt *statement) {
    // Labels and blocks only hold statements. Expressions count where they stand as one.
    if (!isa<Expr, CompoundStmt, NullStmt, LabelStmt, SwitchCase, AttributedStmt>(statement))
      ++shape_.statements;
    if (isa<ForStmt, WhileStmt, CXXForRangeStmt, GotoStmt, IndirectGotoStmt>(statement))
      shape_.hasLoop = true;
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *block) {
    for (const Stmt *statement : block->body())
      countExpression(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) {
    countExpression(statement->getThen());
    countExpression(statement->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitWhileStmt(WhileStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitDoStmt(DoStmt *loop) {
    shape_.hasLoop |= isRepeated(loop);
    return countExpression(loop->getBody());
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitSwitchStmt(SwitchStmt *statement) { return countExpression(statement->getBody()); }
  bool VisitSwitchCase(SwitchCase *label) { return countExpression(label->getSubStmt()); }
  bool VisitLabelStmt(LabelStmt *label) { return countExpression(label->getSubStmt()); }
  bool VisitAttributedStmt(AttributedStmt *statement) {
    for (const Attr *attribute : statement->getAttrs())
      if (isa<MustTailAttr>(attribute))
        shape_.mustTail = true;
    return countExpression(statement->getSubStmt());
  }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    // `Base::f()` is no virtual call.
    const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    bool virtualCall = method && method->isVirtual() && !(member && member->hasQualifier());
    if (!callee || virtualCall || isa<CUDAKernelCallExpr>(call))
      return foundUnknown();
    return foundCall(callee);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    if (construction->getType()->isArrayType() && !construction->getConstructor()->isTrivial())
      return foundUnknown();
    return foundCall(construction->getConstructor());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *temporary) {
    return foundCall(temporary->getTemporary()->getDestructor());
  }
  bool VisitVarDecl(VarDecl *variable) {
    QualType type = variable->getType();
    if (type->isDependentType())
      shape_.buildsDependent = true;
    else if (variable->hasLocalStorage() && type.isDestructedType() != QualType::DK_none)
      return foundDestruction(type);
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *expression) {
    const FunctionDecl *allocation = expression->getOperatorNew();
    return allocation && allocation->isReservedGlobalPlacementOperator() ? true : foundUnknown();
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) { return foundUnknown(); }
  bool VisitCXXThrowExpr(CXXThrowExpr *) { return foundUnknown(); }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *) { return foundUnknown(); }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *) { return foundUnknown(); }
  bool VisitCoroutineBodyStmt(CoroutineBodyStmt *) {
    shape_.coroutine = true;
    return foundUnknown();
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *) { return foundUnknown(); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *argument) {
    const ParmVarDecl *parameter = argument->getParam();
    if (parameter->hasUnparsedDefaultArg() || parameter->hasUninstantiatedDefaultArg())
      return foundUnknown();
    return TraverseStmt(argument->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *initialiser) {
    return initialiser->getType()->isScalarType() ? true : foundUnknown();
  }
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *) { return foundDependent(); }
  bool VisitParenListExpr(ParenListExpr *) { return foundDependent(); }

  bool TraverseDeclStmt(DeclStmt *statement) {
    const auto *variable = statement->decls().empty() ? nullptr : dyn_cast<VarDecl>(*statement->decl_begin());
    if (variable && variable->isImplicit() && isOurs(variable))
      return true;
    return RecursiveASTVisitor::TraverseDeclStmt(statement);
  }
  bool TraverseCXXBindTemporaryExpr(CXXBindTemporaryExpr *temporary) {
    if (isOurs(temporary->getTemporary()->getDestructor()->getParent()))
      return true;
    return RecursiveASTVisitor::TraverseCXXBindTemporaryExpr(temporary);
  }

  // What follows is not executed, or not here. Of a lambda only the captures are.
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    for (Expr *capture : lambda->capture_inits())
      if (capture)
        TraverseStmt(capture);
    return true;
  }
  bool TraverseCXXRecordDecl(CXXRecordDecl *) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }
  template <class... Rest> bool TraverseTypeLoc(TypeLoc, Rest...) { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool countExpression(const Stmt *statement) {
    if (statement && isa<Expr>(statement))
      ++shape_.statements;
    return true;
  }

private:
  bool foundUnknown() {
    shape_.callsUnknown = true;
    return true;
  }
  bool foundDependent() {
    shape_.buildsDependent = true;
    return true;
  }
  bool foundCall(const FunctionDecl *callee) {
    if (!callee)
      return foundUnknown();
    shape_.callees.push_back(callee);
    return true;
  }
  bool foundDestruction(QualType type) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return foundCall(record && record->hasDefinition() ? record->getDestructor() : nullptr);
  }

  BodyShape &shape_;
};

}  // namespace

BodyShape readBody(Stmt *body) {
  BodyShape shape;
  BodyVisitor(shape).TraverseStmt(body);
  return shape;
}

BodyShape readWholeFunction(const FunctionDecl *function, Stmt *body) {
  BodyShape shape = readBody(body);
  BodyVisitor visitor(shape);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function)) {
    for (const CXXCtorInitializer *initialiser : constructor->inits()) {
      if (initialiser->isWritten())
        visitor.countExpression(initialiser->getInit());
      visitor.TraverseStmt(initialiser->getInit());
    }
  }
  // The members and bases go after the body.
  if (const auto *destructor = dyn_cast<CXXDestructorDecl>(function)) {
    const CXXRecordDecl *record = destructor->getParent();
    for (const FieldDecl *field : record->fields())
      if (field->getType()->isDependentType() || field->getType().isDestructedType() != QualType::DK_none)
        shape.callsUnknown = true;
    if (record->getNumBases())
      shape.callsUnknown = true;
  }
  return shape;
}

}  // namespace autoscope
