// Finds the calls that a finished body, initialiser or lambda may make, innermost first, and puts something else in
// the place of those that its user replaces.
//
// On the compiler's thread. Changes slots of parents, never a call itself: templates share nodes with their instances.
// What is not evaluated, or may be constant, is left unread; the bodies of lambdas are functions of their own. Each
// replacement gets the end of a full expression around it where the user's expression has none.
#ifndef AUTOSCOPE_PLUGIN_CALLS_CALLWALKER_H
#define AUTOSCOPE_PLUGIN_CALLS_CALLWALKER_H

#include "CallSkips.h"

namespace clang {
class ASTContext;
class CallExpr;
class CapturedStmt;
class CXXConstructorDecl;
class DeclStmt;
class Expr;
class LambdaExpr;
class Stmt;
class VarDecl;
}  // namespace clang

namespace autoscope {

class CallWalker {
public:
  class User {
  public:
    virtual ~User() = default;
    // Null: the call stays. The same call may be asked about again: bodies share nodes.
    virtual clang::Expr *replacement(clang::CallExpr *call) = 0;
    // A call that cannot be replaced where it stands.
    virtual void cannotReplace(const clang::CallExpr *call, CallSkip reason) = 0;
  };
  enum class Lambdas { Leave, Enter };

  CallWalker(clang::ASTContext &context, User &user, Lambdas lambdas)
      : context_(context), user_(user), lambdas_(lambdas) {}

  void walkBody(clang::Stmt *body);
  void walkInitializers(clang::CXXConstructorDecl *constructor);
  void walkInitializer(clang::VarDecl *variable);

private:
  // Whether something around an expression ends its full expression.
  enum class FullExpression { HasNoEnd, HasEnd };
  void walk(clang::Stmt *&slot, FullExpression around);
  void walkChildren(clang::Stmt *parent, FullExpression around);
  bool walkSpecial(clang::Stmt *statement, FullExpression around);
  void walkLambda(clang::LambdaExpr *lambda, FullExpression around);
  void walkCaptured(clang::CapturedStmt *captured);
  void walkPart(clang::Stmt *parent, const clang::Stmt *part, FullExpression around);
  void walkDeclarations(clang::DeclStmt *statement);
  void leave(const clang::Stmt *statement, CallSkip reason);

  clang::ASTContext &context_;
  User &user_;
  Lambdas lambdas_;
};

}  // namespace autoscope

#endif
