#include "BodyFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace autoscope {
namespace {

class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  explicit BodyVisitor(FunctionFacts &facts) : facts_(facts) {}

  bool VisitStmt(Stmt *statement) {
    // Labels and blocks only hold statements. Expressions count where they stand as one.
    if (!isa<Expr, CompoundStmt, NullStmt, LabelStmt, SwitchCase, AttributedStmt>(statement))
      ++facts_.statements;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt, IndirectGotoStmt>(statement))
      facts_.hasLoop = true;
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *block) {
    for (const Stmt *statement : block->body())
      countExpression(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) {
    countExpression(statement->getThen());
    countExpression(statement->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitWhileStmt(WhileStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitDoStmt(DoStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) { return countExpression(loop->getBody()); }
  bool VisitSwitchStmt(SwitchStmt *statement) { return countExpression(statement->getBody()); }
  bool VisitSwitchCase(SwitchCase *label) { return countExpression(label->getSubStmt()); }
  bool VisitLabelStmt(LabelStmt *label) { return countExpression(label->getSubStmt()); }
  bool VisitAttributedStmt(AttributedStmt *statement) {
    for (const Attr *attribute : statement->getAttrs())
      if (isa<MustTailAttr>(attribute))
        facts_.addObstacle(SkipReason::MustTail);
    return countExpression(statement->getSubStmt());
  }
  // Of a lambda only the captures run here.
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    for (Expr *capture : lambda->capture_inits())
      if (capture)
        TraverseStmt(capture);
    return true;
  }
  // Methods of a local class are functions of their own.
  bool TraverseCXXRecordDecl(CXXRecordDecl *) { return true; }
  bool shouldVisitImplicitCode() const { return false; }

private:
  bool countExpression(const Stmt *statement) {
    if (statement && isa<Expr>(statement))
      ++facts_.statements;
    return true;
  }

  FunctionFacts &facts_;
};

}  // namespace

void addBodyFacts(const FunctionDecl *function, FunctionFacts &facts) {
  facts.bodyKnown = true;
  Stmt *body = function->getBody();
  if (!body)
    return;
  if (isa<CoroutineBodyStmt>(body))
    facts.addObstacle(SkipReason::Coroutine);
  BodyVisitor(facts).TraverseStmt(body);
}

}  // namespace autoscope
