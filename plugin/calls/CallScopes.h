// Gives the modules whose `forward` is compiled elsewhere their scopes: at the calls, in every body of the unit.
//
// One object per translation unit, on the compiler's thread. Bodies that CodeGen takes at once are changed when they
// come, all others at the end of the unit: templates share nodes with their instances, and what is still to be
// instantiated must not meet ours. A callee has one site in the unit, with the callee's own name and place.
#ifndef AUTOSCOPE_PLUGIN_CALLS_CALLSCOPES_H
#define AUTOSCOPE_PLUGIN_CALLS_CALLSCOPES_H

#include "../insert/RuntimeLookup.h"
#include "../site/SiteDescriptor.h"
#include "CallWalker.h"
#include "CallWrapper.h"
#include "ModuleCalls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <string>
#include <utility>

namespace clang {
class CompilerInstance;
class Decl;
}  // namespace clang

namespace autoscope {

class CallScopes : CallWalker::User {
public:
  struct Unit {
    clang::CompilerInstance &compiler;
    const Options &options;
    const UnitFacts &facts;
    const SelectionPolicy &policy;
    const FactsCollector &collector;
  };
  struct Describe {
    std::function<SiteDescriptor(const clang::FunctionDecl *function)> site;
    // What a class holds, for a site that is emitted if the function is.
    std::function<clang::Expr *(const clang::CXXRecordDecl *record, const clang::FunctionDecl *user)> members;
  };

  CallScopes(const Unit &unit, Describe describe);
  // What is found and built with while the unit is parsed; null afterwards.
  void use(clang::Sema *sema, RuntimeLookup *runtime);

  // Each definition of user code, once, with the facts that its own selection went by.
  void add(clang::FunctionDecl *function, const FunctionFacts &facts);
  // Each declaration that Clang hands over: variables, and instances of the library's templates in system headers.
  void handedOver(clang::Decl *declaration);
  // A variable template's, or a static data member of a class template's, before CodeGen has it.
  void instantiated(clang::VarDecl *variable);
  void finish();

private:
  clang::Expr *replacement(clang::CallExpr *call) override;
  void cannotReplace(const clang::CallExpr *call, CallSkip reason) override;

  bool isActive();
  bool mapsParts() const;
  bool keepsSyntax() const;
  bool isEmittedNow(const clang::FunctionDecl *function) const;
  void schedule(clang::FunctionDecl *function);
  void change(clang::FunctionDecl *function);
  void changeVariables(clang::Decl *declaration);
  void changeInitializer(clang::VarDecl *variable);
  SiteDescriptor describe(const ModuleCalls::Callee &callee) const;
  clang::VarDecl *siteOf(const ModuleCalls::Callee &callee);

  Unit unit_;
  Describe describe_;
  ModuleCalls calls_;
  clang::Sema *sema_ = nullptr;
  RuntimeLookup *runtime_ = nullptr;

  llvm::SmallVector<clang::FunctionDecl *, 16> waiting_;  // for the end of the unit
  llvm::DenseMap<std::pair<const clang::FunctionDecl *, const clang::CXXRecordDecl *>, clang::VarDecl *>
      sites_;                                                        // by the callee's canonical declarations
  llvm::DenseMap<const clang::CallExpr *, clang::Expr *> replaced_;  // which bodies may share
  const clang::FunctionDecl *caller_ = nullptr;                      // that is being changed; null: a variable
  bool inSharedVariable_ = false;                                    // whose template may be instantiated again
};

}  // namespace autoscope

#endif
