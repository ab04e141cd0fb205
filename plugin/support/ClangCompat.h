// Everything that differs between the LLVM versions we build for, as functions named by intent. No other file of the
// plugin tests a version.
#ifndef AUTOSCOPE_PLUGIN_SUPPORT_CLANGCOMPAT_H
#define AUTOSCOPE_PLUGIN_SUPPORT_CLANGCOMPAT_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Version.h"
#include "clang/Sema/Ownership.h"
#include "clang/Sema/ParsedAttr.h"

#include <memory>

namespace clang {
class ClassTemplatePartialSpecializationDecl;
class CompilerInstance;
class FunctionTemplateDecl;
class Sema;
class TemplateArgumentListInfo;
}  // namespace clang

namespace autoscope::compat {

// The attribute syntax `[[...]]` of C.
#if CLANG_VERSION_MAJOR >= 17
inline constexpr clang::AttributeCommonInfo::Syntax squareBracketsOfC = clang::AttributeCommonInfo::AS_C23;
#else
inline constexpr clang::AttributeCommonInfo::Syntax squareBracketsOfC = clang::AttributeCommonInfo::AS_C2x;
#endif

#if CLANG_VERSION_MAJOR >= 18
inline constexpr clang::ArraySizeModifier plainArray = clang::ArraySizeModifier::Normal;
#else
inline constexpr clang::ArrayType::ArraySizeModifier plainArray = clang::ArrayType::Normal;
#endif

// Whether await_suspend is inlined into a coroutine before it is split.
inline constexpr bool inlinesAwaitSuspend = CLANG_VERSION_MAJOR < 19;

// Whether a template that holds a pseudo-object is instantiated from the call that it was written as.
inline constexpr bool instantiatesFromSyntax = CLANG_VERSION_MAJOR >= 15;

// Whether coverage is mapped, and regions are counted, by all parts of a pseudo-object, and not by what it was written
// as.
inline constexpr bool mapsPartsOfPseudoObjects = CLANG_VERSION_MAJOR < 18;

clang::QualType recordType(const clang::ASTContext &context, const clang::RecordDecl *record);

// A plain string literal of type const char[size + 1].
clang::StringLiteral *makeString(const clang::ASTContext &context, llvm::StringRef text,
                                 clang::SourceLocation location);

clang::Expr *makeThis(const clang::ASTContext &context, clang::QualType type, clang::SourceLocation location);

// A call of a constructor that makes a temporary, which the caller binds.
clang::Expr *makeConstruction(const clang::ASTContext &context, clang::QualType type, clang::SourceLocation location,
                              clang::CXXConstructorDecl *constructor, llvm::ArrayRef<clang::Expr *> arguments);

// A block with the braces and floating-point settings of `original` and other statements.
clang::CompoundStmt *makeBlockLike(const clang::ASTContext &context, const clang::CompoundStmt *original,
                                   llvm::ArrayRef<clang::Stmt *> statements);

clang::CompoundStmt *makeBlock(const clang::ASTContext &context, llvm::ArrayRef<clang::Stmt *> statements,
                               clang::SourceLocation left, clang::SourceLocation right);

// Whether calls pass `this`: not static, no explicit object parameter.
bool hasImplicitObject(const clang::CXXMethodDecl *method);

// consteval, or immediate by what it calls.
bool isImmediate(const clang::FunctionDecl *function);

// The priority of a function with the attribute `constructor`; for others, and by default, the latest one.
int constructorPriority(const clang::FunctionDecl *function);

// Whether the code is for a GPU or another device rather than the host.
bool compilesForDevice(const clang::LangOptions &language);

// Whether the unit is a C++20 module unit that the driver said to be one.
bool compilesNamedModule(const clang::LangOptions &language);

// Whether the compile leaves a module's interface for importers.
bool writesModuleInterface(const clang::CompilerInstance &compiler);

// Whether Clang checks that the function calls nothing that may block or allocate.
bool promisesRealTime(const clang::FunctionDecl *function);

// The instance of a function template for those arguments, declared; null: substitution fails.
clang::FunctionDecl *instanceOf(clang::Sema &sema, clang::FunctionTemplateDecl *from,
                                clang::TemplateArgumentListInfo &arguments);

// Whether the partial specialisation is one for those arguments; makes none.
bool fits(clang::Sema &sema, clang::ClassTemplatePartialSpecializationDecl *partial,
          llvm::ArrayRef<clang::TemplateArgument> arguments);

// `array[index]`, as Sema makes it.
clang::ExprResult makeSubscript(clang::Sema &sema, clang::Expr *array, clang::Expr *index,
                                clang::SourceLocation location);

// Registers a diagnostic of our own.
unsigned customDiagnostic(clang::DiagnosticsEngine &engine, clang::DiagnosticIDs::Level level, llvm::StringRef text);

// An engine with the numbers, options and client of another, and none of its settings and counts.
std::unique_ptr<clang::DiagnosticsEngine> engineLike(clang::DiagnosticsEngine &engine);

// The arguments but for those at the end that are what the parameters' defaults say.
llvm::ArrayRef<clang::TemplateArgument> withoutDefaults(const clang::ASTContext &context,
                                                        llvm::ArrayRef<clang::TemplateArgument> arguments,
                                                        const clang::TemplateParameterList *parameters);

// Type names as users write them; unnamed types have their location.
void setReadableTypeNames(clang::PrintingPolicy &policy);

// A path as -ffile-prefix-map and -fmacro-prefix-map let it appear in the output.
std::string remappedPath(const clang::LangOptions &language, llvm::StringRef path);

}  // namespace autoscope::compat

#endif
