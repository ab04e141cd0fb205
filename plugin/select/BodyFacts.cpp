#include "BodyFacts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace clang;

namespace autoscope {
namespace {

// A call that costs, or may cost, as much as a scope.
constexpr unsigned dear = 1u << 16;

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

bool BodyFacts::isInEachUnit(const FunctionDecl *function) {
  return function->isInlined() || function->isTemplateInstantiation();
}

void BodyFacts::completeUnit() {
  complete_ = true;
  shapes_.clear();
}

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
  if (shape.hasLoop || shape.callsUnknown || shape.statements >= fewStatements_)
    return;

  asks_ = isInEachUnit(function) && function->isExternallyVisible() ? EachUnit : ThisUnit;
  if (!complete_)
    costs_[asks_].clear();
  const FunctionDecl *key = function->getCanonicalDecl();
  auto known = costs_[asks_].find(key);
  std::optional<unsigned> asCallee;
  if (known != costs_[asks_].end())
    asCallee = known->second;
  costs_[asks_][key] = dear;  // recursion
  unsigned calls = costOfCalls(shape);
  if (asCallee)
    costs_[asks_][key] = *asCallee;
  else
    costs_[asks_].erase(key);
  facts.callsOut = calls >= dear;
  if (!facts.callsOut)
    facts.statements += calls;
}

unsigned BodyFacts::costOfCalls(const BodyShape &shape) {
  unsigned cost = shape.statements;
  for (const FunctionDecl *callee : shape.callees) {
    if (cost >= fewStatements_)
      return dear;
    cost += costOfCall(callee);
  }
  return cost >= fewStatements_ ? dear : cost - shape.statements;
}

unsigned BodyFacts::costOfCall(const FunctionDecl *callee) {
  callee = callee->getMostRecentDecl();
  // What ends the program has no time to be measured: assertions, that is.
  if (callee->isNoReturn() || callee->isTrivial() || isStandardAccessor(callee))
    return 0;
  if (callee->hasAttr<NoInlineAttr>())
    return dear;
  // Also while it is computed: what is in a cycle of calls, and what leads there, is dear, wherever one comes in.
  const FunctionDecl *key = callee->getCanonicalDecl();
  auto [known, isNew] = costs_[asks_].try_emplace(key, dear);
  if (!isNew)
    return known->second;
  unsigned cost = costOfBody(callee);
  costs_[asks_][key] = cost;
  return cost;
}

// The way down ends soon: each level costs a statement, but for constructors that do nothing but call a base's.
unsigned BodyFacts::costOfBody(const FunctionDecl *callee) {
  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition)) {
    const Builtin::Context &builtins = callee->getASTContext().BuiltinInfo;
    if (unsigned builtin = callee->getBuiltinID())
      return builtins.isPredefinedLibFunction(builtin) && !builtins.isConst(builtin) ? dear : 0;
    // An instance that is missing at the end is another unit's to make.
    const FunctionDecl *pattern = callee->getTemplateInstantiationPattern();
    if (!pattern || !pattern->hasBody(definition) || complete_)
      return dear;
  }
  // Another unit that has the caller need not have this body.
  if (asks_ == EachUnit && !isInEachUnit(callee))
    return dear;
  auto [known, isNew] = shapes_.try_emplace(definition);
  if (isNew)
    known->second = readWholeFunction(definition, definition->getBody());
  const BodyShape &shape = known->second;
  bool unknown = shape.callsUnknown || (shape.buildsDependent && !buildsCheaply(callee));
  if (shape.hasLoop || shape.coroutine || unknown)
    return dear;
  unsigned calls = costOfCalls(shape);
  return calls >= dear ? dear : shape.statements + calls;
}

}  // namespace autoscope
