#include "CallWrapper.h"

#include "../insert/ObjectPointers.h"
#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

MemberExpr *calledMember(const CallExpr *call) {
  if (!isa<CXXMemberCallExpr>(call))
    return nullptr;
  return const_cast<MemberExpr *>(dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens()));
}

OpaqueValueExpr *opaque(ASTContext &context, Expr *value) {
  return new (context)
      OpaqueValueExpr(value->getExprLoc(), value->getType(), value->getValueKind(), value->getObjectKind(), value);
}

// Not an overloaded one; CodeGen takes the address of temporaries, too.
Expr *addressOf(NodeBuilder &build, Expr *object) {
  ASTContext &context = build.context();
  return UnaryOperator::Create(context, object, UO_AddrOf, context.getPointerType(object->getType()), VK_PRValue,
                               OK_Ordinary, build.at(), /*CanOverflow=*/false, FPOptionsOverride());
}

// The same call on another object and with other arguments. `arguments` holds the object of an operator's call first.
CallExpr *callLike(ASTContext &context, const CallExpr *original, Expr *object, llvm::ArrayRef<Expr *> arguments) {
  MemberExpr *member = calledMember(original);
  if (!member) {
    const auto *symbol = cast<CXXOperatorCallExpr>(original);
    return CXXOperatorCallExpr::Create(context, symbol->getOperator(), const_cast<Expr *>(symbol->getCallee()),
                                       arguments, symbol->getType(), symbol->getValueKind(), symbol->getOperatorLoc(),
                                       symbol->getFPFeatures());
  }
  Expr *callee =
      MemberExpr::Create(context, object, member->isArrow(), member->getOperatorLoc(), member->getQualifierLoc(),
                         member->getTemplateKeywordLoc(), member->getMemberDecl(), member->getFoundDecl(),
                         member->getMemberNameInfo(), /*TemplateArgs=*/nullptr, member->getType(),
                         member->getValueKind(), member->getObjectKind(), member->isNonOdrUse());
  return CXXMemberCallExpr::Create(context, callee, arguments, original->getType(), original->getValueKind(),
                                   original->getRParenLoc(), original->getFPFeatures());
}

// Null: no conversion of the object that a call implies.
const ImplicitCastExpr *conversionOf(const Expr *object) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(object);
  if (!cast)
    return nullptr;
  switch (cast->getCastKind()) {
  case CK_NoOp:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return cast;
  default:
    return nullptr;
  }
}

// The conversions of `receiver` between it and `whole`, of another expression for the same object.
Expr *converted(ASTContext &context, const Expr *receiver, const Expr *whole, Expr *object) {
  if (receiver == whole)
    return object;
  const ImplicitCastExpr *cast = conversionOf(receiver);
  CXXCastPath path;
  for (const CXXBaseSpecifier *base : cast->path())
    path.push_back(const_cast<CXXBaseSpecifier *>(base));
  return ImplicitCastExpr::Create(context, cast->getType(), cast->getCastKind(),
                                  converted(context, cast->getSubExpr(), whole, object), &path, cast->getValueKind(),
                                  FPOptionsOverride());
}

CXXConstructorDecl *defaultConstructor(const CXXRecordDecl *type) {
  for (CXXConstructorDecl *constructor : type->ctors())
    if (constructor->isDefaultConstructor())
      return constructor;
  return nullptr;
}

}  // namespace

Expr *CallWrapper::receiver(const CallExpr *call) {
  if (const MemberExpr *member = calledMember(call)) {
    Expr *base = member->getBase();
    return member->isArrow() || base->isGLValue() ? base : nullptr;
  }
  if (!isa<CXXOperatorCallExpr>(call) || call->getNumArgs() == 0)
    return nullptr;
  Expr *object = const_cast<Expr *>(call->getArg(0));
  return object->isGLValue() ? object : nullptr;
}

