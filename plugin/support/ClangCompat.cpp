#include "ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace autoscope::compat {

QualType recordType(const ASTContext &context, const RecordDecl *record) {
#if CLANG_VERSION_MAJOR >= 22
  return context.getCanonicalTagType(record);
#else
  return context.getRecordType(record);
#endif
}

StringLiteral *makeString(const ASTContext &context, llvm::StringRef text, SourceLocation location) {
#if CLANG_VERSION_MAJOR >= 18
  constexpr auto plain = StringLiteralKind::Ordinary;
#elif CLANG_VERSION_MAJOR >= 15
  constexpr auto plain = StringLiteral::Ordinary;
#else
  constexpr auto plain = StringLiteral::Ascii;
#endif
  QualType type = context.getStringLiteralArrayType(context.CharTy, static_cast<unsigned>(text.size()));
  return StringLiteral::Create(context, text, plain, /*Pascal=*/false, type, location);
}

Expr *makeThis(const ASTContext &context, QualType type, SourceLocation location) {
#if CLANG_VERSION_MAJOR >= 18
  return CXXThisExpr::Create(context, location, type, /*IsImplicit=*/true);
#else
  return new (context) CXXThisExpr(location, type, /*IsImplicit=*/true);
#endif
}

Expr *makeConstruction(const ASTContext &context, QualType type, SourceLocation location,
                       CXXConstructorDecl *constructor, llvm::ArrayRef<Expr *> arguments) {
#if CLANG_VERSION_MAJOR >= 18
  constexpr auto complete = CXXConstructionKind::Complete;
#else
  constexpr auto complete = CXXConstructExpr::CK_Complete;
#endif
  return CXXConstructExpr::Create(context, type, location, constructor, /*Elidable=*/false, arguments,
                                  /*HadMultipleCandidates=*/false, /*ListInitialization=*/false,
                                  /*StdInitListInitialization=*/false, /*ZeroInitialization=*/false, complete,
                                  SourceRange(location, location));
}

CompoundStmt *makeBlockLike(const ASTContext &context, const CompoundStmt *original,
                            llvm::ArrayRef<Stmt *> statements) {
#if CLANG_VERSION_MAJOR >= 15
  FPOptionsOverride settings = original->hasStoredFPFeatures() ? original->getStoredFPFeatures() : FPOptionsOverride();
  return CompoundStmt::Create(context, statements, settings, original->getLBracLoc(), original->getRBracLoc());
#else
  return CompoundStmt::Create(context, statements, original->getLBracLoc(), original->getRBracLoc());
#endif
}

CompoundStmt *makeBlock(const ASTContext &context, llvm::ArrayRef<Stmt *> statements, SourceLocation left,
                        SourceLocation right) {
#if CLANG_VERSION_MAJOR >= 15
  return CompoundStmt::Create(context, statements, FPOptionsOverride(), left, right);
#else
  return CompoundStmt::Create(context, statements, left, right);
#endif
}

bool hasImplicitObject(const CXXMethodDecl *method) {
#if CLANG_VERSION_MAJOR >= 18
  return method->isImplicitObjectMemberFunction();
#else
  return method->isInstance();
#endif
}

bool isImmediate(const FunctionDecl *function) {
#if CLANG_VERSION_MAJOR >= 17
  return function->isImmediateFunction();
#else
  return function->isConsteval();
#endif
}

int constructorPriority(const FunctionDecl *function) {
  constexpr int latest = 65535;
  const auto *attribute = function->getAttr<ConstructorAttr>();
  if (!attribute)
    return latest;
#if CLANG_VERSION_MAJOR >= 22
  const Expr *priority = attribute->getPriority();
  if (!priority || priority->isValueDependent())
    return latest;
  return static_cast<int>(priority->EvaluateKnownConstInt(function->getASTContext()).getExtValue());
#else
  return attribute->getPriority();
#endif
}

bool compilesForDevice(const LangOptions &language) {
  if (language.CUDAIsDevice || language.OpenCL || language.SYCLIsDevice)
    return true;
#if CLANG_VERSION_MAJOR >= 15
  if (language.HLSL)
    return true;
#endif
#if CLANG_VERSION_MAJOR >= 17
  return language.OpenMPIsTargetDevice;
#else
  return language.OpenMPIsDevice;
#endif
}

bool compilesNamedModule(const LangOptions &language) {
  return language.getCompilingModule() == LangOptions::CMK_ModuleInterface;
}

