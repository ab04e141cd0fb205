#include "CallScopes.h"

#include "../insert/CoroutineInserter.h"
#include "../insert/NodeBuilder.h"
#include "../insert/SiteConstants.h"
#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "../support/Diagnostics.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace clang;

namespace autoscope {
namespace {

bool isExplicitInstantiation(const FunctionDecl *function) {
  return function->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition;
}

}  // namespace

CallScopes::CallScopes(const Unit &unit, Describe describe)
    : unit_(unit), describe_(std::move(describe)), calls_(unit.options, unit.policy, unit.collector) {}

void CallScopes::use(Sema *sema, RuntimeLookup *runtime) {
  sema_ = sema;
  runtime_ = runtime;
}

// What was read before the first module could be named calls none.
bool CallScopes::isActive() {
  const LangOptions &language = unit_.compiler.getLangOpts();
  return sema_ && language.CPlusPlus && !language.Freestanding && !unit_.facts.deviceCode &&
         !unit_.compiler.getDiagnostics().hasErrorOccurred() && calls_.mayExist(sema_->Context);
}

void CallScopes::add(FunctionDecl *function, const FunctionFacts &facts) {
  if (!isActive())
    return;
  calls_.remember(function, facts);
  if (facts.obstacles.none() && function->doesThisDeclarationHaveABody())
    schedule(function);
}

void CallScopes::handedOver(Decl *declaration) {
  if (!isActive())
    return;
  const SourceManager &sources = unit_.compiler.getSourceManager();
  bool inSystemHeader = sources.isInSystemHeader(declaration->getLocation());
  auto *function = dyn_cast<FunctionDecl>(declaration);
  if (!function && !inSystemHeader)
    changeVariables(declaration);
  if (!function || !inSystemHeader || unit_.options.systemHeaders || !function->isTemplateInstantiation() ||
      !function->doesThisDeclarationHaveABody() || function->isDependentContext() || !calls_.isOfLibrary(function))
    return;
  FunctionFacts facts = unit_.collector.collect(function, Annotations(), FactsCollector::Names::Leave);
  // An instance is this unit's, wherever its template comes from.
  facts.obstacles.reset(static_cast<std::size_t>(SkipReason::FromAstFile));
  if (facts.obstacles.none())
    schedule(function);
}

bool CallScopes::isEmittedNow(const FunctionDecl *function) const {
  if (unit_.compiler.getLangOpts().EmitAllDecls)
    return true;
  return function->getTemplateSpecializationKind() != TSK_ImplicitInstantiation &&
         function->getASTContext().DeclMustBeEmitted(function);
}

void CallScopes::schedule(FunctionDecl *function) {
  if (isEmittedNow(function))
    change(function);
  else
    waiting_.push_back(function);
}

void CallScopes::finish() {
  for (FunctionDecl *function : std::exchange(waiting_, {}))
    change(function);
}

void CallScopes::change(FunctionDecl *function) {
  if (!isActive() || !runtime_->find())
    return;
  // Clang compares inline functions of several precompiled files by this hash of what the user wrote.
  if (unit_.facts.writesAst)
    (void)function->getODRHash();
  const FunctionDecl *outer = std::exchange(caller_, function);
  const SourceManager &sources = unit_.compiler.getSourceManager();
  // Nobody else looks for lambdas there.
  auto lambdas =
      sources.isInSystemHeader(function->getLocation()) ? CallWalker::Lambdas::Enter : CallWalker::Lambdas::Leave;
  CallWalker walker(sema_->Context, *this, lambdas);
  walker.walkBody(function->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    walker.walkInitializers(constructor);
  caller_ = outer;
}

// Of namespaces and classes; those of functions belong to their bodies.
void CallScopes::changeVariables(Decl *declaration) {
  if (auto *variable = dyn_cast<VarDecl>(declaration)) {
    if (variable->isFileVarDecl() && !variable->isFromASTFile() && !variable->isImplicit() &&
        !variable->getType()->isDependentType() && !variable->getDeclContext()->isDependentContext() &&
        !variable->getDescribedVarTemplate())
      changeInitializer(variable);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(declaration) &&
             !cast<DeclContext>(declaration)->isDependentContext()) {
    llvm::SmallVector<Decl *, 32> inside(cast<DeclContext>(declaration)->noload_decls_begin(),
                                         cast<DeclContext>(declaration)->noload_decls_end());
    for (Decl *member : inside)
      changeVariables(member);
  }
}

void CallScopes::changeInitializer(VarDecl *variable) {
  if (runtime_->find())
    CallWalker(sema_->Context, *this, CallWalker::Lambdas::Leave).walkInitializer(variable);
}

void CallScopes::instantiated(VarDecl *variable) {
  if (!isActive() || variable->isFromASTFile() || variable->getType()->isDependentType() ||
      unit_.compiler.getSourceManager().isInSystemHeader(variable->getLocation()))
    return;
  // Whatever the instantiation is asked for from, what we build is run.
  sema_->PushExpressionEvaluationContext(Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  bool before = std::exchange(inSharedVariable_, true);
  changeInitializer(variable);
  inSharedVariable_ = before;
  sema_->PopExpressionEvaluationContext();
}

bool CallScopes::mapsParts() const {
  const CodeGenOptions &options = unit_.compiler.getCodeGenOpts();
  return compat::mapsPartsOfPseudoObjects &&
         (options.CoverageMapping || options.hasProfileClangInstr() || options.hasProfileClangUse());
}

// So that an instance may still be made of what we changed.
bool CallScopes::keepsSyntax() const {
  return compat::instantiatesFromSyntax && !mapsParts();
}

Expr *CallScopes::replacement(CallExpr *call) {
  ModuleCalls::Callee callee = calls_.callee(call);
  if (!callee.method)
    return nullptr;
  std::optional<CallSkip> skip;
  bool isShared = inSharedVariable_ || (caller_ && caller_->isTemplateInstantiation() &&
                                        (unit_.facts.writesAst || isExplicitInstantiation(caller_)));
  if (callee.method->isConstexpr())
    skip = CallSkip::ConstexprCallee;
  else if (unit_.facts.writesAst && compat::writesModuleInterface(unit_.compiler) &&
           (inSharedVariable_ || (caller_ && caller_->isInlined())))
    skip = CallSkip::ModuleInterface;
  else if (!keepsSyntax() && isShared)
    skip = CallSkip::SharedTemplate;
  if (skip) {
    cannotReplace(call, *skip);
    return nullptr;
  }
  if (Expr *known = replaced_.lookup(call))
    return known;
  bool inCoroutine = caller_ && CoroutineInserter::isCoroutine(caller_);
  auto syntax = mapsParts() ? CallWrapper::Syntax::Parts : CallWrapper::Syntax::Call;
  Expr *replaced =
      CallWrapper(*sema_, *runtime_->find(), syntax)
          .wrap(call, {siteOf(callee), callee.heir ? CallWrapper::Object::Whole : CallWrapper::Object::AsCalled,
                       calls_.factsOf(callee).base,
                       inCoroutine ? CallWrapper::Caller::Coroutine : CallWrapper::Caller::Function});
  replaced_[call] = replaced;
  return replaced;
}

void CallScopes::cannotReplace(const CallExpr *call, CallSkip reason) {
  ModuleCalls::Callee callee = unit_.options.remarks ? calls_.callee(call) : ModuleCalls::Callee();
  if (callee.method)
    report(unit_.compiler.getDiagnostics(), call->getExprLoc(), Message::CallSkipped)
        << describe(callee).name << callSkipText(reason);
}

SiteDescriptor CallScopes::describe(const ModuleCalls::Callee &callee) const {
  SiteDescriptor site = describe_.site(callee.method);
  site.ofCall = true;
  if (!callee.heir)
    return site;
  // The body may have a scope that is no module's, so it is another row: what the object's class calls it.
  FunctionName name = functionName(callee.method, callee.heir);
  site.kind = SiteDescriptor::Kind::Module;
  site.namedByUser = false;
  site.name = std::move(name.display);
  site.qualifiedName = std::move(name.qualified);
  site.moduleType = className(callee.heir);
  const CXXRecordDecl *base = calls_.factsOf(callee).base;
  site.torchBase = base && ModuleCalls::isTorchModule(base);
  return site;
}

VarDecl *CallScopes::siteOf(const ModuleCalls::Callee &callee) {
  std::pair<const FunctionDecl *, const CXXRecordDecl *> key(callee.method->getCanonicalDecl(),
                                                             callee.heir ? callee.heir->getCanonicalDecl() : nullptr);
  if (VarDecl *known = sites_.lookup(key))
    return known;
  SiteDescriptor site = describe(callee);
  // A precompiled file brings its sites along.
  std::string suffix = std::to_string(sites_.size());
  if (unit_.facts.writesAst)
    suffix += "." + llvm::sys::path::filename(unit_.compiler.getFrontendOpts().OutputFile).str();
  const SourceManager &sources = unit_.compiler.getSourceManager();
  NodeBuilder build(sema_->Context, /*function=*/nullptr, sources.getLocForStartOfFile(sources.getMainFileID()));
  auto make = [&](SiteConstants::Part part, QualType type, llvm::StringRef section) {
    const char *name = part == SiteConstants::Part::Text ? "__autoscope_call_info." : "__autoscope_call_site.";
    VarDecl *constant = build.unitConstant(name + suffix, type);
    constant->addAttr(SectionAttr::CreateImplicit(sema_->Context, section));
    return constant;
  };
  SitePointers pointers;
  const CXXRecordDecl *receiver = callee.heir ? callee.heir : callee.method->getParent();
  // The modules that an inherited body runs are the heir's members; and the object of a class with a virtual table may
  // be of another class. Torch modules tell that themselves.
  if (callee.heir || (!site.torchBase && receiver->isDynamicClass()))
    pointers.description = describe_.members(receiver, callee.method);
  SiteConstants::Variables constants = SiteConstants(build, *runtime_->find()).make(site, pointers, make);
  sites_[key] = constants.site;
  for (VarDecl *constant : {constants.text, constants.site})
    unit_.compiler.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(constant));
  return constants.site;
}

}  // namespace autoscope
