#include "ShapeKind.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned deepestBase = 16;

const CXXRecordDecl *completeClass(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  bool usable = record && record->isCompleteDefinition() && !record->isInvalidDecl() && !record->isDependentContext();
  return usable ? record : nullptr;
}

// The public member of that name, in the class or the first base that has one.
template <class Wanted, class Accept>
const Wanted *memberOf(ASTContext &context, const CXXRecordDecl *record, llvm::StringRef name, Accept accept,
                       unsigned depth = 0) {
  bool any = false;
  for (NamedDecl *found : record->lookup(DeclarationName(&context.Idents.get(name)))) {
    any = true;
    const auto *member = dyn_cast<Wanted>(found->getUnderlyingDecl());
    if (member && found->getAccess() == AS_public && accept(member))
      return member;
  }
  if (any || depth == deepestBase)
    return nullptr;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *parent = completeClass(base.getType()))
      if (base.getAccessSpecifier() == AS_public)
        if (const Wanted *member = memberOf<Wanted>(context, parent, name, accept, depth + 1))
          return member;
  return nullptr;
}

class Members {
public:
  Members(const ASTContext &context, const CXXRecordDecl *record)
      : context_(const_cast<ASTContext &>(context)), record_(record) {}  // names are looked up by identifiers of it

  // The result of a member function that can be called on a const object with that many arguments; null: none. A type
  // that would have to be deduced from a body counts as none.
  QualType result(llvm::StringRef name, unsigned arguments = 0) const {
    const auto *method = memberOf<CXXMethodDecl>(context_, record_, name, [&](const CXXMethodDecl *candidate) {
      QualType type = candidate->getReturnType();
      return (candidate->isConst() || candidate->isStatic()) && !candidate->isDeleted() &&
             candidate->getMinRequiredArguments() <= arguments && candidate->getNumParams() >= arguments &&
             !type->isUndeducedType() && !type->isVoidType() && !compat::isImmediate(candidate) &&
             !candidate->hasAttr<ErrorAttr>() && !candidate->hasAttr<UnavailableAttr>();
    });
    return method ? method->getReturnType().getNonReferenceType().getUnqualifiedType() : QualType();
  }
  bool calls(llvm::StringRef name, unsigned arguments = 0) const { return !result(name, arguments).isNull(); }

  bool hasNumber(llvm::StringRef name) const {
    return memberOf<FieldDecl>(context_, record_, name,
                               [](const FieldDecl *field) { return field->getType()->isIntegerType(); });
  }

  QualType named(llvm::StringRef name) const {
    const auto *type = memberOf<TypedefNameDecl>(context_, record_, name, [](const TypedefNameDecl *) { return true; });
    return type ? type->getUnderlyingType().getCanonicalType().getUnqualifiedType() : QualType();
  }

private:
  ASTContext &context_;
  const CXXRecordDecl *record_;
};

bool isTorchScalarType(QualType type) {
  const TagDecl *enumeration = type.isNull() ? nullptr : type->getAsTagDecl();
  return enumeration && enumeration->isEnum() && enumeration->getQualifiedNameAsString() == "c10::ScalarType";
}

// Tensor, TorchTensor or None.
ShapeKind tensorKind(const ASTContext &context, QualType type) {
  const CXXRecordDecl *record = completeClass(type);
  if (!record)
    return ShapeKind::None;
  Members members(context, record);
  QualType sizes = members.result("sizes");
  const CXXRecordDecl *list = sizes.isNull() ? nullptr : completeClass(sizes);
  if (!list || !Members(context, list).calls("begin") || !Members(context, list).calls("end"))
    return ShapeKind::None;
  return isTorchScalarType(members.result("scalar_type")) ? ShapeKind::TorchTensor : ShapeKind::Tensor;
}

bool isCharacter(QualType type) {
  return type->isAnyCharacterType() && !type->isSpecificBuiltinType(BuiltinType::UChar) &&
         !type->isSpecificBuiltinType(BuiltinType::SChar);
}

// vector<Incomplete>::size() is no valid function.
bool isComplete(QualType type) {
  return !type->isIncompleteType() && (!type->getAsCXXRecordDecl() || completeClass(type));
}

QualType pointee(QualType pointer) {
  return pointer.isNull() || !pointer->isPointerType()
             ? QualType()
             : pointer->getPointeeType().getCanonicalType().getUnqualifiedType();
}

ArgumentShape rangeShape(const ASTContext &context, const Members &members) {
  QualType element = pointee(members.result("data"));
  QualType size = members.result("size");
  if (element.isNull() || size.isNull() || !size->isIntegerType() || element->isVoidType() || isCharacter(element) ||
      !isComplete(element))
    return {};
  if (tensorKind(context, element) != ShapeKind::None)
    return {ShapeKind::TensorList, {}};
  return {ShapeKind::Range, element};
}

// The template argument of an optional.
ArgumentShape optionalShape(const ASTContext &context, const CXXRecordDecl *record, const Members &members) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || !members.calls("has_value") || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  switch (tensorKind(context, instance->getTemplateArgs()[0].getAsType())) {
  case ShapeKind::Tensor:
    return {ShapeKind::OptionalTensor, {}};
  case ShapeKind::TorchTensor:
    return {ShapeKind::OptionalTorchTensor, {}};
  default:
    return {};
  }
}

ArgumentShape classShape(const ASTContext &context, const CXXRecordDecl *record, QualType type) {
  if (ShapeKind kind = tensorKind(context, type); kind != ShapeKind::None)
    return {kind, {}};
  Members members(context, record);
  if (members.calls("rows") && members.calls("cols"))
    return {ShapeKind::Matrix, members.named("Scalar")};
  QualType dimensions = members.result("dimensions");
  if (!dimensions.isNull() && completeClass(dimensions))
    return {ShapeKind::Dimensions, members.named("Scalar")};
  if (members.calls("extent", 1) && members.calls("rank"))
    return {ShapeKind::Extents, members.named("value_type")};
  if (members.hasNumber("rows") && members.hasNumber("cols"))
    return {ShapeKind::Image, {}};
  ArgumentShape shape = rangeShape(context, members);
  return shape.kind != ShapeKind::None ? shape : optionalShape(context, record, members);
}

}  // namespace

ArgumentShape shapeOf(const ASTContext &context, QualType type) {
  type = type.getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType())
    return {ShapeKind::Scalar, {}};
  if (const auto *array = dyn_cast<ConstantArrayType>(type.getTypePtr())) {
    QualType element = context.getBaseElementType(array->getElementType()).getUnqualifiedType();
    return isCharacter(element) ? ArgumentShape() : ArgumentShape{ShapeKind::Array, element};
  }
  const CXXRecordDecl *record = completeClass(type);
  return record ? classShape(context, record, type) : ArgumentShape();
}

}  // namespace autoscope
