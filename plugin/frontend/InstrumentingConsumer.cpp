#include "InstrumentingConsumer.h"

#include "../insert/AstInserter.h"
#include "../insert/AwaitSuspend.h"
#include "../insert/BodyInvariants.h"
#include "../insert/CoroutineInserter.h"
#include "../site/SiteName.h"
#include "../support/Diagnostics.h"
#include "HeaderInclusion.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace clang;

namespace autoscope {
namespace {

// The name that torch's run-time half knows how to ask for children.
constexpr llvm::StringRef torchModule = "torch::nn::Module";

#ifdef AUTOSCOPE_VERIFY_BODIES
constexpr bool alwaysVerify = true;
#else
constexpr bool alwaysVerify = false;
#endif

}  // namespace

InstrumentingConsumer::InstrumentingConsumer(CompilerInstance &compiler, Options options, UnitFacts unit, Mode mode)
    : compiler_(compiler), options_(std::move(options)), unit_(unit), mode_(mode), policy_(options_),
      collector_(options_, unit_), bodies_(options_.minStatements), arguments_(compiler.getPreprocessor()),
      unmet_(options_, unit_, collector_),
      classes_([this](const CXXRecordDecl *record) { return collector_.isModule(record); },
               unit_.writesAst ? llvm::sys::path::filename(compiler.getFrontendOpts().OutputFile).str()
                               : std::string()),
      calls_({compiler_, options_, unit_, policy_, collector_},
             {[this](const FunctionDecl *callee) { return describe(callee, readAnnotations(callee)); },
              [this](const CXXRecordDecl *record, const FunctionDecl *user) {
                return classes_.describe(*sema_, runtime_->find()->classes, record, user);
              }}) {
  compiler.getPreprocessor().setTokenWatcher([this](const Token &token) {
    if (fragment_)
      fragment_->watch(token);
    arguments_.watch(token);
  });
}

InstrumentingConsumer::~InstrumentingConsumer() {
  compiler_.getPreprocessor().setTokenWatcher(nullptr);
}

void InstrumentingConsumer::includeInFragment(const std::string &header) {
  fragment_.emplace(compiler_.getPreprocessor(), header);
}

void InstrumentingConsumer::InitializeSema(Sema &sema) {
  sema_ = &sema;
  runtime_.emplace(sema);
  if (compiles())
    calls_.use(sema_, &*runtime_);
  shapes_.emplace(sema);
}

void InstrumentingConsumer::ForgetSema() {
  calls_.use(nullptr, nullptr);
  sema_ = nullptr;
  shapes_.reset();
  runtime_.reset();
}

bool InstrumentingConsumer::HandleTopLevelDecl(DeclGroupRef group) {
  if (!sema_)
    return true;
  // What a precompiled file only declares an instance of is instantiated in the unit that uses the file.
  for (Decl *declaration : group) {
    auto *function = dyn_cast_or_null<FunctionDecl>(declaration);
    if (function && !readingFile_ && function->isFromASTFile() && function->isTemplateInstantiation())
      instantiatedHere_.insert(function);
  }
  visitWaiting();
  for (Decl *declaration : group)
    if (declaration) {  // an alias template of an unnamed class comes as null
      visit(declaration);
      calls_.handedOver(declaration);
      if (compiles())
        keepOutOfCoroutine(declaration);  // in a system header, too, say by an explicit instantiation
    }
  return true;
}

void InstrumentingConsumer::HandleInterestingDecl(DeclGroupRef group) {
  bool before = std::exchange(readingFile_, true);
  HandleTopLevelDecl(group);
  readingFile_ = before;
}

// Not yet: `typedef struct { int f() {...} } A;` gets its linkage from the name that follows.
void InstrumentingConsumer::HandleInlineFunctionDefinition(FunctionDecl *function) {
  waitingInline_.push_back(function);
}

void InstrumentingConsumer::HandleTranslationUnit(ASTContext &context) {
  if (!sema_)
    return;
  visitWaiting();
  atEnd_ = true;
  bodies_.completeUnit();
  // Lambdas outside of bodies (initialisers, default arguments, types) and the instances of generic ones, some of which
  // no version of Clang hands over. CodeGen emits none of them before the end.
  visit(context.getTranslationUnitDecl(), DefinitionFinder::Instances::Visit);
  for (unsigned i = 0; i < waitingForEnd_.size(); ++i)
    consider(waitingForEnd_[i]);
  calls_.finish();
  if (compiles()) {
    if (sema_->TUKind != TU_Prefix)           // a precompiled header leaves instances to its users
      sema_->PerformPendingInstantiations();  // describers
    keepOutOfCoroutines(context);
    checkHeader();
    emitNote(context);
    if (!compiler_.getDiagnostics().hasErrorOccurred())
      classes_.finish(*sema_, compiler_.getASTConsumer());
  }
  unmet_.report(context, compiler_.getDiagnostics());
  if (!options_.list.empty())
    list_.write(compiler_.getDiagnostics(), options_.list);
}

void InstrumentingConsumer::visitWaiting() {
  llvm::SmallVector<FunctionDecl *, 16> functions;
  functions.swap(waitingInline_);
  for (FunctionDecl *function : functions)
    visit(function);
}

void InstrumentingConsumer::visit(Decl *declaration, DefinitionFinder::Instances instances) {
  bool listing = !options_.list.empty();
  // What system headers hold is left alone unread: most of a unit, usually. But for those with attributes of ours,
  // say a library's, which build systems like to call system headers.
  const SourceManager &sources = compiler_.getSourceManager();
  auto leaveOut = [&](const Decl *found) {
    return !options_.systemHeaders && !listing && sources.isInSystemHeader(found->getLocation()) &&
           !arguments_.appliedIn(sources.getFileID(sources.getExpansionLoc(found->getLocation()))) &&
           !found->hasAttr<AnnotateAttr>();
  };
  if (leaveOut(declaration))  // a method by itself, too
    return;
  DefinitionFinder finder(listing ? DefinitionFinder::Templates::Visit : DefinitionFinder::Templates::Leave, instances,
                          leaveOut);
  for (FunctionDecl *function : finder.find(declaration)) {
    if (compiles())
      keepOutOfCoroutine(function);
    consider(function);
  }
}

// Those of system headers' classes, which CodeGen has not emitted yet. They may call what is instrumented.
void InstrumentingConsumer::keepOutOfCoroutines(ASTContext &context) {
  if (!knowsAwaitSuspend(context))
    return;
  DefinitionFinder finder(DefinitionFinder::Templates::Leave, DefinitionFinder::Instances::Visit,
                          [](const Decl *) { return false; });
  for (FunctionDecl *function : finder.find(context.getTranslationUnitDecl()))
    keepOutOfCoroutine(function);
}

bool InstrumentingConsumer::mustWait(const FunctionDecl *function) const {
  if (atEnd_ || function->getASTContext().DeclMustBeEmitted(function) || compiler_.getLangOpts().EmitAllDecls)
    return false;  // CodeGen emits them as soon as it gets them
  // An inline function is one of several versions as soon as another is declared. CodeGen takes both at the end.
  bool mayGetVersions =
      function->isInlined() && (function->hasAttr<TargetAttr>() || function->hasAttr<CPUSpecificAttr>());
  // Its size counts the bodies of what it calls, which may follow, or be instances that are made at the end.
  bool sizeMayDecide = policy_.needsSizes() && BodyFacts::isInEachUnit(function);
  return function->isConstexpr() || mayGetVersions || sizeMayDecide;
}

void InstrumentingConsumer::consider(FunctionDecl *function) {
  if (function->isImplicit() || !function->isThisDeclarationADefinition())
    return;
  if (function->isDependentContext() && options_.list.empty())
    return;
  if (!function->doesThisDeclarationHaveABody() && !function->isDeleted() && !function->isDefaulted())
    return;
  if (mustWait(function)) {
    waitingForEnd_.push_back(function);
    return;
  }
  if (!considered_.insert(function).second)
    return;

  Annotations annotations = readAnnotations(function);
  bool named = policy_.needsNames() || !options_.list.empty();
  FunctionFacts facts =
      collector_.collect(function, annotations, named ? FactsCollector::Names::Read : FactsCollector::Names::Leave);
  if (instantiatedHere_.count(function))
    facts.obstacles.reset(static_cast<std::size_t>(SkipReason::FromAstFile));
  else if (function->isFromASTFile() && function->doesThisDeclarationHaveABody() &&
           AstInserter::isInstrumented(function))
    return;  // by the compile that made the precompiled header
  Decision decision = policy_.decide(facts);
  // The functions of abi.h are no part of the program that a listing accounts for.
  if (facts.obstacles.test(static_cast<std::size_t>(SkipReason::RuntimesOwn)) && !decision.askedByName)
    return;
  if (decision.instrument()) {
    bodies_.add(function, facts);
    if (compiles() && !runtime_->find()) {
      facts.addObstacle(SkipReason::NoHeader);
      missedHeader_ = true;
    }
    decision = policy_.decide(facts);
  }
  calls_.add(function, facts);
  finish(function, annotations, decision);
}

void InstrumentingConsumer::finish(FunctionDecl *function, const Annotations &annotations, const Decision &decision) {
  if (!decision.instrument())
    reportSkip(function, decision);
  if (decision.skip == SkipReason::TooSmall)
    small_.add(function);
  if (decision.instrument() || !options_.list.empty()) {
    SiteDescriptor site = describe(function, annotations);
    if (decision.instrument())
      instrument(function, site, annotations);
    if (!options_.list.empty())
      list_.add(std::move(site), decision.skip);
  }
  if (compiles() && !unit_.writesAst && !function->isDependentContext())
    dropAnnotations(function);
}

void InstrumentingConsumer::instrument(FunctionDecl *function, const SiteDescriptor &site,
                                       const Annotations &annotations) {
  if (!compiles() || compiler_.getDiagnostics().hasErrorOccurred())
    return;
  if (compiler_.getLangOpts().Freestanding) {
    report(compiler_.getDiagnostics(), function->getLocation(), Message::Freestanding) << site.name;
    return;
  }
  // Clang compares inline functions of several precompiled files by this hash of what the user wrote, and computes it
  // late.
  if (unit_.writesAst)
    (void)function->getODRHash();
  std::optional<BodyInvariants> invariants;
  if (alwaysVerify || options_.verify)
    invariants.emplace(function);
  SitePointers pointers;
  if (site.kind == SiteDescriptor::Kind::Module)
    pointers.description =
        classes_.describe(*sema_, runtime_->find()->classes, cast<CXXMethodDecl>(function)->getParent(), function);
  pointers.arguments = shapes_->of(function, *runtime_->find());
  if (std::string problem =
          shapes_->addFlops(pointers.arguments, function, *runtime_->find(), annotations.flops, annotations.flopsAt);
      !problem.empty())
    report(compiler_.getDiagnostics(), annotations.flopsAt, Message::BadFlops) << site.name << problem;
  AstInserter(*sema_, *runtime_->find()).insert(function, site, collector_.moduleFacts(function).base, pointers);
  if (!invariants)
    return;
  std::string problem = invariants->check();
  if (!problem.empty())
    report(compiler_.getDiagnostics(), function->getLocation(), Message::BadBody) << site.name << problem;
}

SiteDescriptor InstrumentingConsumer::describe(const FunctionDecl *function, const Annotations &annotations) const {
  SiteDescriptor site;
  FunctionName name = functionName(function);
  site.namedByUser = !annotations.name.empty();
  site.name = site.namedByUser ? annotations.name : name.display;
  site.qualifiedName = name.qualified;
  site.file = fileOf(function);
  PresumedLoc where = definitionPlace(function);
  if (where.isValid()) {
    site.line = where.getLine();
    site.column = where.getColumn();
  }
  ModuleFacts module = collector_.moduleFacts(function);
  // The modules that run while a coroutine is suspended are not inside it.
  if (module.isForward && !CoroutineInserter::isCoroutine(function)) {
    site.kind = SiteDescriptor::Kind::Module;
    site.moduleType = className(cast<CXXMethodDecl>(function)->getParent());
    site.torchBase = module.base && module.base->getQualifiedNameAsString() == torchModule;
  }
  for (const ParmVarDecl *parameter : function->parameters())
    site.parameters.push_back(parameter->getName().str());
  return site;
}

void InstrumentingConsumer::reportSkip(FunctionDecl *function, const Decision &decision) {
  // That system headers are left alone is no news, and of most units nine tenths.
  bool news = options_.systemHeaders || !compiler_.getSourceManager().isInSystemHeader(function->getLocation());
  if (!decision.askedByName && !(options_.remarks && news))
    return;
  report(compiler_.getDiagnostics(), function->getLocation(),
         decision.askedByName ? Message::SkippedByName : Message::Skipped)
      << functionName(function).display << skipReasonText(*decision.skip);
}

// A precompiled header has no object file to hold it.
void InstrumentingConsumer::emitNote(ASTContext &context) {
  if (unit_.writesAst || compiler_.getDiagnostics().hasErrorOccurred())
    return;
  if (VarDecl *note = small_.makeNote(context))
    compiler_.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(note));
}

// A precompiled header built with the plugin holds abi.h itself.
void InstrumentingConsumer::checkHeader() {
  const RuntimeDeclarations *runtime = runtime_->find();
  if (!runtime_->problem().empty())
    report(compiler_.getDiagnostics(), SourceLocation(), Message::HeaderTooOld) << runtime_->problem();
  else if (missedHeader_ && !options_.header.empty() && mayIncludeAnything(compiler_))
    report(compiler_.getDiagnostics(), SourceLocation(), Message::HeaderTooOld) << "it has no __autoscope_guard";
  if (!compiler_.getPreprocessorOpts().ImplicitPCHInclude.empty() && runtime && !runtime->guard->isFromASTFile())
    report(compiler_.getDiagnostics(), SourceLocation(), Message::PchWithoutPlugin);
}

}  // namespace autoscope
