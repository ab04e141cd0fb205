// Lets the scope of a constructor begin before its first initialiser, whose expression E becomes
//
//     (__autoscope_constructor(&site), E)
//
// without an end of the full expression around the pair. CodeGen holds one list of clean-ups over the initialisers and
// the body of a constructor, so the temporary lives until the constructor is left, normally or by an exception, and
// dies after what the constructor destroys then.
//
// For AstInserter, on the compiler's thread. Only where a constructor cannot be evaluated at compile time and
// initialises a direct base, a member or, delegating, itself; virtual bases are initialised before.
#ifndef AUTOSCOPE_PLUGIN_INSERT_CONSTRUCTORINSERTER_H
#define AUTOSCOPE_PLUGIN_INSERT_CONSTRUCTORINSERTER_H

#include "NodeBuilder.h"
#include "RuntimeLookup.h"

namespace clang {
class CXXConstructorDecl;
class CXXCtorInitializer;
class Sema;
}  // namespace clang

namespace autoscope {

class ConstructorInserter {
public:
  ConstructorInserter(clang::Sema &sema, const RuntimeDeclarations &runtime) : sema_(sema), runtime_(runtime) {}

  // False when the scope has to cover the body alone.
  bool canInsert(const clang::FunctionDecl *function) const;
  // `site`: the variable of the function that describes it.
  // `then`: evaluated behind it; null: nothing is.
  void insert(NodeBuilder &build, clang::VarDecl *site, clang::Expr *then);

  // The initialiser that insert() changes or has changed; null if there is none.
  static const clang::CXXCtorInitializer *first(const clang::FunctionDecl *function);
  static bool isChanged(const clang::CXXCtorInitializer *initializer);
  // What initialises the same with another value: a new node, since it cannot be given one.
  static clang::CXXCtorInitializer *withValue(clang::ASTContext &context, const clang::CXXCtorInitializer *original,
                                              clang::Expr *value);

private:
  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
};

}  // namespace autoscope

#endif
