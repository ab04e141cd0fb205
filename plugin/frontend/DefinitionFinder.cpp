#include "DefinitionFinder.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace autoscope {

llvm::SmallVector<FunctionDecl *, 16> DefinitionFinder::find(Decl *declaration) {
  functions_.clear();
  // A method that is handed over alone may stand in what is left out.
  if (!declaration->getDeclContext() || !leaveOut_(declaration))
    visit(declaration);
  return std::move(functions_);
}

// Instances belong to all redeclarations of their template together.
template <class Template> void DefinitionFinder::visitTemplate(Template *declaration) {
  if (templates_ == Templates::Visit)
    visit(declaration->getTemplatedDecl());
  if (instances_ == Instances::Leave || !templatesSeen_.insert(declaration->getCanonicalDecl()).second)
    return;
  // By value: looking at an instance must not invalidate what we go through.
  llvm::SmallVector<Decl *, 16> instances(declaration->spec_begin(), declaration->spec_end());
  for (Decl *instance : instances)
    visit(instance);
}

void DefinitionFinder::visit(Decl *declaration) {
  if (declaration->getDeclContext() && declaration->getLexicalDeclContext()->isFileContext() && leaveOut_(declaration))
    return;
  if (auto *functionTemplate = dyn_cast<FunctionTemplateDecl>(declaration))
    return visitTemplate(functionTemplate);
  if (auto *classTemplate = dyn_cast<ClassTemplateDecl>(declaration))
    return visitTemplate(classTemplate);
  if (isa<ClassTemplatePartialSpecializationDecl>(declaration) && templates_ == Templates::Leave)
    return;
  if (auto *friendship = dyn_cast<FriendDecl>(declaration)) {
    if (NamedDecl *named = friendship->getFriendDecl())
      visit(named);
    return;
  }
  if (auto *function = dyn_cast<FunctionDecl>(declaration)) {
    // Of a precompiled file: what this unit made of it was handed over, and asking for the rest would read every body.
    bool sweep = instances_ == Instances::Visit && templates_ == Templates::Leave;
    if (sweep && function->isFromASTFile())
      return;
    functions_.push_back(function);
  }
  if (const auto *context = dyn_cast<DeclContext>(declaration))
    visitInside(context);
}

void DefinitionFinder::visitInside(const DeclContext *context) {
  // What a precompiled file holds and nobody needed stays unread. A snapshot, since reading may add declarations.
  llvm::SmallVector<Decl *, 32> declarations(context->noload_decls_begin(), context->noload_decls_end());
  for (Decl *declaration : declarations)
    visit(declaration);
}

}  // namespace autoscope
