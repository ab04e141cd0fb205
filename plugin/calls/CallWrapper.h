// Builds what a call of a module's method becomes, so that its scope holds the callee and nothing of the arguments:
//
//     object.forward(a, b)   =>   PseudoObject { the object, once
//                                                a __autoscope_call, a temporary of the full expression
//                                                object.forward(a, PseudoObject { b, begin })   <- the value
//                                                finish }
//
// Arguments are evaluated as they were, with the lifetimes, copies and order that they had, before the scope begins.
// The object of an assignment operator comes last, behind the right side: it takes the place of `b` there. The result
// is what the call makes, in its place: nothing is copied, and what cannot move need not. The written call stays
// unchanged as the node's syntactic form, from which templates are instantiated and coverage is mapped.
//
// On the compiler's thread. The wrapper refers to nothing of the function around the call.
#ifndef AUTOSCOPE_PLUGIN_CALLS_CALLWRAPPER_H
#define AUTOSCOPE_PLUGIN_CALLS_CALLWRAPPER_H

#include "../insert/NodeBuilder.h"
#include "../insert/RuntimeLookup.h"

namespace clang {
class CallExpr;
class CXXRecordDecl;
class OpaqueValueExpr;
class Sema;
}  // namespace clang

namespace autoscope {

class CallWrapper {
public:
  // Parts: the written call is left out where coverage would count it beside the parts that it shares.
  enum class Syntax { Call, Parts };
  CallWrapper(clang::Sema &sema, const RuntimeDeclarations &runtime, Syntax syntax)
      : sema_(sema), runtime_(runtime), syntax_(syntax) {}

  // The object that a call of a method is made on; null if there is none to be had.
  static clang::Expr *receiver(const clang::CallExpr *call);
  // The object before it became that of a base class for the call.
  static clang::Expr *wholeObject(const clang::Expr *receiver);

  enum class Caller { Function, Coroutine };
  enum class Object { AsCalled, Whole };
  struct Scope {
    clang::VarDecl *site;              // a constant of the unit
    Object object;                     // that the run time is given
    const clang::CXXRecordDecl *base;  // the configured one that it is passed as, too; or null
    Caller caller;
  };
  clang::Expr *wrap(clang::CallExpr *call, const Scope &scope);

private:
  clang::Expr *syntaxOf(clang::Expr *argument);
  clang::OpaqueValueExpr *makeGuard(NodeBuilder &build);
  clang::Expr *makeBegin(NodeBuilder &build, clang::Expr *guard, clang::Expr *object, const Scope &scope);

  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
  Syntax syntax_;
};

}  // namespace autoscope

#endif
