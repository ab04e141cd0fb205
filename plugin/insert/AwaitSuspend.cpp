#include "AwaitSuspend.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr llvm::StringRef name = "await_suspend";

bool runsWithoutFrame(const FunctionDecl *function) {
  if (function->getOverloadedOperator() == OO_Delete)
    return knowsAwaitSuspend(function->getASTContext());
  return isa<CXXMethodDecl>(function) && function->getIdentifier() && function->getName() == name;
}

// Such as that of std::suspend_always: it tells nobody of the coroutine, so nobody resumes it meanwhile.
bool isEmpty(const FunctionDecl *function) {
  const auto *body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  return body && body->body_empty();
}

}  // namespace

bool knowsAwaitSuspend(const ASTContext &context) {
  return compat::inlinesAwaitSuspend && context.Idents.find(name) != context.Idents.end();
}

void keepOutOfCoroutine(Decl *declaration) {
  auto *function = dyn_cast<FunctionDecl>(declaration);
  if (!compat::inlinesAwaitSuspend || !function || !runsWithoutFrame(function) ||
      !function->doesThisDeclarationHaveABody() || function->hasAttr<NoInlineAttr>() || isEmpty(function))
    return;
  function->dropAttr<AlwaysInlineAttr>();
  function->addAttr(NoInlineAttr::CreateImplicit(function->getASTContext()));
}

}  // namespace autoscope
