#include "FactsCollector.h"

#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "ClassNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr int lastReservedPriority = 100;  // constructor priorities up to here belong to the implementation

bool isRuntimesOwn(const FunctionDecl *function) {
  auto reserved = [](const NamedDecl *named) {
    return named->getIdentifier() && named->getName().substr(0, 12) == "__autoscope_";
  };
  if (reserved(function))
    return true;
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (method && reserved(method->getParent()))
    return true;
  // Our public headers; a program of that namespace, such as our own tools, is ordinary code.
  for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent()) {
    const auto *space = dyn_cast<NamespaceDecl>(scope);
    if (space && space->getParent()->isTranslationUnit() && space->getName() == "autoscope")
      return fileOf(function).find("include/autoscope/") != std::string::npos;
  }
  return false;
}

bool isAllocationFunction(const FunctionDecl *function) {
  switch (function->getOverloadedOperator()) {
  case OO_New:
  case OO_Array_New:
  case OO_Delete:
  case OO_Array_Delete:
    return function->getDeclContext()->getRedeclContext()->isTranslationUnit();
  default:
    break;
  }
  if (!function->getIdentifier() || !function->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return false;
  llvm::StringRef name = function->getName();
  for (llvm::StringRef allocator : {"malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc",
                                    "posix_memalign", "valloc", "pvalloc", "reallocarray", "malloc_usable_size"})
    if (name == allocator)
      return true;
  return false;
}

// Hooks have names such as __asan_default_options, __sanitizer_cov_trace_pc_guard.
bool isSanitizerHook(const FunctionDecl *function) {
  if (!function->getIdentifier() || !function->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return false;
  llvm::StringRef name = function->getName();
  llvm::StringRef owner = name.substr(0, name.find('_', 2));
  return owner.substr(0, 2) == "__" && owner != name && owner.size() > 5 &&
         (owner.substr(owner.size() - 3) == "san" || owner == "__sanitizer" || owner == "__scudo");
}

// Whether the function lacks a feature of the unit: code that Clang must inline does not go there. It lets clones pass.
bool losesFeatures(const FunctionDecl *function) {
  const auto *target = function->getAttr<TargetAttr>();
  if (!target)
    return false;
  const ASTContext &context = function->getASTContext();
  llvm::StringMap<bool> features;
  context.getFunctionFeatureMap(features, function);
  for (const auto &feature : context.getTargetInfo().getTargetOpts().FeatureMap)
    if (feature.getValue() && !features.lookup(feature.getKey()))
      return true;
  // AArch64 keeps this one out of its features.
  return target->getFeaturesStr().contains("general-regs-only");
}

bool isSwiftAsync(const FunctionDecl *function) {
  const auto *type = function->getType()->getAs<FunctionType>();
  return type && type->getCallConv() == CC_SwiftAsync;
}

bool hasInterruptAttribute(const FunctionDecl *function) {
  return function->hasAttr<AnyX86InterruptAttr>() || function->hasAttr<ARMInterruptAttr>() ||
         function->hasAttr<AVRInterruptAttr>() || function->hasAttr<AVRSignalAttr>() ||
         function->hasAttr<MipsInterruptAttr>() || function->hasAttr<RISCVInterruptAttr>() ||
         function->hasAttr<MSP430InterruptAttr>() || function->hasAttr<M68kInterruptAttr>();
}

// The pattern carries the attribute where a specialisation was made before it did.
bool isMarkedModule(const CXXRecordDecl *record) {
  if (readAnnotations(record).module)
    return true;
  const CXXRecordDecl *pattern = record->getTemplateInstantiationPattern();
  return pattern && readAnnotations(pattern).module;
}

}  // namespace

PresumedLoc definitionPlace(const FunctionDecl *function) {
  // LLVM 14 leaves an instance where its template was first declared.
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  SourceLocation at = (pattern ? pattern : function)->getLocation();
  const SourceManager &sources = function->getASTContext().getSourceManager();
  return sources.getPresumedLoc(sources.getExpansionLoc(at));
}

std::string fileOf(const FunctionDecl *function) {
  PresumedLoc where = definitionPlace(function);
  if (where.isInvalid())
    return {};
  return compat::remappedPath(function->getASTContext().getLangOpts(), where.getFilename());
}

bool FactsCollector::isModuleMethod(const CXXMethodDecl *method) const {
  return llvm::any_of(options_.methods, [method](const std::string &name) { return isNamed(method, name); });
}

bool FactsCollector::isNamed(const CXXMethodDecl *method, llvm::StringRef name) {
  if (const IdentifierInfo *own = method->getIdentifier())
    return own->getName() == name;
  OverloadedOperatorKind symbol = method->getOverloadedOperator();
  return symbol != OO_None && name.consume_front("operator") && name == getOperatorSpelling(symbol);
}

ModuleFacts FactsCollector::moduleFacts(const FunctionDecl *function) const {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method ? inheritedFacts(method, method->getParent()) : ModuleFacts();
}

ModuleFacts FactsCollector::inheritedFacts(const CXXMethodDecl *method, const CXXRecordDecl *heir) const {
  ModuleFacts facts;
  if (!isModuleMethod(method))
    return facts;
  addClassFacts(heir, facts);
  bool ofModule = facts.base || facts.markedByUser;
  facts.isForward = ofModule && compat::hasImplicitObject(method);
  facts.lacksObject = ofModule && !facts.isForward;
  return facts;
}

bool FactsCollector::isModule(const CXXRecordDecl *record) const {
  ModuleFacts facts;
  addClassFacts(record, facts);
  return facts.base || facts.markedByUser;
}

void FactsCollector::addClassFacts(const CXXRecordDecl *record, ModuleFacts &facts) const {
  llvm::SmallVector<const CXXRecordDecl *, 8> pending{record};
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> seen;
  while (!pending.empty()) {
    record = pending.pop_back_val()->getDefinition();
    if (!record || !seen.insert(record).second)
      continue;
    facts.markedByUser |= isMarkedModule(record);
    for (const std::string &base : options_.bases) {
      // The base's own forward is as much a module's as any other.
      if (!facts.base && hasQualifiedName(record, base))
        facts.base = record;
    }
    for (const CXXBaseSpecifier &base : record->bases())
      if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
        pending.push_back(parent);
  }
}

FunctionFacts FactsCollector::collect(const FunctionDecl *function, const Annotations &annotations, Names names) const {
  FunctionFacts facts;
  facts.scopeAttribute = annotations.scope;
  facts.ignoreAttribute = annotations.ignore;
  ModuleFacts module = moduleFacts(function);
  facts.moduleForward = module.isForward;
  facts.moduleForwardWithoutObject = module.lacksObject;
  facts.moduleMarkedByUser = module.markedByUser;
  facts.inSystemHeader = function->getASTContext().getSourceManager().isInSystemHeader(function->getLocation());
  if (names == Names::Read) {
    FunctionName name = functionName(function);
    facts.qualifiedName = std::move(name.qualified);
    // As tables show it, so that the run time, which knows no other, reads a filter file alike.
    facts.displayName = annotations.name.empty() ? name.display : annotations.name;
    facts.file = fileOf(function);
  }
  addObstacles(function, facts);
  return facts;
}

void FactsCollector::addObstacles(const FunctionDecl *function, FunctionFacts &facts) const {
  auto add = [&facts](SkipReason reason, bool holds) {
    if (holds)
      facts.addObstacle(reason);
  };
  add(SkipReason::RuntimesOwn, isRuntimesOwn(function));
  // A __host__ __device__ function is compiled for the host by itself.
  bool deviceOnly = function->hasAttr<CUDADeviceAttr>() && !function->hasAttr<CUDAHostAttr>();
  add(SkipReason::DeviceCode, unit_.deviceCode || deviceOnly || function->hasAttr<CUDAGlobalAttr>() ||
                                  function->hasAttr<OMPDeclareTargetDeclAttr>());
  add(SkipReason::ModuleUnit, unit_.inclusion == UnitFacts::Inclusion::None);
  add(SkipReason::FromAstFile, function->isFromASTFile());
  add(SkipReason::Deleted, function->isDeleted());
  add(SkipReason::Defaulted, function->isDefaulted());
  add(SkipReason::Dependent, function->isDependentContext());
  add(SkipReason::Consteval, compat::isImmediate(function));
  add(SkipReason::Naked, function->hasAttr<NakedAttr>());
  add(SkipReason::NoInstrument, function->hasAttr<NoInstrumentFunctionAttr>());
  add(SkipReason::Interrupt, hasInterruptAttribute(function));
  add(SkipReason::IfuncResolver, ifuncResolvers_.mayHold(function));
  add(SkipReason::EarlyConstructor, compat::constructorPriority(function) <= lastReservedPriority);
  add(SkipReason::TargetFeatures, losesFeatures(function));
  add(SkipReason::MultiVersion, function->isInlined() && function->isMultiVersion());
  add(SkipReason::SanitizerHook, isSanitizerHook(function));
  add(SkipReason::RealTime, compat::promisesRealTime(function));
  add(SkipReason::MustTail, isSwiftAsync(function));
  add(SkipReason::PureOrConst, function->hasAttr<PureAttr>() || function->hasAttr<ConstAttr>());
  add(SkipReason::Allocation, isAllocationFunction(function));
  add(SkipReason::Malformed, function->isInvalidDecl());
}

}  // namespace autoscope
