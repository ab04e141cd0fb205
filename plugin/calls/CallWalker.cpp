#include "CallWalker.h"

#include "../insert/ConstructorInserter.h"
#include "../insert/CoroutineInserter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include <iterator>

using namespace clang;

namespace autoscope {
namespace {

// Neither run, or a constant, or made of parts that belong together.
bool isLeftAlone(const Stmt *statement) {
  if (const auto *type = dyn_cast<CXXTypeidExpr>(statement))
    return type->isTypeOperand() || !type->isPotentiallyEvaluated();
  return isa<ConstantExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, SubstNonTypeTemplateParmExpr, PseudoObjectExpr>(
      statement);
}

// The one of several parts that is evaluated, where the language chooses it; null if it does not.
const Stmt *chosenPart(const Stmt *statement) {
  if (const auto *generic = dyn_cast<GenericSelectionExpr>(statement))
    return generic->getResultExpr();
  if (const auto *choice = dyn_cast<ChooseExpr>(statement))
    return choice->getChosenSubExpr();
  if (const auto *suspension = dyn_cast<CoroutineSuspendExpr>(statement))
    return suspension->getCommonExpr();  // the others refer to its value
  return nullptr;
}

bool isMustTail(const Stmt *statement) {
  const auto *attributed = dyn_cast<AttributedStmt>(statement);
  if (!attributed)
    return false;
  for (const Attr *attribute : attributed->getAttrs())
    if (isa<MustTailAttr>(attribute))
      return true;
  return false;
}

}  // namespace

void CallWalker::walkBody(Stmt *body) {
  // Only what the user wrote of a coroutine; the rest calls nothing of his.
  Stmt *written = CoroutineInserter::written(body);
  walk(written, FullExpression::HasNoEnd);  // a block or a try-block, which stay where they are
}

void CallWalker::walkInitializers(CXXConstructorDecl *constructor) {
  for (CXXCtorInitializer *&initializer : llvm::make_range(constructor->init_begin(), constructor->init_end())) {
    Stmt *value = initializer->getInit();
    walk(value, FullExpression::HasNoEnd);
    if (value != initializer->getInit())
      initializer = ConstructorInserter::withValue(context_, initializer, cast<Expr>(value));
  }
}

void CallWalker::walkInitializer(VarDecl *variable) {
  if (variable->hasInit() && !variable->isConstexpr())
    walk(*variable->getInitAddress(), FullExpression::HasNoEnd);
}

void CallWalker::walk(Stmt *&slot, FullExpression around) {
  if (!slot || isLeftAlone(slot) || walkSpecial(slot, around))
    return;
  walkChildren(slot, around);
  auto *call = dyn_cast<CallExpr>(slot);
  Expr *changed = call ? user_.replacement(call) : nullptr;
  if (!changed)
    return;
  // Only there, so that the temporaries of the arguments live as long as they did.
  if (around == FullExpression::HasNoEnd)
    changed = ExprWithCleanups::Create(context_, changed, /*CleanupsHaveSideEffects=*/true, {});
  slot = changed;
}

void CallWalker::walkChildren(Stmt *parent, FullExpression around) {
  if (!isa<Expr>(parent))
    around = FullExpression::HasNoEnd;
  else if (isa<ExprWithCleanups>(parent))
    around = FullExpression::HasEnd;
  for (Stmt *&child : parent->children())
    walk(child, around);
}

bool CallWalker::walkSpecial(Stmt *statement, FullExpression around) {
  if (isMustTail(statement)) {
    leave(statement, CallSkip::MustTail);
  } else if (auto *declarations = dyn_cast<DeclStmt>(statement)) {
    walkDeclarations(declarations);
  } else if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    walkLambda(lambda, around);
  } else if (auto *captured = dyn_cast<CapturedStmt>(statement)) {
    walkCaptured(captured);
  } else if (const Stmt *chosen = chosenPart(statement)) {
    walkPart(statement, chosen, around);
  } else if (auto *copies = dyn_cast<ArrayInitLoopExpr>(statement)) {
    leave(copies->getCommonExpr()->getSourceExpr(), CallSkip::ArrayCopy);
  } else if (auto *block = dyn_cast<BlockExpr>(statement)) {
    walkBody(block->getBody());
  } else if (auto *list = dyn_cast<InitListExpr>(statement)) {
    // What the user wrote and what it means share parts; the latter is compiled.
    InitListExpr *semantic = list->getSemanticForm();
    walkChildren(semantic ? semantic : list, around);
  } else if (auto *argument = dyn_cast<CXXDefaultArgExpr>(statement)) {
    leave(argument->getExpr(), CallSkip::DefaultArgument);
  } else if (auto *initializer = dyn_cast<CXXDefaultInitExpr>(statement)) {
    leave(initializer->getExpr(), CallSkip::DefaultInitializer);
  } else {
    return false;
  }
  return true;
}

void CallWalker::walkLambda(LambdaExpr *lambda, FullExpression around) {
  unsigned captures = lambda->capture_size();
  for (Stmt *&child : lambda->children()) {
    if (captures-- == 0)
      break;
    walk(child, around);
  }
  if (lambdas_ == Lambdas::Enter && !lambda->getCallOperator()->isDependentContext())
    walkBody(lambda->getBody());
}

// The captured statement lies behind the captures; CodeGen reads it there and in the declaration.
void CallWalker::walkCaptured(CapturedStmt *captured) {
  auto slot = captured->child_begin();
  std::advance(slot, captured->capture_size());
  walk(*slot, FullExpression::HasNoEnd);
  captured->getCapturedDecl()->setBody(*slot);
}

void CallWalker::walkPart(Stmt *parent, const Stmt *part, FullExpression around) {
  for (Stmt *&child : parent->children())
    if (child == part) {
      walk(child, around);
      return;
    }
}

// Not the sizes of variable arrays: types share them, and CodeGen knows them by their nodes.
void CallWalker::walkDeclarations(DeclStmt *statement) {
  for (Decl *declaration : statement->decls())
    if (auto *variable = dyn_cast<VarDecl>(declaration)) {
      if (const auto *array = context_.getAsVariableArrayType(variable->getType()))
        leave(array->getSizeExpr(), CallSkip::ArraySize);
      walkInitializer(variable);
    }
}

void CallWalker::leave(const Stmt *statement, CallSkip reason) {
  if (!statement)
    return;
  if (const auto *call = dyn_cast<CallExpr>(statement))
    user_.cannotReplace(call, reason);
  for (const Stmt *child : statement->children())
    leave(child, reason);
}

}  // namespace autoscope
