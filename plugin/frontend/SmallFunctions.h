// Counts the functions that got no scope because they cost less than one, in a way that survives into the program: one
// ELF note per unit (abi.h says its layout), from which `autoscope sites` and the run time say how many there are.
//
// Only those that the unit uses: most inline functions of a header are emitted nowhere, and would have no site either.
// An upper bound, since Sema calls used also what only a constant or a function that is itself left out needs. By place
// in the source: an inline function of many units, or a template of many instances, is one function to its user. Costs
// four bytes each in the object file and nothing in the code. A unit without any has no note.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_SMALLFUNCTIONS_H
#define AUTOSCOPE_PLUGIN_FRONTEND_SMALLFUNCTIONS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace autoscope {

class SmallFunctions {
public:
  void add(const clang::FunctionDecl *function) { functions_.push_back(function); }
  // At the end of the unit: the variable that is the note; null if none of them is used.
  clang::VarDecl *makeNote(clang::ASTContext &context) const;

private:
  llvm::SmallVector<const clang::FunctionDecl *, 16> functions_;
};

}  // namespace autoscope

#endif
