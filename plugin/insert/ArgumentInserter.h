// Makes of ArgumentNodes what is put into a body: the values that a clean-up records once the scope is entered, and
// where no clean-up can be, a call that records them at once.
//
// For AstInserter, on the compiler's thread.
#ifndef AUTOSCOPE_PLUGIN_INSERT_ARGUMENTINSERTER_H
#define AUTOSCOPE_PLUGIN_INSERT_ARGUMENTINSERTER_H

#include "ArgumentNodes.h"
#include "NodeBuilder.h"
#include "RuntimeLookup.h"

namespace autoscope {

class ArgumentInserter {
public:
  // `site`: the variable of the function that describes it.
  ArgumentInserter(NodeBuilder &build, const RuntimeDeclarations &runtime, clang::VarDecl *site,
                   const ArgumentNodes &arguments)
      : build_(build), runtime_(runtime), site_(site), arguments_(arguments) {}

  // Each null when there are no shapes. To be declared in front of the entry.
  clang::VarDecl *recordLater();
  // Both, FLOPs only while they are recorded.
  clang::Expr *recordNow();
  clang::Expr *recordFlops();

private:
  llvm::SmallVector<clang::Expr *, 9> values();

  NodeBuilder &build_;
  const RuntimeDeclarations &runtime_;
  clang::VarDecl *site_;
  const ArgumentNodes &arguments_;
};

}  // namespace autoscope

#endif
