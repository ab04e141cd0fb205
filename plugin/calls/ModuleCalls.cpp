#include "ModuleCalls.h"

#include "../insert/AstInserter.h"
#include "../select/ClassNames.h"
#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "CallWrapper.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace autoscope {
namespace {

// The name that the run time knows how to ask for an object's class.
constexpr llvm::StringRef torchModule = "torch::nn::Module";

// A variable or a temporary is what its type says.
bool isOfKnownClass(const Expr *object) {
  object = object->IgnoreParenBaseCasts();
  if (object->getType()->isPointerType())
    return false;
  if (isa<MaterializeTemporaryExpr>(object))
    return true;
  const auto *name = dyn_cast<DeclRefExpr>(object);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && !variable->getType()->isReferenceType();
}

bool namesClass(const CallExpr *call) {
  const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  return member && member->hasQualifier();
}

const CXXRecordDecl *classOf(const Expr *object) {
  QualType type = object->getType();
  return (type->isPointerType() ? type->getPointeeType() : type)->getAsCXXRecordDecl();
}

bool isDispatched(const CallExpr *call, const CXXMethodDecl *method, const Expr *receiver) {
  if (!method->isVirtual() || method->hasAttr<FinalAttr>() || method->getParent()->hasAttr<FinalAttr>())
    return false;
  return !namesClass(call) && !isOfKnownClass(receiver);
}

// The definition if there is one, else whether one will be instantiated.
const FunctionDecl *definitionOf(const CXXMethodDecl *method, bool &visible) {
  const FunctionDecl *definition = nullptr;
  // The code of an `extern template` is elsewhere, whatever the unit sees of it.
  bool isElsewhere = method->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration;
  visible = method->isDefined(definition) && !isElsewhere;
  if (definition)
    return definition;
  const FunctionDecl *pattern = method->getTemplateInstantiationPattern();
  visible = pattern && pattern->isDefined() && !isElsewhere;
  return method;
}

}  // namespace

ModuleFacts ModuleCalls::factsOf(const Callee &callee) const {
  return callee.heir ? collector_.inheritedFacts(callee.method, callee.heir) : collector_.moduleFacts(callee.method);
}

bool ModuleCalls::isTorchModule(const CXXRecordDecl *base) {
  return base->getQualifiedNameAsString() == torchModule;
}

bool ModuleCalls::wants(const Callee &callee) {
  bool visible = false;
  const FunctionDecl *known = definitionOf(callee.method, visible);
  if (!callee.heir && known->isFromASTFile() && known->doesThisDeclarationHaveABody() &&
      AstInserter::isInstrumented(known))
    return false;  // by the compile of the precompiled file
  if (ignored_.count(known->getCanonicalDecl()))
    return false;
  auto names = policy_.needsNames() ? FactsCollector::Names::Read : FactsCollector::Names::Leave;
  FunctionFacts facts = collector_.collect(known, readAnnotations(known), names);
  if (!callee.heir)
    return policy_.wantsCallScopes(facts, visible ? SelectionPolicy::Body::Visible : SelectionPolicy::Body::Elsewhere);
  // Rules for the method hold, and those for it as the object's class calls it.
  facts.moduleForward = true;
  facts.moduleMarkedByUser = factsOf(callee).markedByUser;
  FunctionFacts inherited = facts;
  if (names == FactsCollector::Names::Read) {
    FunctionName name = functionName(callee.method, callee.heir);
    inherited.qualifiedName = std::move(name.qualified);
    inherited.displayName = std::move(name.display);
  }
  return policy_.wantsCallScopes(facts, SelectionPolicy::Body::Elsewhere) &&
         policy_.wantsCallScopes(inherited, SelectionPolicy::Body::Elsewhere);
}

ModuleCalls::Callee ModuleCalls::callee(const CallExpr *call) {
  Callee callee;
  callee.method = dyn_cast_or_null<CXXMethodDecl>(call->getCalleeDecl());
  const Expr *receiver = callee.method ? CallWrapper::receiver(call) : nullptr;
  if (!receiver || !collector_.isModuleMethod(callee.method))
    return {};
  ModuleFacts module = factsOf(callee);
  // A base that the call names is no module, whatever the object is.
  if (!module.isForward && !namesClass(call)) {
    callee.heir = classOf(CallWrapper::wholeObject(receiver));
    if (callee.heir)
      module = factsOf(callee);
  }
  if (!module.isForward)
    return {};
  bool torch = module.base && isTorchModule(module.base);
  if (!torch && isDispatched(call, callee.method, receiver))
    return {};
  std::pair<const CXXMethodDecl *, const CXXRecordDecl *> key(callee.method->getCanonicalDecl(),
                                                              callee.heir ? callee.heir->getCanonicalDecl() : nullptr);
  auto found = wanted_.find(key);
  if (found == wanted_.end())
    found = wanted_.insert({key, wants(callee)}).first;
  return found->second ? callee : Callee();
}

void ModuleCalls::remember(const FunctionDecl *function, const FunctionFacts &facts) {
  if (facts.ignoreAttribute)
    ignored_.insert(function->getCanonicalDecl());
}

// A unit that has never read the words that a module needs holds none.
bool ModuleCalls::mayExist(const ASTContext &context) {
  auto isKnown = [&](llvm::StringRef word) { return context.Idents.find(word) != context.Idents.end(); };
  auto mayHave = [&](llvm::StringRef base) {
    llvm::SmallVector<llvm::StringRef, 4> words;
    base.split(words, "::", /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    return llvm::all_of(words, isKnown);
  };
  // The attribute that marks a module is spelled with our name.
  if (!mayExist_)
    mayExist_ = isKnown("autoscope") || llvm::any_of(options_.bases, mayHave);
  return mayExist_;
}

bool ModuleCalls::isOfLibrary(const FunctionDecl *function) const {
  for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent()) {
    const auto *space = dyn_cast<NamespaceDecl>(scope);
    if (!space || space->isAnonymousNamespace())
      continue;
    for (llvm::StringRef base : options_.bases) {
      llvm::StringRef home = base.substr(0, base.rfind("::"));
      if (home.size() < base.size() && hasQualifiedName(space, home))
        return true;
    }
  }
  return false;
}

}  // namespace autoscope
