// Reads from Clang's AST what the policy may know of a function (FunctionFacts).
//
// Only looks: it computes no linkage, no layout and no constant, because those are cached for good and a class or a
// typedef name may be half finished. One object per translation unit.
#ifndef AUTOSCOPE_PLUGIN_SELECT_FACTSCOLLECTOR_H
#define AUTOSCOPE_PLUGIN_SELECT_FACTSCOLLECTOR_H

#include "../options/Options.h"
#include "Annotations.h"
#include "FunctionFacts.h"
#include "IfuncResolvers.h"

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace autoscope {

// What holds for the whole translation unit.
struct UnitFacts {
  bool deviceCode = false;
  // How the unit takes abi.h. OwnFragment: a C++20 module unit without a global module fragment gets one that holds it;
  // UsersFragment: it stands first in the user's. None: a header module, or a unit that was parsed before.
  enum class Inclusion { First, OwnFragment, UsersFragment, None } inclusion = Inclusion::First;
  bool writesAst = false;  // a precompiled header or a module's interface
};

// The module aspect of a method.
struct ModuleFacts {
  bool isForward = false;                      // one of the option `methods`, of a module class
  bool lacksObject = false;                    // it would be one, but has no `this`
  bool markedByUser = false;                   // by autoscope::module
  const clang::CXXRecordDecl *base = nullptr;  // the configured base it derives from
};

class FactsCollector {
public:
  FactsCollector(const Options &options, const UnitFacts &unit) : options_(options), unit_(unit) {}

  enum class Names { Leave, Read };
  FunctionFacts collect(const clang::FunctionDecl *function, const Annotations &annotations, Names names) const;
  ModuleFacts moduleFacts(const clang::FunctionDecl *function) const;
  bool isModule(const clang::CXXRecordDecl *record) const;
  // Of its method that an unmarked base defines.
  ModuleFacts inheritedFacts(const clang::CXXMethodDecl *method, const clang::CXXRecordDecl *heir) const;
  // By its name alone: one of the option `methods`, or this one.
  bool isModuleMethod(const clang::CXXMethodDecl *method) const;
  static bool isNamed(const clang::CXXMethodDecl *method, llvm::StringRef name);

private:
  void addClassFacts(const clang::CXXRecordDecl *record, ModuleFacts &facts) const;
  void addObstacles(const clang::FunctionDecl *function, FunctionFacts &facts) const;

  const Options &options_;
  const UnitFacts &unit_;
  mutable IfuncResolvers ifuncResolvers_;  // learns of files as they are opened
};

// Where a function is defined, an instance where its template is.
clang::PresumedLoc definitionPlace(const clang::FunctionDecl *function);

// The file of it as the compiler prints it, with prefix maps applied.
std::string fileOf(const clang::FunctionDecl *function);

}  // namespace autoscope

#endif
