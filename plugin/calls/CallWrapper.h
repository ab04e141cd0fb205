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

  enum class Caller { Function, Coroutine };
  // `site`: a constant of the unit; `base`: the configured base that the object is passed as, or null.
  clang::Expr *wrap(clang::CallExpr *call, clang::VarDecl *site, const clang::CXXRecordDecl *base, Caller caller);

private:
  clang::Expr *syntaxOf(clang::Expr *argument);
  clang::OpaqueValueExpr *makeGuard(NodeBuilder &build);
  clang::Expr *makeBegin(NodeBuilder &build, clang::Expr *guard, clang::Expr *object, clang::VarDecl *site,
                         const clang::CXXRecordDecl *base, Caller caller);

  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
  Syntax syntax_;
};

}  // namespace autoscope

#endif
