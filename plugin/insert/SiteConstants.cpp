#include "SiteConstants.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace autoscope {

SiteConstants::Variables SiteConstants::make(const SiteDescriptor &site, const SitePointers &pointers, Make make) {
  VarDecl *text = makeText(site, make);
  return {text, makeSite(site, pointers, text, make)};
}

VarDecl *SiteConstants::makeText(const SiteDescriptor &site, Make make) {
  StringLiteral *literal = compat::makeString(build_.context(), site.encode(), build_.at());
  QualType type = literal->getType().withConst();
  // As Sema leaves a literal that initialises an array; CodeGen would take the address of any other.
  literal->setType(type);
  literal->setValueKind(VK_PRValue);
  VarDecl *text = make(Part::Text, type, "autoscope_info");
  text->setInit(literal);
  return text;
}

VarDecl *SiteConstants::makeSite(const SiteDescriptor &site, const SitePointers &pointers, VarDecl *text, Make make) {
  ASTContext &context = build_.context();
  QualType type = compat::recordType(context, runtime_.site);
  auto size = static_cast<unsigned>(context.getTypeSizeInChars(type).getQuantity());
  // abi.h: __autoscope_kind_function is 0, __autoscope_kind_module 1.
  unsigned kind = site.kind == SiteDescriptor::Kind::Module ? 1 : 0;
  QualType textType = context.getPointerType(context.CharTy.withConst());
  Expr *textAddress = build_.cast(build_.reference(text), textType, CK_ArrayToPointerDecay);
  // Const only where abi.h can make the id mutable.
  if (context.getLangOpts().CPlusPlus)
    type.addConst();
  VarDecl *descriptor = make(Part::Site, type, "autoscope_sites");
  llvm::SmallVector<Expr *, 8> values{build_.number(size), build_.number(0), build_.number(kind), build_.number(0),
                                      textAddress};
  for (const FieldDecl *field : llvm::drop_begin(runtime_.site->fields(), values.size())) {
    VarDecl *table = pointers.arguments.table;
    if (field->getName() == "__class" && pointers.description)
      values.push_back(pointers.description);
    else if (field->getName() == "__parameters" && table)
      values.push_back(build_.cast(build_.reference(table), field->getType(), CK_ArrayToPointerDecay));
    else
      values.push_back(build_.null(field->getType()));
  }
  descriptor->setInit(build_.list(runtime_.site, values));
  return descriptor;
}

}  // namespace autoscope
