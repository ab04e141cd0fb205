#include "RuntimeLookup.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

template <typename T> T *findNamed(ASTContext &context, llvm::StringRef name) {
  for (NamedDecl *declaration : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
    if (auto *wanted = dyn_cast<T>(declaration))
      return wanted;
  return nullptr;
}

}  // namespace

const RuntimeDeclarations *RuntimeLookup::find() {
  if (!searched_)
    search();
  return usable_ ? &found_ : nullptr;
}

void RuntimeLookup::search() {
  ASTContext &context = sema_.Context;
  auto *site = findNamed<CXXRecordDecl>(context, "__autoscope_site");
  auto *guard = findNamed<CXXRecordDecl>(context, "__autoscope_guard");
  auto *leave = findNamed<FunctionDecl>(context, "__autoscope_leave");
  if (!guard || !guard->getDefinition())
    return;  // not there yet; a later function may ask again
  searched_ = true;
  if (!site || !site->getDefinition() || !leave) {
    problem_ = "it has no __autoscope_site or __autoscope_leave";
    return;
  }
  found_.site = site->getDefinition();
  found_.guard = guard->getDefinition();
  found_.leave = leave->getDefinition() ? leave->getDefinition() : leave;
  for (CXXConstructorDecl *constructor : found_.guard->ctors()) {
    if (constructor->isCopyOrMoveConstructor())
      continue;
    if (constructor->getNumParams() == 1)
      found_.enterFunction = constructor;
    else if (constructor->getNumParams() == 3)
      found_.enterModule = constructor;
  }
  unsigned fields = 0;
  for (const FieldDecl *field : found_.site->fields())
    fields += field->getIdentifier() != nullptr;
  if (!found_.enterFunction || !found_.enterModule)
    problem_ = "__autoscope_guard has other constructors";
  else if (fields != 5)
    problem_ = "__autoscope_site has other fields";
  if (!problem_.empty())
    return;

  usable_ = true;
  for (FunctionDecl *function : {static_cast<FunctionDecl *>(found_.enterFunction),
                                 static_cast<FunctionDecl *>(found_.enterModule), found_.leave})
    sema_.MarkFunctionReferenced(found_.guard->getLocation(), function);
}

}  // namespace autoscope
