// Which calls get a scope at the call: those of a module's method whose body has none in this unit.
//
// A class that is a module may inherit such a method from a base that is none (CRTP, a mixin): then the call is the
// module's, and the body no module's scope.
//
// On the compiler's thread; reads the AST only. The policy (select/) decides from the callee's facts, so rules and
// attributes that leave a function out hold for its calls, too. A virtual call of what is no torch module is left to
// the body, which alone knows its class. Answers are kept: one for each callee.
#ifndef AUTOSCOPE_PLUGIN_CALLS_MODULECALLS_H
#define AUTOSCOPE_PLUGIN_CALLS_MODULECALLS_H

#include "../select/FactsCollector.h"
#include "../select/SelectionPolicy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <utility>

namespace clang {
class CallExpr;
class CXXMethodDecl;
class NamespaceDecl;
}  // namespace clang

namespace autoscope {

class ModuleCalls {
public:
  ModuleCalls(const Options &options, const SelectionPolicy &policy, const FactsCollector &collector)
      : options_(options), policy_(policy), collector_(collector) {}

  struct Callee {
    const clang::CXXMethodDecl *method = nullptr;  // null: the call stays as it is
    const clang::CXXRecordDecl *heir = nullptr;    // the object's class, where the method's own is no module
  };
  Callee callee(const clang::CallExpr *call);
  ModuleFacts factsOf(const Callee &callee) const;
  // Whether the run time can ask an object of this base for its class and its children.
  static bool isTorchModule(const clang::CXXRecordDecl *base);
  // Of a definition that has been looked at; its attributes are gone by the time of a call.
  void remember(const clang::FunctionDecl *function, const FunctionFacts &facts);
  // Whether the unit may know any module at all. False is no more than cheap.
  bool mayExist(const clang::ASTContext &context);
  // Whether a function stands in the namespace of a configured base, or in one within it.
  bool isOfLibrary(const clang::FunctionDecl *function) const;

private:
  bool wants(const Callee &callee);

  const Options &options_;
  const SelectionPolicy &policy_;
  const FactsCollector &collector_;
  bool mayExist_ = false;
  llvm::DenseMap<std::pair<const clang::CXXMethodDecl *, const clang::CXXRecordDecl *>, bool>
      wanted_;  // by canonical declarations
  llvm::DenseSet<const clang::FunctionDecl *> ignored_;
};

}  // namespace autoscope

#endif
