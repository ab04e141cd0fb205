#include "NodeBuilder.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace autoscope {

VarDecl *NodeBuilder::variable(llvm::StringRef name, QualType type, StorageClass storage) {
  VarDecl *variable = VarDecl::Create(context_, function_, at_, at_, &context_.Idents.get(name), type,
                                      context_.getTrivialTypeSourceInfo(type, at_), storage);
  variable->setImplicit();
  variable->setReferenced();
  variable->setIsUsed();
  variable->setInitStyle(VarDecl::CInit);
  variable->addAttr(NoDebugAttr::CreateImplicit(context_));
  function_->addDecl(variable);
  return variable;
}

VarDecl *NodeBuilder::unitConstant(llvm::StringRef name, QualType type) {
  type = type.withConst();
  VarDecl *constant = VarDecl::Create(context_, context_.getTranslationUnitDecl(), at_, at_, &context_.Idents.get(name),
                                      type, context_.getTrivialTypeSourceInfo(type, at_), SC_Static);
  constant->setImplicit();
  constant->setReferenced();
  constant->setIsUsed();
  constant->setInitStyle(VarDecl::CInit);
  constant->addAttr(NoDebugAttr::CreateImplicit(context_));
  return constant;
}

VarDecl *NodeBuilder::constant(llvm::StringRef name, QualType type, llvm::StringRef section) {
  VarDecl *constant = variable(name, type, SC_Static);
  constant->addAttr(SectionAttr::CreateImplicit(context_, section));
  return constant;
}

// Control may pass the definition of a static variable during constant evaluation only if that is usable in constant
// expressions. Its value is computed for that, which costs, so only where a function may be evaluated.
void NodeBuilder::finishConstant(VarDecl *constant) {
  if (!function_->isConstexpr())
    return;
  constant->setConstexpr(true);
  llvm::SmallVector<PartialDiagnosticAt, 1> notes;
  constant->checkForConstantInitialization(notes);
}

void NodeBuilder::cleanUp(VarDecl *variable, FunctionDecl *by) {
  variable->addAttr(CleanupAttr::CreateImplicit(context_, by));
}

Stmt *NodeBuilder::declare(llvm::ArrayRef<VarDecl *> variables) {
  llvm::SmallVector<Decl *, 2> declarations(variables.begin(), variables.end());
  return new (context_) DeclStmt(DeclGroupRef::Create(context_, declarations.data(), declarations.size()), at_, at_);
}

CompoundStmt *NodeBuilder::block(llvm::ArrayRef<Stmt *> statements) {
  return compat::makeBlock(context_, statements, at_, at_);
}

Expr *NodeBuilder::reference(ValueDecl *declaration, ExprValueKind kind, QualType type) {
  return DeclRefExpr::Create(context_, NestedNameSpecifierLoc(), SourceLocation(), declaration,
                             /*RefersToEnclosingVariableOrCapture=*/false, at_, type, kind);
}

Expr *NodeBuilder::reference(VarDecl *variable) {
  return reference(variable, VK_LValue, variable->getType());
}

Expr *NodeBuilder::addressOf(VarDecl *variable) {
  return UnaryOperator::Create(context_, reference(variable), UO_AddrOf, context_.getPointerType(variable->getType()),
                               VK_PRValue, OK_Ordinary, at_, /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *NodeBuilder::cast(Expr *value, QualType type, CastKind kind, const CXXCastPath *path) {
  return ImplicitCastExpr::Create(context_, type, kind, value, path, VK_PRValue, FPOptionsOverride());
}

Expr *NodeBuilder::number(unsigned value) {
  return IntegerLiteral::Create(context_, llvm::APInt(context_.getIntWidth(context_.UnsignedIntTy), value),
                                context_.UnsignedIntTy, at_);
}

Expr *NodeBuilder::list(const RecordDecl *record, llvm::ArrayRef<Expr *> values) {
  return list(compat::recordType(context_, record), values);
}

Expr *NodeBuilder::list(QualType type, llvm::ArrayRef<Expr *> values) {
  auto *list = new (context_) InitListExpr(context_, at_, values, at_);
  list->setType(type);
  return list;
}

Expr *NodeBuilder::text(llvm::StringRef text) {
  return cast(compat::makeString(context_, text, at_), context_.getPointerType(context_.CharTy.withConst()),
              CK_ArrayToPointerDecay);
}

Expr *NodeBuilder::addressOf(FunctionDecl *function) {
  return cast(reference(function, VK_LValue, function->getType()), context_.getPointerType(function->getType()),
              CK_FunctionToPointerDecay);
}

Expr *NodeBuilder::addressOfArgument(ParmVarDecl *parameter) {
  QualType type = parameter->getType().getNonReferenceType();
  Expr *address = UnaryOperator::Create(context_, reference(parameter, VK_LValue, type), UO_AddrOf,
                                        context_.getPointerType(type), VK_PRValue, OK_Ordinary, at_,
                                        /*CanOverflow=*/false, FPOptionsOverride());
  return cast(address, anyPointer(), CK_BitCast);
}

Expr *NodeBuilder::comma(Expr *first, Expr *second) {
  return BinaryOperator::Create(context_, first, second, BO_Comma, second->getType(), second->getValueKind(),
                                second->getObjectKind(), at_, FPOptionsOverride());
}

Expr *NodeBuilder::call(FunctionDecl *function, llvm::ArrayRef<Expr *> arguments) {
  Expr *callee = cast(reference(function, VK_LValue, function->getType()), context_.getPointerType(function->getType()),
                      CK_FunctionToPointerDecay);
  return CallExpr::Create(context_, callee, arguments, function->getReturnType(), VK_PRValue, at_, FPOptionsOverride());
}

QualType NodeBuilder::anyPointer() {
  return context_.getPointerType(context_.VoidTy.withConst().withVolatile());
}

Expr *NodeBuilder::null() {
  return null(anyPointer());
}

Expr *NodeBuilder::null(QualType pointer) {
  Expr *zero =
      IntegerLiteral::Create(context_, llvm::APInt(context_.getIntWidth(context_.IntTy), 0), context_.IntTy, at_);
  return cast(zero, pointer, CK_NullToPointer);
}

}  // namespace autoscope
