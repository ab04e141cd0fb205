#include "ConstructorInserter.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

// In the order in which they run; null if there is none.
CXXCtorInitializer **firstOf(CXXConstructorDecl *constructor) {
  for (CXXCtorInitializer *&initializer : llvm::make_range(constructor->init_begin(), constructor->init_end()))
    if (!initializer->isBaseInitializer() || !initializer->isBaseVirtual())
      return &initializer;
  return nullptr;
}

// At the end of the unit Clang looks for constructors that delegate in a circle, and no longer finds the target of one
// that we changed: so the chain must be known to end.
bool endsDelegating(const CXXConstructorDecl *constructor) {
  constexpr unsigned longest = 16;
  for (unsigned length = 0; length < longest; ++length) {
    const FunctionDecl *definition = nullptr;
    if (!constructor->isDefined(definition))
      return false;
    constructor = cast<CXXConstructorDecl>(definition);
    if (!constructor->isDelegatingConstructor())
      return true;
    const auto *target = dyn_cast<CXXConstructExpr>((*constructor->init_begin())->getInit()->IgnoreImplicit());
    if (!target)
      return ConstructorInserter::isChanged(*constructor->init_begin());
    constructor = target->getConstructor();
  }
  return false;
}

CXXConstructorDecl *enteringConstructor(const CXXRecordDecl *type) {
  for (CXXConstructorDecl *constructor : type->ctors())
    if (!constructor->isCopyOrMoveConstructor() && constructor->getNumParams() == 1)
      return constructor;
  return nullptr;
}

}  // namespace

const CXXCtorInitializer *ConstructorInserter::first(const FunctionDecl *function) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
  CXXCtorInitializer **found = constructor ? firstOf(const_cast<CXXConstructorDecl *>(constructor)) : nullptr;
  return found ? *found : nullptr;
}

bool ConstructorInserter::isChanged(const CXXCtorInitializer *initializer) {
  const auto *pair = dyn_cast<BinaryOperator>(initializer->getInit());
  const Expr *first = pair && pair->getOpcode() == BO_Comma ? pair->getLHS() : nullptr;
  if (const auto *inner = dyn_cast_or_null<BinaryOperator>(first))
    first = inner->getLHS();
  const auto *guard = dyn_cast_or_null<CXXBindTemporaryExpr>(first);
  return guard && guard->getType()->getAsCXXRecordDecl()->getIdentifier() &&
         guard->getType()->getAsCXXRecordDecl()->getName() == "__autoscope_constructor";
}

CXXCtorInitializer *ConstructorInserter::withValue(ASTContext &context, const CXXCtorInitializer *original,
                                                   Expr *value) {
  SourceLocation left = original->getLParenLoc();
  SourceLocation right = original->getRParenLoc();
  CXXCtorInitializer *changed = nullptr;
  if (original->isBaseInitializer())
    changed = new (context) CXXCtorInitializer(context, original->getTypeSourceInfo(), original->isBaseVirtual(), left,
                                               value, right, original->getEllipsisLoc());
  else if (original->isDelegatingInitializer())
    changed = new (context) CXXCtorInitializer(context, original->getTypeSourceInfo(), left, value, right);
  else if (original->isIndirectMemberInitializer())
    changed = new (context)
        CXXCtorInitializer(context, original->getIndirectMember(), original->getMemberLocation(), left, value, right);
  else
    changed = new (context)
        CXXCtorInitializer(context, original->getMember(), original->getMemberLocation(), left, value, right);
  if (original->isWritten())
    changed->setSourceOrder(original->getSourceOrder());
  return changed;
}

bool ConstructorInserter::canInsert(const FunctionDecl *function) const {
  const CXXCtorInitializer *initializer = first(function);
  if (!initializer || !initializer->getInit() || !runtime_.constructor || function->isConstexpr())
    return false;
  return !initializer->isDelegatingInitializer() || endsDelegating(cast<CXXConstructorDecl>(function));
}

void ConstructorInserter::insert(NodeBuilder &build, VarDecl *site, Expr *then) {
  ASTContext &context = build.context();
  auto *constructor = cast<CXXConstructorDecl>(build.function());
  CXXCtorInitializer **initializer = firstOf(constructor);
  Expr *value = (*initializer)->getInit();
  // Coverage maps the range of the whole value, which must not begin behind its end.
  SourceLocation begin = value->getBeginLoc();
  NodeBuilder here(context, constructor, begin.isValid() ? begin : constructor->getLocation());

  CXXRecordDecl *type = runtime_.constructor;
  CXXConstructorDecl *enter = enteringConstructor(type);
  CXXDestructorDecl *leave = type->getDestructor();
  sema_.MarkFunctionReferenced(here.at(), enter);
  sema_.MarkFunctionReferenced(here.at(), leave);
  QualType guardType = compat::recordType(context, type);
  QualType siteType = enter->getParamDecl(0)->getType();
  Expr *address = here.addressOf(site);
  if (!context.hasSameType(address->getType(), siteType))
    address = here.cast(address, siteType, CK_NoOp);
  Expr *guard = compat::makeConstruction(context, guardType, here.at(), enter, {address});
  guard = CXXBindTemporaryExpr::Create(context, CXXTemporary::Create(context, leave), guard);
  value = here.comma(then ? here.comma(guard, then) : guard, value);
  *initializer = withValue(context, *initializer, value);
}

}  // namespace autoscope
