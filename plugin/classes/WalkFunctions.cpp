#include "WalkFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {

FunctionDecl *walkFunction(Sema &sema, llvm::StringRef functionTemplate, QualType container, SourceLocation at) {
  LookupResult result(sema, DeclarationName(&sema.Context.Idents.get(functionTemplate)), at, Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  sema.LookupQualifiedName(result, sema.Context.getTranslationUnitDecl());
  // A template counts as overloaded, even if it is the only one.
  auto *found = result.empty() ? nullptr : dyn_cast<FunctionTemplateDecl>(*result.begin());
  if (!found)
    return nullptr;
  TemplateArgument arguments[] = {TemplateArgument(sema.Context.getCanonicalType(container))};
  FunctionDecl *function =
      sema.InstantiateFunctionDeclaration(found, TemplateArgumentList::CreateCopy(sema.Context, arguments), at);
  if (!function || function->isInvalidDecl())
    return nullptr;
  sema.InstantiateFunctionDefinition(at, function, /*Recursive=*/true, /*DefinitionRequired=*/true,
                                     /*AtEndOfTU=*/true);
  function->setIsUsed();
  function->setReferenced();
  return function->isDefined() ? function : nullptr;
}

}  // namespace autoscope
