// Size and shape of a finished function body, for the policy: how many statements run at least, a loop, a musttail
// call, a coroutine, a call that leaves the unit. Reads the AST only.
//
// Whether a body calls out is found only where that may decide: of bodies below `fewStatements`. A call of a function
// whose body the unit shows, or the template's, counts as that body's statements, since the compiler will inline it.
//
// The linker keeps one of many copies of an inline function, so the answer for one must be the same in each unit: it
// counts only on bodies that each unit has, and depends neither on the order of definitions nor on that of questions,
// if asked for after completeUnit(). Scopes that are in a body already do not count.
#ifndef AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H
#define AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H

#include "BodyShape.h"
#include "FunctionFacts.h"

#include "llvm/ADT/DenseMap.h"

#include <unordered_map>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace autoscope {

class BodyFacts {
public:
  explicit BodyFacts(unsigned fewStatements) : fewStatements_(fewStatements) {}

  // Inline, or an instance of a template: each unit that calls it has its body, at least at its end.
  static bool isInEachUnit(const clang::FunctionDecl *function);

  // The unit is read, and all instances are made.
  void completeUnit();
  void add(const clang::FunctionDecl *function, FunctionFacts &facts);

private:
  enum Asks { ThisUnit, EachUnit };  // whose bodies count

  unsigned costOfCalls(const BodyShape &shape);
  unsigned costOfCall(const clang::FunctionDecl *callee);
  unsigned costOfBody(const clang::FunctionDecl *callee);

  const unsigned fewStatements_;
  bool complete_ = false;
  Asks asks_ = ThisUnit;
  // In statements, by canonical declaration; kept from one question to the next when the unit is complete.
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> costs_[2];
  std::unordered_map<const clang::FunctionDecl *, BodyShape> shapes_;  // by definition
};

}  // namespace autoscope

#endif
