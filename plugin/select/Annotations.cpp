#include "Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclBase.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr llvm::StringRef prefix = "autoscope::";

// "scope" or "scope=name" of an annotation of ours; empty for somebody else's.
llvm::StringRef ownText(const Attr *attribute) {
  const auto *annotation = dyn_cast<AnnotateAttr>(attribute);
  if (!annotation || annotation->getAnnotation().substr(0, prefix.size()) != prefix)
    return {};
  return annotation->getAnnotation().substr(prefix.size());
}

}  // namespace

const char *attributeName(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Scope:
    return "scope";
  case AttributeKind::Ignore:
    return "ignore";
  case AttributeKind::Module:
    return "module";
  case AttributeKind::Flops:
    return "flops";
  }
  return "";
}

Annotations readAnnotations(const Decl *declaration) {
  Annotations found;
  if (!declaration->hasAttrs())
    return found;
  for (const Attr *attribute : declaration->attrs()) {
    llvm::StringRef text = ownText(attribute);
    auto [kind, name] = text.split('=');
    if (kind == attributeName(AttributeKind::Scope)) {
      found.scope = true;
      if (!name.empty())
        found.name = name.str();
    } else if (kind == attributeName(AttributeKind::Ignore)) {
      found.ignore = true;
    } else if (kind == attributeName(AttributeKind::Module)) {
      found.module = true;
    } else if (kind == attributeName(AttributeKind::Flops)) {
      found.scope = true;
      found.flops = name.str();
      found.flopsAt = attribute->getLocation();
    }
  }
  return found;
}

AnnotateAttr *makeAnnotation(ASTContext &context, AttributeKind kind, llvm::StringRef name, SourceRange range) {
  std::string text = prefix.str() + attributeName(kind);
  if (!name.empty())
    text += "=" + name.str();
  AnnotateAttr *attribute = AnnotateAttr::CreateImplicit(context, text, nullptr, 0);
  attribute->setRange(range);
  return attribute;
}

void dropAnnotations(Decl *declaration) {
  if (!declaration->hasAttrs())
    return;
  AttrVec &attributes = declaration->getAttrs();
  llvm::erase_if(attributes, [](const Attr *attribute) { return !ownText(attribute).empty(); });
  if (attributes.empty())
    declaration->dropAttrs();
}

}  // namespace autoscope
