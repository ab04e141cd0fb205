// Size and shape of a finished function body, for the policy: how many statements run at least, a loop, a musttail
// call, a coroutine, a call that leaves the unit. Reads the AST only.
//
// Whether a body calls out is found only where that may decide: of bodies below `fewStatements`. A call of a function
// whose body the unit shows, or the template's, counts as that body's statements, since the compiler will inline it.
// One object per translation unit, which remembers what calls cost, so a body must be read before a scope is put into
// it.
#ifndef AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H
#define AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H

#include "FunctionFacts.h"

#include "llvm/ADT/DenseMap.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace autoscope {

struct BodyShape;

class BodyFacts {
public:
  explicit BodyFacts(unsigned fewStatements) : fewStatements_(fewStatements) {}

  void add(const clang::FunctionDecl *function, FunctionFacts &facts);

private:
  unsigned costOfCalls(const BodyShape &shape, unsigned depth);
  unsigned costOfCall(const clang::FunctionDecl *callee, unsigned depth);
  unsigned costOfBody(const clang::FunctionDecl *callee, unsigned depth);

  const unsigned fewStatements_;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> costs_;  // in statements, by canonical declaration
};

}  // namespace autoscope

#endif
