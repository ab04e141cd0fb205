#include "CoroutineInserter.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace autoscope {
namespace {

// Finds the suspensions that a body executes, each once though statements share parts of theirs, and the try-blocks
// around them.
class Suspensions {
public:
  explicit Suspensions(Stmt *body) { walk(body); }

  llvm::ArrayRef<CoroutineSuspendExpr *> all() const { return all_; }
  llvm::ArrayRef<CXXTryStmt *> tryBlocks() const { return tryBlocks_; }

private:
  // Whether there is one in it.
  bool walk(Stmt *statement) {
    if (!statement)
      return false;
    if (auto *suspension = dyn_cast<CoroutineSuspendExpr>(statement)) {
      // The operand as written is a part of the common expression; ready, suspend and resume refer to its value.
      if (seen_.insert(suspension).second) {
        walk(suspension->getCommonExpr());
        all_.push_back(suspension);
      }
      return true;
    }
    if (auto *tryBlock = dyn_cast<CXXTryStmt>(statement))
      return walkTry(tryBlock);
    if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {  // its body is another function
      bool found = false;
      for (Expr *value : lambda->capture_inits())
        found |= walk(value);
      return found;
    }
    if (auto *value = dyn_cast<OpaqueValueExpr>(statement))
      return walk(value->getSourceExpr());
    if (auto *list = dyn_cast<InitListExpr>(statement))
      if (InitListExpr *semantic = list->getSemanticForm())
        statement = semantic;
    bool found = false;
    for (Stmt *child : statement->children())
      found |= walk(child);
    return found;
  }

  bool walkTry(CXXTryStmt *tryBlock) {
    bool inside = walk(tryBlock->getTryBlock());
    if (inside)
      tryBlocks_.push_back(tryBlock);
    bool behind = false;
    for (unsigned i = 0; i < tryBlock->getNumHandlers(); ++i)
      behind |= walk(tryBlock->getHandler(i)->getHandlerBlock());
    return inside || behind;
  }

  llvm::SmallPtrSet<const Stmt *, 8> seen_;
  llvm::SmallVector<CoroutineSuspendExpr *, 8> all_;
  llvm::SmallVector<CXXTryStmt *, 2> tryBlocks_;
};

void replace(CoroutineSuspendExpr *suspension, const Expr *old, Expr *with) {
  for (Stmt *&child : suspension->children())
    if (child == old)
      child = with;
}

// A new handler: one without dependent parts is shared by all instances of a template.
Stmt *beginningWith(ASTContext &context, CXXCatchStmt *handler, Stmt *first) {
  auto *block = cast<CompoundStmt>(handler->getHandlerBlock());
  llvm::SmallVector<Stmt *, 8> statements{first};
  statements.append(block->body_begin(), block->body_end());
  return new (context) CXXCatchStmt(handler->getCatchLoc(), handler->getExceptionDecl(),
                                    compat::makeBlockLike(context, block, statements));
}

// The function of abi.h that `expression` calls; null if it calls none.
const FunctionDecl *callee(const Stmt *expression) {
  const auto *call = dyn_cast_or_null<CallExpr>(expression);
  return call ? call->getDirectCallee() : nullptr;
}

bool calls(const Stmt *expression, llvm::StringRef name) {
  const FunctionDecl *function = callee(expression);
  return function && function->getIdentifier() && function->getName() == name;
}

bool isResumed(const Stmt *expression) {
  return calls(expression, "__autoscope_coroutine_resumed");
}

}  // namespace

bool CoroutineInserter::isCoroutine(const FunctionDecl *function) {
  return isa_and_nonnull<CoroutineBodyStmt>(function->getBody());
}

Stmt *&CoroutineInserter::written(Stmt *&body) {
  auto *coroutine = dyn_cast_or_null<CoroutineBodyStmt>(body);
  return coroutine ? *coroutine->child_begin() : body;
}

llvm::SmallVector<Stmt *, 2> CoroutineInserter::insert(NodeBuilder &build, VarDecl *site) {
  ASTContext &context = build.context();
  VarDecl *guard = build.variable("__autoscope_guard", compat::recordType(context, runtime_.coroutine));
  llvm::SmallVector<Expr *, 4> values;
  for (const FieldDecl *field : runtime_.coroutine->fields()) {
    QualType type = field->getType();
    if (values.empty())
      values.push_back(build.cast(build.addressOf(site), type, CK_NoOp));
    else if (context.hasSameType(type, context.UnsignedIntTy))
      values.push_back(build.number(values.size() == 3 ? ~0u : 0));  // __depth: __autoscope_off
    else
      values.push_back(build.cast(build.number(0), type, CK_IntegralCast));
  }
  guard->setInit(build.list(runtime_.coroutine, values));
  build.cleanUp(guard, runtime_.coroutineLeave);

  Stmt *body = build.function()->getBody();
  Suspensions suspensions(written(body));
  for (CoroutineSuspendExpr *suspension : suspensions.all()) {
    NodeBuilder here(context, build.function(), suspension->getKeywordLoc());
    Expr *ready = suspension->getReadyExpr(), *resume = suspension->getResumeExpr();
    replace(suspension, ready, here.call(runtime_.coroutineSuspending, {here.addressOf(guard), ready}));
    replace(suspension, resume,
            BinaryOperator::Create(context, here.call(runtime_.coroutineResumed, {here.addressOf(guard)}), resume,
                                   BO_Comma, resume->getType(), resume->getValueKind(), resume->getObjectKind(),
                                   here.at(), FPOptionsOverride()));
  }
  for (CXXTryStmt *tryBlock : suspensions.tryBlocks())
    for (Stmt *&handler : llvm::drop_begin(tryBlock->children())) {
      NodeBuilder here(context, build.function(), cast<CXXCatchStmt>(handler)->getHandlerBlock()->getBeginLoc());
      handler = beginningWith(context, cast<CXXCatchStmt>(handler),
                              here.call(runtime_.coroutineResumed, {here.addressOf(guard)}));
    }
  return {build.declare(guard), build.call(runtime_.coroutineResumed, {build.addressOf(guard)})};
}

std::string CoroutineInserter::check(const FunctionDecl *function) {
  Stmt *body = function->getBody();
  Suspensions suspensions(written(body));
  for (const CoroutineSuspendExpr *suspension : suspensions.all()) {
    if (!calls(suspension->getReadyExpr(), "__autoscope_coroutine_suspending"))
      return "a suspension is not told of";
    const auto *resume = dyn_cast<BinaryOperator>(suspension->getResumeExpr());
    if (!resume || !isResumed(resume->getLHS()) || suspension->getType() != resume->getType() ||
        suspension->getValueKind() != resume->getValueKind())
      return "a resumption is not told of, or has another type";
    if (resume->containsErrors() || suspension->getReadyExpr()->containsErrors())
      return "a suspension has errors";
  }
  for (CXXTryStmt *tryBlock : suspensions.tryBlocks())
    for (unsigned i = 0; i < tryBlock->getNumHandlers(); ++i) {
      const auto *block = cast<CompoundStmt>(tryBlock->getHandler(i)->getHandlerBlock());
      if (block->body_empty() || !isResumed(block->body_front()))
        return "a handler of exceptions does not resume";
    }
  return {};
}

}  // namespace autoscope
