#include "StandardTypes.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned deepest = 8;  // of a library's class inside its own helpers

// Libraries whose smart pointers are the standard's by other names. Their other types are not among them: what is
// instantiated must be known to compile.
bool isInLibraryNamespace(const CXXRecordDecl *record) {
  for (const DeclContext *scope = record->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      if (space->getParent()->getRedeclContext()->isTranslationUnit())
        return llvm::StringSwitch<bool>(space->getName()).Case("c10", true).Case("boost", true).Default(false);
  return false;
}

using Visit = llvm::function_ref<bool(const FieldDecl *field, std::uint64_t offset)>;

// `visit` returns whether to look into a field of class type. Not into `except`, wherever it is.
void eachField(const ASTContext &context, const CXXRecordDecl *record, std::uint64_t at, unsigned depth, Visit visit,
               const CXXRecordDecl *except = nullptr) {
  record = record ? record->getDefinition() : nullptr;
  if (!hasLayout(record) || record == except || record->isUnion() || depth == deepest)
    return;
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  for (const CXXBaseSpecifier &base : record->bases()) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    if (parent && !base.isVirtual())
      eachField(context, parent, at + static_cast<std::uint64_t>(layout.getBaseClassOffset(parent).getQuantity()),
                depth + 1, visit, except);
  }
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField())
      continue;
    std::uint64_t offset = at + layout.getFieldOffset(field->getFieldIndex()) / 8;
    if (visit(field, offset))
      eachField(context, field->getType()->getAsCXXRecordDecl(), offset, depth + 1, visit, except);
  }
}

// A class, or an instance of a class template, that is complete without anybody's help.
bool isUsable(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !record || hasLayout(record->getDefinition());
}

bool isOfLibrary(QualType type) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record && (record->isInStdNamespace() ||
                    record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation()));
}

bool isDefaultDeleter(QualType deleter, QualType held) {
  const CXXRecordDecl *record = deleter.isNull() ? nullptr : deleter->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "default_delete" &&
         record->getASTContext().hasSameType(typeArgument(record, 0), held);
}

}  // namespace

bool hasLayout(const CXXRecordDecl *record) {
  return record && record->isCompleteDefinition() && !record->isInvalidDecl() && !record->isDependentContext();
}

StandardType standardType(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!record->getIdentifier() || !instance || instance->getSpecializationKind() == TSK_ExplicitSpecialization)
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

llvm::SmallVector<InnerField, 4> pointersIn(const ASTContext &context, const CXXRecordDecl *record, QualType pointee,
                                            const CXXRecordDecl *except) {
  llvm::SmallVector<InnerField, 4> found;
  eachField(
      context, record, 0, 0,
      [&](const FieldDecl *field, std::uint64_t offset) {
        QualType type = field->getType();
        if (type->isPointerType() &&
            (pointee.isNull() || context.hasSameUnqualifiedType(type->getPointeeType(), pointee)))
          found.push_back({offset, type->getPointeeType()});
        return true;
      },
      except);
  return found;
}

SmartPointer smartPointer(const ASTContext &context, const CXXRecordDecl *record) {
  QualType held = typeArgument(record, 0), deleter = typeArgument(record, 1);
  const CXXRecordDecl *deleterClass = deleter.isNull() ? nullptr : deleter->getAsCXXRecordDecl();
  bool isUnique = record->getName() == "unique_ptr";
  bool owns = standardType(record) == StandardType::Owner;
  if (held.isNull() || !held->isRecordType())
    return {};
  const std::uint64_t pointerBytes =
      static_cast<std::uint64_t>(context.getTypeSizeInChars(context.VoidPtrTy).getQuantity());
  if (!record->getDefinition()) {
    // Those in a container that the unit does not use, say. Nobody asks for their definition on our account; in all
    // standard libraries the pointer comes first.
    if (isUnique && isDefaultDeleter(deleter, held))
      return {held, 0, pointerBytes, owns};
    if (record->isInStdNamespace() && (record->getName() == "shared_ptr" || record->getName() == "weak_ptr"))
      return {held, 0, 2 * pointerBytes, owns};
    return {};
  }
  // A deleter may have pointers of its own.
  deleterClass = isUnique && deleterClass ? deleterClass->getDefinition() : nullptr;
  llvm::SmallVector<InnerField, 4> pointers = pointersIn(context, record, held, deleterClass);
  if (pointers.size() != 1)
    return {};
  if (isUnique && !isDefaultDeleter(deleter, held) && !(deleterClass && deleterClass->isEmpty()))
    owns = false;
  std::uint64_t bytes =
      static_cast<std::uint64_t>(context.getTypeSizeInChars(compat::recordType(context, record)).getQuantity());
  return {held, pointers.front().offset, bytes, owns};
}

