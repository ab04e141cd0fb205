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
  Expr *shapes = arguments_.table ? build_.call(runtime_.record, values()) : nullptr;
  Expr *flops = recordFlops();
  return shapes && flops ? build_.comma(shapes, flops) : shapes ? shapes : flops;
}

Expr *ArgumentInserter::recordFlops() {
  if (!arguments_.flops)
    return nullptr;
  ASTContext &context = build_.context();
  Expr *record = build_.call(runtime_.flops, {build_.addressOf(site_), arguments_.flops});
  return BinaryOperator::Create(context, build_.call(runtime_.wantsFlops, {}), record, BO_LAnd, context.BoolTy,
                                VK_PRValue, OK_Ordinary, build_.at(), FPOptionsOverride());
}

}  // namespace autoscope
