// What one function body holds, as written: its statements, and whom it calls. Lambdas and local classes inside count
// as functions of their own. Reads the AST only; also of templates, where what depends on their arguments is not known.
#ifndef AUTOSCOPE_PLUGIN_SELECT_BODYSHAPE_H
#define AUTOSCOPE_PLUGIN_SELECT_BODYSHAPE_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace autoscope {

struct BodyShape {
  unsigned statements = 0;
  bool hasLoop = false;    // or a goto
  bool mustTail = false;   // a call that must be a tail call
  bool coroutine = false;  // it suspends
  // A call of which only the run shows what it costs: through a pointer, virtual, new, delete, throw, dynamic_cast.
  bool callsUnknown = false;
  bool buildsDependent = false;  // of a template: an object of a type that depends on its arguments
  llvm::SmallVector<const clang::FunctionDecl *, 8> callees;
};

// Only the body; the initialisers of a constructor are not part of it.
BodyShape readBody(clang::Stmt *body);
// With the initialisers of a constructor, as a caller pays for them.
BodyShape readWholeFunction(const clang::FunctionDecl *function, clang::Stmt *body);

}  // namespace autoscope

#endif
