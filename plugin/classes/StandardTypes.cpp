#include "StandardTypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned deepest = 8;  // of a library's class inside its own helpers

// Libraries whose types are the standard's by other names. Their containers are not among them: what is instantiated
// must be known to compile.
bool isInLibraryNamespace(const CXXRecordDecl *record) {
  for (const DeclContext *scope = record->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      if (space->getParent()->getRedeclContext()->isTranslationUnit())
        return llvm::StringSwitch<bool>(space->getName())
            .Case("c10", true)
            .Case("boost", true)
            .Case("absl", true)
            .Default(false);
  return false;
}

using Visit = llvm::function_ref<bool(const FieldDecl *field, std::uint64_t offset)>;

// `visit` returns whether to look into a field of class type.
void eachField(const ASTContext &context, const CXXRecordDecl *record, std::uint64_t at, unsigned depth, Visit visit) {
  record = record ? record->getDefinition() : nullptr;
  if (!hasLayout(record) || record->isUnion() || depth == deepest)
    return;
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  for (const CXXBaseSpecifier &base : record->bases()) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    if (parent && !base.isVirtual())
      eachField(context, parent, at + static_cast<std::uint64_t>(layout.getBaseClassOffset(parent).getQuantity()),
                depth + 1, visit);
  }
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField())
      continue;
    std::uint64_t offset = at + layout.getFieldOffset(field->getFieldIndex()) / 8;
    if (visit(field, offset))
      eachField(context, field->getType()->getAsCXXRecordDecl(), offset, depth + 1, visit);
  }
}

}  // namespace

bool hasLayout(const CXXRecordDecl *record) {
  return record && record->isCompleteDefinition() && !record->isInvalidDecl() && !record->isDependentContext();
}

StandardType standardType(const CXXRecordDecl *record) {
  if (!record->getIdentifier() || !isa<ClassTemplateSpecializationDecl>(record))
    return StandardType::Other;
  llvm::StringRef name = record->getName();
  if (record->isInStdNamespace())
    return llvm::StringSwitch<StandardType>(name)
        .Case("shared_ptr", StandardType::Owner)
        .Case("unique_ptr", StandardType::Owner)
        .Case("weak_ptr", StandardType::Observer)
        .Case("reference_wrapper", StandardType::Observer)
        .Case("array", StandardType::Array)
        .Case("vector", StandardType::Vector)
        .Case("list", StandardType::Elements)
        .Case("forward_list", StandardType::Elements)
        .Case("deque", StandardType::Elements)
        .Case("set", StandardType::Elements)
        .Case("multiset", StandardType::Elements)
        .Case("unordered_set", StandardType::Elements)
        .Case("unordered_multiset", StandardType::Elements)
        .Case("map", StandardType::Map)
        .Case("multimap", StandardType::Map)
        .Case("unordered_map", StandardType::Map)
        .Case("unordered_multimap", StandardType::Map)
        .Case("optional", StandardType::Optional)
        .Case("pair", StandardType::Pair)
        .Default(StandardType::Other);
  if (isInLibraryNamespace(record))
    return llvm::StringSwitch<StandardType>(name)
        .Case("intrusive_ptr", StandardType::Owner)
        .Case("shared_ptr", StandardType::Owner)
        .Case("scoped_ptr", StandardType::Owner)
        .Case("optional", StandardType::Optional)
        .Default(StandardType::Other);
  return StandardType::Other;
}

QualType typeArgument(const CXXRecordDecl *record, unsigned index) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || index >= instance->getTemplateArgs().size())
    return QualType();
  const TemplateArgument &argument = instance->getTemplateArgs()[index];
  return argument.getKind() == TemplateArgument::Type ? argument.getAsType() : QualType();
}

llvm::SmallVector<InnerField, 4> pointersIn(const ASTContext &context, const CXXRecordDecl *record, QualType pointee) {
  llvm::SmallVector<InnerField, 4> found;
  eachField(context, record, 0, 0, [&](const FieldDecl *field, std::uint64_t offset) {
    QualType type = field->getType();
    if (type->isPointerType() && (pointee.isNull() || context.hasSameUnqualifiedType(type->getPointeeType(), pointee)))
      found.push_back({offset, type->getPointeeType()});
    return true;
  });
  return found;
}

llvm::SmallVector<InnerField, 4> ownersIn(const ASTContext &context, const CXXRecordDecl *record) {
  llvm::SmallVector<InnerField, 4> found;
  eachField(context, record, 0, 0, [&](const FieldDecl *field, std::uint64_t offset) {
    const CXXRecordDecl *held = field->getType()->getAsCXXRecordDecl();
    bool owns = held && standardType(held) == StandardType::Owner;
    if (owns)
      found.push_back({offset, field->getType()});
    return !owns;
  });
  return found;
}

QualType arrowPointee(const CXXRecordDecl *record) {
  if (!hasLayout(record))
    return QualType();
  DeclarationName arrow = record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Arrow);
  for (const NamedDecl *found : record->lookup(arrow))
    if (const auto *method = dyn_cast<CXXMethodDecl>(found))
      if (method->getReturnType()->isPointerType())
        return method->getReturnType()->getPointeeType();
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
      if (QualType pointee = arrowPointee(parent->getDefinition()); !pointee.isNull())
        return pointee;
  return QualType();
}

llvm::StringRef mapWalk(const CXXRecordDecl *map) {
  QualType key = typeArgument(map, 0);
  if (key.isNull())
    return {};
  if (key->isIntegralOrEnumerationType())
    return "__autoscope_walk_numbers";
  const CXXRecordDecl *record = key->getAsCXXRecordDecl();
  if (record && record->isInStdNamespace() && record->getIdentifier() &&
      (record->getName() == "basic_string" || record->getName() == "basic_string_view") &&
      typeArgument(record, 0)->isCharType())
    return "__autoscope_walk_texts";
  return "__autoscope_walk_values";
}

}  // namespace autoscope
