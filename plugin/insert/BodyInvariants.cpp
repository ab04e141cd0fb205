#include "BodyInvariants.h"

#include "AstInserter.h"
#include "ConstructorInserter.h"
#include "CoroutineInserter.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace autoscope {
namespace {

const CompoundStmt *blockOf(const FunctionDecl *function) {
  return AstInserter::mainBlock(function->getBody());
}

const Stmt *writtenBody(const FunctionDecl *function) {
  Stmt *body = function->getBody();
  return CoroutineInserter::written(body);
}

// The variable that is all that `statement` declares.
const VarDecl *declared(const Stmt *statement) {
  const auto *declaration = dyn_cast<DeclStmt>(statement);
  return declaration && declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
}

bool isCleanedUp(const VarDecl *variable) {
  return variable && variable->isImplicit() && variable->hasAttr<CleanupAttr>() && variable->hasLocalStorage();
}

bool isSound(const Expr *value) {
  return value && !value->containsErrors() && !value->isTypeDependent() && !value->isValueDependent();
}

}  // namespace

BodyInvariants::BodyInvariants(const FunctionDecl *function) : function_(function) {
  const CompoundStmt *block = blockOf(function);
  if (!block)
    return;
  if (const CXXCtorInitializer *initializer = ConstructorInserter::first(function))
    value_ = initializer->getInit();
  left_ = block->getLBracLoc();
  end_ = function->getBody()->getEndLoc();
  if (isa<CXXTryStmt>(writtenBody(function)) && !isa<CXXConstructorDecl, CXXDestructorDecl>(function))
    statements_.push_back(writtenBody(function));
  else
    statements_.append(block->body_begin(), block->body_end());
}

std::string BodyInvariants::check() const {
  const CXXCtorInitializer *initializer = ConstructorInserter::first(function_);
  bool lasting = initializer && ConstructorInserter::isChanged(initializer);
  const unsigned own = lasting ? 1 : AstInserter::ownStatements;
  const CompoundStmt *block = blockOf(function_);
  if (!block)
    return "it has no block";
  if (block->getLBracLoc() != left_ || function_->getBody()->getEndLoc() != end_)
    return "its braces moved";
  if (!AstInserter::isInstrumented(function_))
    return "it does not begin with the site";
  if (block->size() != statements_.size() + own)
    return "the number of statements is wrong";
  for (unsigned i = 0; i < statements_.size(); ++i)
    if (block->body_begin()[i + own] != statements_[i])
      return "a statement of the user changed";
  if (initializer && lasting != (initializer->getInit() != value_))
    return "an initialiser changed";
  if (lasting)
    return cast<BinaryOperator>(initializer->getInit())->getRHS() == value_ ? "" : "an initialiser's value changed";

  const VarDecl *guard = declared(block->body_begin()[1]);
  if (!isCleanedUp(guard))
    return "the guard is not a local variable with a cleanup";
  if (CoroutineInserter::isCoroutine(function_))
    return CoroutineInserter::check(function_);
  const auto *inner = dyn_cast<CompoundStmt>(block->body_begin()[2]);
  if (inner && inner->size() == 2 && isa<CompoundStmt>(inner->body_front()))  // FLOPs behind it
    inner = cast<CompoundStmt>(inner->body_front());
  const VarDecl *entry = inner && !inner->body_empty() ? declared(inner->body_back()) : nullptr;
  if (!isCleanedUp(entry))
    return "the entry is not a local variable with a cleanup";
  if (!isSound(entry->getInit()))
    return "the entry's initialiser has errors";
  const VarDecl *values = inner->size() == 1 ? nullptr : declared(inner->body_front());
  if (inner->size() > 2 || (inner->size() == 2 && (!isCleanedUp(values) || !isSound(values->getInit()))))
    return "the arguments' values are not a local variable with a cleanup";
  if (guard->getDeclContext() != function_ || entry->getDeclContext() != function_)
    return "a variable of ours belongs to another function";
  return {};
}

}  // namespace autoscope
