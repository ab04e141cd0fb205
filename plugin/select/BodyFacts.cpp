#include "BodyFacts.h"

#include "BodyShape.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace autoscope {
namespace {

// A call that costs, or may cost, as much as a scope.
constexpr unsigned dear = 1u << 16;
// Compilers do not inline deeper chains than this, nearly always; it also bounds our own stack.
constexpr unsigned deepest = 6;

// One-line accessors of the standard library. Their bodies are templates that depend on too much to be read.
constexpr llvm::StringLiteral standardAccessors[] = {"move",   "forward", "addressof", "as_const", "get",   "size",
                                                     "empty",  "data",    "c_str",     "length",   "begin", "end",
                                                     "cbegin", "cend",    "front",     "back"};

bool isStandardAccessor(const FunctionDecl *function) {
  if (!function->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace())
    return false;
  OverloadedOperatorKind symbol = function->getOverloadedOperator();
  if (symbol == OO_Arrow || (symbol == OO_Star && function->getNumParams() == 0))
    return true;
  // By index; a map takes its key by reference.
  if (symbol == OO_Subscript && function->getNumParams() == 1)
    return function->getParamDecl(0)->getType()->isIntegerType();
  return function->getIdentifier() && llvm::is_contained(standardAccessors, function->getName());
}

bool isCheapToCopy(QualType type) {
  if (type->isVoidType() || type->isReferenceType() || type->isScalarType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasTrivialCopyConstructor() && record->hasTrivialDestructor();
}

// What a template builds of dependent types is, by and large, what the instance returns, or the fields it initialises.
bool buildsCheaply(const FunctionDecl *instance) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(instance);
  if (!constructor)
    return isCheapToCopy(instance->getReturnType());
  for (const FieldDecl *field : constructor->getParent()->fields())
    if (!isCheapToCopy(field->getType()))
      return false;
  return constructor->getParent()->getNumBases() == 0;
}

}  // namespace

void BodyFacts::add(const FunctionDecl *function, FunctionFacts &facts) {
  facts.bodyKnown = true;
  facts.isMain = function->isMain();
  Stmt *body = function->getBody();
  if (!body)
    return;
  // The scope of a constructor begins before its initialisers, unless that is constexpr.
  bool hasInitialisers = isa<CXXConstructorDecl>(function) && !function->isConstexpr();
  BodyShape shape = hasInitialisers ? readWholeFunction(function, body) : readBody(body);
  facts.statements = shape.statements;
  facts.hasLoop = shape.hasLoop;
  if (shape.mustTail)
    facts.addObstacle(SkipReason::MustTail);
  facts.callsOut = shape.callsUnknown;
  // Callers of this function are looked at when its body has changed, so what a call costs is computed now.
  const FunctionDecl *key = function->getCanonicalDecl();
  costs_[key] = dear;  // also while it is computed: recursion
  if (shape.hasLoop || shape.callsUnknown || shape.statements >= fewStatements_)
    return;
  unsigned calls = costOfCalls(shape, 0);
  facts.callsOut = calls >= dear;
  if (facts.callsOut)
    return;
  facts.statements += calls;
  bool hasMore = !hasInitialisers && isa<CXXConstructorDecl, CXXDestructorDecl>(function);  // than a scope covers
  costs_[key] = hasMore ? costOfBody(function, 0) : facts.statements;
}

unsigned BodyFacts::costOfCalls(const BodyShape &shape, unsigned depth) {
  unsigned cost = 0;
  for (const FunctionDecl *callee : shape.callees) {
    cost += costOfCall(callee, depth);
    if (cost >= dear)
      return dear;
  }
  return cost;
}

unsigned BodyFacts::costOfCall(const FunctionDecl *callee, unsigned depth) {
  // What ends the program has no time to be measured: assertions, that is.
  if (callee->isNoReturn() || callee->isTrivial() || isStandardAccessor(callee))
    return 0;
  if (callee->hasAttr<NoInlineAttr>())
    return dear;
  const FunctionDecl *key = callee->getCanonicalDecl();
  auto known = costs_.find(key);
  if (known != costs_.end())
    return known->second;
  costs_[key] = dear;  // for recursion
  unsigned cost = costOfBody(callee, depth);
  costs_[key] = cost;
  return cost;
}

unsigned BodyFacts::costOfBody(const FunctionDecl *callee, unsigned depth) {
  if (depth >= deepest)
    return dear;
  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition)) {
    const Builtin::Context &builtins = callee->getASTContext().BuiltinInfo;
    if (unsigned builtin = callee->getBuiltinID())
      return builtins.isPredefinedLibFunction(builtin) && !builtins.isConst(builtin) ? dear : 0;
    const FunctionDecl *pattern = callee->getTemplateInstantiationPattern();
    if (!pattern || !pattern->hasBody(definition))
      return dear;
  }
  BodyShape shape = readWholeFunction(definition, definition->getBody());
  bool unknown = shape.callsUnknown || (shape.buildsDependent && !buildsCheaply(callee));
  if (shape.hasLoop || shape.coroutine || unknown || shape.statements >= dear)
    return dear;
  unsigned calls = costOfCalls(shape, depth + 1);
  return calls >= dear ? dear : shape.statements + calls;
}

}  // namespace autoscope