Expr *CallWrapper::wholeObject(const Expr *receiver) {
  while (const ImplicitCastExpr *cast = conversionOf(receiver))
    receiver = cast->getSubExpr();
  return const_cast<Expr *>(receiver);
}

OpaqueValueExpr *CallWrapper::makeGuard(NodeBuilder &build) {
  ASTContext &context = build.context();
  CXXConstructorDecl *make = defaultConstructor(runtime_.call);
  CXXDestructorDecl *destroy = runtime_.call->getDestructor();
  sema_.MarkFunctionReferenced(build.at(), make);
  sema_.MarkFunctionReferenced(build.at(), destroy);
  QualType type = compat::recordType(context, runtime_.call);
  Expr *guard = compat::makeConstruction(context, type, build.at(), make, {});
  guard = CXXBindTemporaryExpr::Create(context, CXXTemporary::Create(context, destroy), guard);
  return opaque(context, new (context) MaterializeTemporaryExpr(type, guard, /*BoundToLvalueReference=*/true));
}

Expr *CallWrapper::makeBegin(NodeBuilder &build, Expr *guard, Expr *object, const Scope &scope) {
  FunctionDecl *begin = scope.caller == Caller::Coroutine ? runtime_.callBeginInCoroutine : runtime_.callBegin;
  return build.call(begin, {addressOf(build, guard), build.addressOf(scope.site), asAnyPointer(build, object),
                            asBasePointer(sema_, build, object, scope.base)});
}

Expr *CallWrapper::syntaxOf(Expr *argument) {
  if (syntax_ == Syntax::Call)
    return argument;
  ASTContext &context = sema_.Context;
  auto *nothing = new (context) OpaqueValueExpr(argument->getEndLoc(), argument->getType(), argument->getValueKind());
  return new (context) ParenExpr(argument->getBeginLoc(), argument->getEndLoc(), nothing);
}

Expr *CallWrapper::wrap(CallExpr *call, const Scope &scope) {
  ASTContext &context = sema_.Context;
  NodeBuilder build(context, /*function=*/nullptr, call->getExprLoc());
  Expr *written = receiver(call);
  Expr *whole = scope.object == Object::Whole ? wholeObject(written) : written;
  OpaqueValueExpr *object = opaque(context, whole);
  auto asCalled = [&](Expr *known) { return converted(context, written, whole, known); };
  OpaqueValueExpr *guard = makeGuard(build);
  Expr *pointer = object->getType()->isPointerType() ? static_cast<Expr *>(object) : addressOf(build, object);
  Expr *begin = makeBegin(build, guard, pointer, scope);

  llvm::SmallVector<Expr *, 5> steps{object, guard};
  llvm::SmallVector<Expr *, 8> arguments(call->arg_begin(), call->arg_end());
  const auto *symbol = dyn_cast<CXXOperatorCallExpr>(call);
  if (symbol)
    arguments[0] = asCalled(object);
  if (symbol && symbol->isAssignmentOp()) {
    // The right side comes first, so the object is the last argument.
    arguments[0] = asCalled(PseudoObjectExpr::Create(context, syntaxOf(whole), {object, begin}, 0));
    steps.erase(steps.begin());
  } else if (arguments.size() > (symbol ? 1 : 0)) {
    arguments.back() = PseudoObjectExpr::Create(context, syntaxOf(arguments.back()), {arguments.back(), begin}, 0);
  } else {
    steps.push_back(begin);
  }
  unsigned result = steps.size();
  steps.push_back(callLike(context, call, asCalled(object), arguments));
  steps.push_back(build.call(runtime_.callFinish, {addressOf(build, guard)}));
  Expr *syntax = call;
  if (syntax_ == Syntax::Parts)  // the object alone is no other part's child
    syntax = new (context) ParenExpr(call->getBeginLoc(), call->getEndLoc(), written);
  return PseudoObjectExpr::Create(context, syntax, steps, result);
}

}  // namespace autoscope
