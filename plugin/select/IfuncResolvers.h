// Tells which functions may be resolvers of ifuncs: those run before the program is relocated, when a scope would
// crash.
//
// A resolver does not say what it is, and the declaration that names it may come long after CodeGen has compiled it. So
// the text of the unit's files is searched for the attribute, of each as soon as it has been opened: what stays unseen
// is an attribute in a header that is included only after the resolver's definition. One object per translation unit.
#ifndef AUTOSCOPE_PLUGIN_SELECT_IFUNCRESOLVERS_H
#define AUTOSCOPE_PLUGIN_SELECT_IFUNCRESOLVERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class FunctionDecl;
class SourceManager;
}  // namespace clang

namespace autoscope {

class IfuncResolvers {
public:
  bool mayHold(const clang::FunctionDecl *function);

private:
  void readNewFiles(const clang::SourceManager &sources);
  void readText(llvm::StringRef text);
  bool isNamed(const clang::FunctionDecl *function) const;

  llvm::StringSet<> names_;  // assembler names
  bool mentioned_ = false;   // also where the name is none that text shows, made by a macro
  unsigned nextFile_ = 0;
};

}  // namespace autoscope

#endif
