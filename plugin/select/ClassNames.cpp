#include "ClassNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <utility>

using namespace clang;

namespace autoscope {
namespace {

constexpr llvm::StringRef separator = "::";

// `a::b::C` -> `a::b` and `C`
std::pair<llvm::StringRef, llvm::StringRef> splitLast(llvm::StringRef name) {
  std::size_t at = name.rfind(separator);
  if (at == llvm::StringRef::npos)
    return {llvm::StringRef(), name};
  return {name.substr(0, at), name.substr(at + separator.size())};
}

bool isContextNamed(const DeclContext *context, llvm::StringRef name) {
  context = context->getRedeclContext();  // out of `extern "C"` and `export`
  if (context->isTranslationUnit())
    return name.empty();
  const auto *space = dyn_cast<NamespaceDecl>(context);
  if (space && (space->isInline() || space->isAnonymousNamespace()) && isContextNamed(space->getParent(), name))
    return true;
  if (!isa<NamespaceDecl, CXXRecordDecl>(context) || name.empty())
    return false;
  return hasQualifiedName(cast<NamedDecl>(Decl::castFromDeclContext(context)), name);
}

const NamedDecl *meaningOf(const NamedDecl *found) {
  found = found->getUnderlyingDecl();
  if (const auto *alias = dyn_cast<NamespaceAliasDecl>(found))
    return alias->getNamespace();
  if (const auto *pattern = dyn_cast<ClassTemplateDecl>(found))
    return pattern->getTemplatedDecl();
  return found;
}

}  // namespace

bool hasQualifiedName(const NamedDecl *declaration, llvm::StringRef name) {
  // The last component first: nearly every class differs there.
  auto [around, last] = splitLast(name);
  return declaration->getIdentifier() && declaration->getName() == last &&
         isContextNamed(declaration->getDeclContext(), around);
}

const NamedDecl *findClass(const ASTContext &context, llvm::StringRef name) {
  const DeclContext *around = context.getTranslationUnitDecl();
  for (;;) {
    auto [first, rest] = name.split(separator);
    name = rest;
    const NamedDecl *found = nullptr;
    for (const NamedDecl *candidate : around->lookup(&context.Idents.get(first))) {
      candidate = meaningOf(candidate);
      bool fits = rest.empty() ? isa<CXXRecordDecl>(candidate) : isa<NamespaceDecl, CXXRecordDecl>(candidate);
      if (fits || (!found && rest.empty() && isa<TypedefNameDecl, TypeAliasTemplateDecl>(candidate)))
        found = candidate;
    }
    if (!found || rest.empty())
      return found;
    around = cast<DeclContext>(found);
    if (const auto *record = dyn_cast<CXXRecordDecl>(found))
      around = record->getDefinition();
    if (!around)
      return nullptr;
  }
}

}  // namespace autoscope
