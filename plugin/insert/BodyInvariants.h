// Checks that a body which AstInserter changed is what CodeGen expects: our variables first, the user's statements
// behind them in order, braces and locations kept, no errors inside; of a constructor's initialisers only the first
// changed, and keeps its value.
//
// For debug builds and the option `verify`. Answers with a sentence, or an empty string when all is well.
#ifndef AUTOSCOPE_PLUGIN_INSERT_BODYINVARIANTS_H
#define AUTOSCOPE_PLUGIN_INSERT_BODYINVARIANTS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace clang {
class Expr;
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace autoscope {

class BodyInvariants {
public:
  // Before the change.
  explicit BodyInvariants(const clang::FunctionDecl *function);
  // After it.
  std::string check() const;

private:
  const clang::FunctionDecl *function_;
  clang::SourceLocation left_, end_;
  llvm::SmallVector<const clang::Stmt *, 16> statements_;
  const clang::Expr *value_ = nullptr;  // of the first initialiser of a constructor
};

}  // namespace autoscope

#endif
