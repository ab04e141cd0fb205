// Tells the user of modules that were asked for and will never be timed: a marked class that no method of `methods=`
// belongs to, and names of `bases=` and `methods=` that nothing in the unit bears.
//
// On the compiler's thread: is given each class as it is completed, and looks at the end of the unit. A marked class
// may be the base of others that have the method. In a header those may be in other units, so what it lacks is a remark
// there, unless one of its own methods seems to be meant.
#ifndef AUTOSCOPE_PLUGIN_SELECT_UNMETMODULES_H
#define AUTOSCOPE_PLUGIN_SELECT_UNMETMODULES_H

#include "../options/Options.h"
#include "FactsCollector.h"

#include "llvm/ADT/SmallVector.h"

#include <string>

namespace clang {
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class DiagnosticsEngine;
class TagDecl;
}  // namespace clang

namespace autoscope {

class UnmetModules {
public:
  UnmetModules(const Options &options, const UnitFacts &unit, const FactsCollector &collector)
      : options_(options), unit_(unit), collector_(collector) {}

  void add(const clang::TagDecl *definition);
  void report(const clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics) const;

private:
  bool isAsked(const clang::CXXRecordDecl *record) const;
  bool isLeftOut(const clang::CXXRecordDecl *record) const;
  bool mayRun(const clang::CXXRecordDecl *record) const;
  bool servesAsBase(const clang::CXXRecordDecl *record) const;
  std::string meantMethod(const clang::CXXRecordDecl *record) const;
  void reportClass(const clang::CXXRecordDecl *record, clang::DiagnosticsEngine &diagnostics) const;
  void reportNames(const clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics) const;

  const Options &options_;
  const UnitFacts &unit_;
  const FactsCollector &collector_;
  llvm::SmallVector<const clang::CXXRecordDecl *, 0> classes_;
};

}  // namespace autoscope

#endif
