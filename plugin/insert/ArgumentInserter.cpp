#include "ArgumentInserter.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"

using namespace clang;

namespace autoscope {

llvm::SmallVector<Expr *, 9> ArgumentInserter::values() {
  llvm::SmallVector<Expr *, 9> values{build_.addressOf(site_)};
  values.append(arguments_.addresses.begin(), arguments_.addresses.end());
  return values;
}

VarDecl *ArgumentInserter::recordLater() {
  if (!arguments_.table)
    return nullptr;
  VarDecl *variable = build_.variable("__autoscope_values", compat::recordType(build_.context(), runtime_.values));
  variable->setInit(build_.list(runtime_.values, values()));
  build_.cleanUp(variable, runtime_.recordValues);
  return variable;
}

Expr *ArgumentInserter::recordNow() {
  return arguments_.table ? build_.call(runtime_.record, values()) : nullptr;
}

}  // namespace autoscope
