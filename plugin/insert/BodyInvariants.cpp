#include "BodyInvariants.h"

#include "AstInserter.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned ownStatements = 2;  // the statics, the guard

const CompoundStmt *blockOf(const FunctionDecl *function) {
  const Stmt *body = function->getBody();
  if (const auto *tryBlock = dyn_cast_or_null<CXXTryStmt>(body))
    return tryBlock->getTryBlock();
  return dyn_cast_or_null<CompoundStmt>(body);
}

}  // namespace

BodyInvariants::BodyInvariants(const FunctionDecl *function) : function_(function) {
  wasTry_ = isa_and_nonnull<CXXTryStmt>(function->getBody());
  const CompoundStmt *block = blockOf(function);
  if (!block)
    return;
  left_ = block->getLBracLoc();
  right_ = block->getRBracLoc();
  statements_.append(block->body_begin(), block->body_end());
}

std::string BodyInvariants::check() const {
  const CompoundStmt *block = blockOf(function_);
  if (!block)
    return "it has no block";
  if (isa<CXXTryStmt>(function_->getBody()) != wasTry_)
    return "a function-try-block came or went";
  if (block->getLBracLoc() != left_ || block->getRBracLoc() != right_)
    return "its braces moved";
  if (!AstInserter::isInstrumented(function_))
    return "it does not begin with the site";
  if (block->size() != statements_.size() + ownStatements)
    return "the number of statements is wrong";
  for (unsigned i = 0; i < statements_.size(); ++i)
    if (block->body_begin()[i + ownStatements] != statements_[i])
      return "a statement of the user changed";

  const auto *statement = dyn_cast<DeclStmt>(block->body_begin()[1]);
  const auto *guard = statement && statement->isSingleDecl() ? dyn_cast<VarDecl>(statement->getSingleDecl()) : nullptr;
  if (!guard || !guard->isImplicit() || !guard->hasAttr<CleanupAttr>() || !guard->hasLocalStorage())
    return "the guard is not a local variable with a cleanup";
  const Expr *init = guard->getInit();
  if (!init || init->containsErrors() || init->isTypeDependent() || init->isValueDependent())
    return "the guard's construction has errors";
  if (guard->getDeclContext() != function_)
    return "the guard belongs to another function";
  return {};
}

}  // namespace autoscope