OwnedArray ownedArray(const ASTContext &context, const CXXRecordDecl *record) {
  QualType held = typeArgument(record, 0);
  const ArrayType *array = held.isNull() ? nullptr : context.getAsIncompleteArrayType(held);
  if (!array || standardType(record) != StandardType::Owner || record->getName() != "unique_ptr" ||
      !isDefaultDeleter(typeArgument(record, 1), held))
    return {};
  std::uint64_t pointerBytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(context.VoidPtrTy).getQuantity());
  if (!record->getDefinition())
    return {array->getElementType(), 0, pointerBytes};  // see smartPointer()
  llvm::SmallVector<InnerField, 4> pointers = pointersIn(context, record, array->getElementType());
  if (pointers.size() != 1)
    return {};
  return {array->getElementType(), pointers.front().offset, pointerBytes};
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

Arrow arrowOf(const CXXRecordDecl *record) {
  if (!hasLayout(record))
    return {};
  DeclarationName arrow = record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Arrow);
  for (const NamedDecl *found : record->lookup(arrow))
    if (const auto *method = dyn_cast<CXXMethodDecl>(found))
      if (method->getReturnType()->isPointerType())
        return {method->getReturnType()->getPointeeType(), record};
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
      if (Arrow inherited = arrowOf(parent->getDefinition()); inherited.declaredBy)
        return inherited;
  return {};
}

// Copies of the elements' class, pair<const Key, Value> of maps, that the unit made itself: iterators need it whole.
bool canBeWalked(const CXXRecordDecl *container) {
  const auto *instance = cast<ClassTemplateSpecializationDecl>(container);
  const TemplateArgumentList &arguments = instance->getTemplateArgs();
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (arguments[i].getKind() == TemplateArgument::Type && !isUsable(arguments[i].getAsType()))
      return false;
  if (standardType(container) == StandardType::Optional)
    return true;
  // An allocator's own pointers would run its functions.
  if (arguments.size() == 0 || !isOfLibrary(typeArgument(container, arguments.size() - 1)))
    return false;
  const ASTContext &context = container->getASTContext();
  for (const NamedDecl *found : container->lookup(&context.Idents.get("value_type")))
    if (const auto *alias = dyn_cast<TypedefNameDecl>(found))
      return isUsable(context.getCanonicalType(alias->getUnderlyingType()));
  return false;
}

llvm::StringRef mapWalk(const CXXRecordDecl *map) {
  QualType key = typeArgument(map, 0);
  if (key.isNull())
    return {};
  if (map->getASTContext().hasSameUnqualifiedType(key, map->getASTContext().CharTy))
    return "__autoscope_walk_characters";
  if (key->isIntegralOrEnumerationType())
    return "__autoscope_walk_numbers";
  // What owns no text may point to one that is gone: a key that the program does not read, either.
  const CXXRecordDecl *record = key->getAsCXXRecordDecl();
  if (record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "basic_string" &&
      typeArgument(record, 0)->isCharType() && isOfLibrary(typeArgument(record, 1)) &&
      isOfLibrary(typeArgument(record, 2)))
    return "__autoscope_walk_texts";
  return "__autoscope_walk_values";
}

}  // namespace autoscope