bool writesModuleInterface(const CompilerInstance &compiler) {
  const FrontendOptions &options = compiler.getFrontendOpts();
  if (options.ProgramAction == frontend::GenerateModuleInterface)
    return true;
#if CLANG_VERSION_MAJOR >= 18
  if (options.ProgramAction == frontend::GenerateReducedModuleInterface)
    return true;
#endif
#if CLANG_VERSION_MAJOR >= 19
  return !options.ModuleOutputPath.empty();
#else
  return false;
#endif
}

bool promisesRealTime(const FunctionDecl *function) {
#if CLANG_VERSION_MAJOR >= 20
  for (const FunctionEffectWithCondition &effect : function->getFunctionEffects())
    if (effect.Effect.kind() == FunctionEffect::Kind::NonBlocking ||
        effect.Effect.kind() == FunctionEffect::Kind::NonAllocating)
      return true;
#else
  (void)function;
#endif
  return false;
}

unsigned customDiagnostic(DiagnosticsEngine &engine, DiagnosticIDs::Level level, llvm::StringRef text) {
  return engine.getDiagnosticIDs()->getCustomDiagID(level, text);
}

std::unique_ptr<DiagnosticsEngine> engineLike(DiagnosticsEngine &engine) {
#if CLANG_VERSION_MAJOR >= 21
  DiagnosticOptions &options = engine.getDiagnosticOptions();
#else
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> options(&engine.getDiagnosticOptions());
#endif
  return std::make_unique<DiagnosticsEngine>(engine.getDiagnosticIDs(), options, engine.getClient(),
                                             /*ShouldOwnClient=*/false);
}

llvm::ArrayRef<TemplateArgument> withoutDefaults(const ASTContext &context, llvm::ArrayRef<TemplateArgument> arguments,
                                                 const TemplateParameterList *parameters) {
  // Earlier printers do it by themselves; later ones print what was deduced for a function.
#if CLANG_VERSION_MAJOR >= 17
  llvm::ArrayRef<TemplateArgument> all = arguments;
  if (arguments.size() > parameters->size())
    return arguments;
  while (!arguments.empty() &&
         isSubstitutedDefaultArgument(const_cast<ASTContext &>(context), arguments.back(),
                                      parameters->getParam(arguments.size() - 1), all, parameters->getDepth()))
    arguments = arguments.drop_back();
#else
  (void)context;
  (void)parameters;
#endif
  return arguments;
}

void setReadableTypeNames(PrintingPolicy &policy) {
  policy.SuppressTagKeyword = true;
  policy.AnonymousTagLocations = true;
  policy.SplitTemplateClosers = false;
  policy.UsePreferredNames = false;
#if CLANG_VERSION_MAJOR >= 17 && CLANG_VERSION_MAJOR < 22
  policy.SuppressElaboration = false;
#endif
}

std::string remappedPath(const LangOptions &language, llvm::StringRef path) {
#if CLANG_VERSION_MAJOR >= 15
  llvm::SmallString<256> mapped(path);
  language.remapPathPrefix(mapped);
  return std::string(mapped.str());
#else
  // LLVM 14: longest prefix first, as its preprocessor does for __FILE__.
  std::string mapped = path.str();
  for (auto entry = language.MacroPrefixMap.rbegin(); entry != language.MacroPrefixMap.rend(); ++entry)
    if (mapped.compare(0, entry->first.size(), entry->first) == 0)
      return entry->second + mapped.substr(entry->first.size());
  return mapped;
#endif
}

FunctionDecl *instanceOf(Sema &sema, FunctionTemplateDecl *from, TemplateArgumentListInfo &arguments) {
  FunctionDecl *function = nullptr;
  sema::TemplateDeductionInfo info(from->getLocation());
  auto result = sema.DeduceTemplateArguments(from, &arguments, function, info);
#if CLANG_VERSION_MAJOR >= 19
  bool fits = result == TemplateDeductionResult::Success;
#else
  bool fits = result == Sema::TDK_Success;
#endif
  return fits ? function : nullptr;
}

bool fits(Sema &sema, ClassTemplatePartialSpecializationDecl *partial, llvm::ArrayRef<TemplateArgument> arguments) {
  sema::TemplateDeductionInfo info(partial->getLocation());
#if CLANG_VERSION_MAJOR >= 19
  return sema.DeduceTemplateArguments(partial, arguments, info) == TemplateDeductionResult::Success;
#else
  TemplateArgumentList list(TemplateArgumentList::OnStack, arguments);
  return sema.DeduceTemplateArguments(partial, list, info) == Sema::TDK_Success;
#endif
}

ExprResult makeSubscript(Sema &sema, Expr *array, Expr *index, SourceLocation location) {
  // One index, or a list that one index converts to.
  return sema.ActOnArraySubscriptExpr(/*S=*/nullptr, array, location, index, location);
}

}  // namespace autoscope::compat
