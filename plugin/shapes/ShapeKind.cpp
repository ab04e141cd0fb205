#include "ShapeKind.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

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

// Not within a namespace or class of the library.
bool isDirectlyIn(const Decl *declaration, llvm::StringRef library) {
  const DeclContext *scope = declaration->getDeclContext();
  while (scope->isInlineNamespace())
    scope = scope->getParent();
  const auto *space = dyn_cast<NamespaceDecl>(scope);
  return space && space->getParent()->getRedeclContext()->isTranslationUnit() && space->getName() == library;
}

bool isAnywhereIn(const Decl *declaration, llvm::StringRef library) {
  for (const DeclContext *scope = declaration->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      if (space->getName() == library && space->getParent()->getRedeclContext()->isTranslationUnit())
        return true;
  return false;
}

// A user's own specialisation may be anything.
bool isStandard(const ASTContext &context, const CXXRecordDecl *record) {
  return record->getIdentifier() && record->isInStdNamespace() &&
         context.getSourceManager().isInSystemHeader(record->getLocation());
}

bool isLibrary(const CXXRecordDecl *record, llvm::StringRef library) {
  return record->getIdentifier() && isDirectlyIn(record, library) &&
         record->getTemplateSpecializationKind() != TSK_ExplicitSpecialization;
}

QualType typeArgument(const CXXRecordDecl *record, unsigned index) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || index >= instance->getTemplateArgs().size())
    return QualType();
  const TemplateArgument &argument = instance->getTemplateArgs()[index];
  return argument.getKind() == TemplateArgument::Type ? argument.getAsType().getCanonicalType().getUnqualifiedType()
                                                      : QualType();
}

class Members {
public:
  Members(const ASTContext &context, const CXXRecordDecl *record)
      : context_(const_cast<ASTContext &>(context)), record_(record) {}  // names are looked up by identifiers of it

  // The member function that can be called on a const object without arguments, unless its type would have to be
  // deduced from its body.
  const CXXMethodDecl *method(llvm::StringRef name, unsigned arguments = 0) const {
    for (const NamedDecl *found : find(record_, name)) {
      const auto *method = found ? dyn_cast<CXXMethodDecl>(found->getUnderlyingDecl()) : nullptr;
      if (method && found->getAccess() == AS_public && (method->isConst() || method->isStatic()) &&
          !method->isDeleted() && method->getNumParams() == arguments && !method->getReturnType()->isUndeducedType() &&
          !compat::isImmediate(method))
        return method;
    }
    return nullptr;
  }
  QualType result(llvm::StringRef name, unsigned arguments = 0) const {
    const CXXMethodDecl *found = method(name, arguments);
    return found ? found->getReturnType().getNonReferenceType().getCanonicalType().getUnqualifiedType() : QualType();
  }
  bool isNumber(llvm::StringRef name, unsigned arguments = 0) const {
    QualType type = result(name, arguments);
    return !type.isNull() && type->isIntegerType();
  }

  QualType field(llvm::StringRef name) const {
    Found all = find(record_, name);
    const NamedDecl *only = all.size() == 1 ? all.front() : nullptr;
    const auto *field = only ? dyn_cast<FieldDecl>(only->getUnderlyingDecl()) : nullptr;
    bool usable = field && only->getAccess() == AS_public && !isDiscouraged(field) && !field->getParent()->isUnion();
    return usable ? field->getType().getCanonicalType().getUnqualifiedType() : QualType();
  }
  bool hasNumber(llvm::StringRef name) const {
    QualType type = field(name);
    return !type.isNull() && type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
  }

  QualType named(llvm::StringRef name) const {
    for (const NamedDecl *found : find(record_, name))
      if (const auto *type = found ? dyn_cast<TypedefNameDecl>(found->getUnderlyingDecl()) : nullptr)
        return type->getUnderlyingType().getCanonicalType().getUnqualifiedType();
    return QualType();
  }

private:
  using Found = llvm::SmallVector<const NamedDecl *, 4>;

  static bool isDiscouraged(const Decl *member) {
    return member->hasAttr<DeprecatedAttr>() || member->hasAttr<UnavailableAttr>() || member->hasAttr<UnusedAttr>() ||
           member->hasAttr<AvailabilityAttr>();
  }

  // As the language looks a member up; a null where two bases have it, or one that is not public.
  Found find(const CXXRecordDecl *record, llvm::StringRef name, unsigned depth = 0) const {
    Found all;
    for (const NamedDecl *found : record->lookup(DeclarationName(&context_.Idents.get(name))))
      if (!isa<UsingDecl>(found))  // its shadows are there, too
        all.push_back(found);
    if (!all.empty() || depth == deepestBase)
      return all;
    for (const CXXBaseSpecifier &base : record->bases()) {
      const CXXRecordDecl *parent = completeClass(base.getType());
      Found more = parent ? find(parent, name, depth + 1) : Found();
      if (!more.empty() && (!all.empty() || base.getAccessSpecifier() != AS_public))
        return {nullptr};
      all.append(more.begin(), more.end());
    }
    return all;
  }

  ASTContext &context_;
  const CXXRecordDecl *record_;
};

bool isCharacter(QualType type) {
  return type->isAnyCharacterType() && !type->isSpecificBuiltinType(BuiltinType::UChar) &&
         !type->isSpecificBuiltinType(BuiltinType::SChar);
}

bool isTensor(const ASTContext &context, QualType type) {
  const CXXRecordDecl *record = completeClass(type);
  if (!record || !isLibrary(record, "at") || (record->getName() != "Tensor" && record->getName() != "TensorBase"))
    return false;
  Members members(context, record);
  QualType sizes = members.result("sizes"), number = members.result("scalar_type"), defined = members.result("defined");
  const CXXRecordDecl *list = sizes.isNull() ? nullptr : completeClass(sizes);
  const TagDecl *enumeration = number.isNull() ? nullptr : number->getAsTagDecl();
  return list && isLibrary(list, "c10") && list->getName() == "ArrayRef" && !typeArgument(list, 0).isNull() &&
         typeArgument(list, 0)->isIntegerType() && enumeration && enumeration->isEnum() && !defined.isNull() &&
         defined->isBooleanType();
}

// vector<T>::size() is no valid function before T is complete: it is, or the program itself has asked for that.
bool canTellSize(const ASTContext &context, const CXXRecordDecl *vector) {
  QualType element = typeArgument(vector, 0), allocator = typeArgument(vector, 1);
  Members members(context, vector);
  const CXXMethodDecl *size = members.method("size");
  if (!size || element.isNull() || allocator.isNull())
    return false;
  // Pointers of an allocator's own are subtracted by a function of the user.
  QualType pointer = members.named("pointer");
  const CXXRecordDecl *allocatorClass = allocator->getAsCXXRecordDecl();
  bool plain = element->isBooleanType() ? allocatorClass && isStandard(context, allocatorClass)
                                        : !pointer.isNull() && pointer->isPointerType();
  const CXXDestructorDecl *destructor = vector->getDestructor();
  return plain && (!element->getAsCXXRecordDecl() || completeClass(element) || size->isUsed(false) ||
                   (destructor && destructor->isUsed(false)));
}

// The element's type; null: no range.
QualType rangeElement(const ASTContext &context, const CXXRecordDecl *record) {
  bool isKnown = false;
  if (isStandard(context, record))
    isKnown = record->getName() == "vector" ? canTellSize(context, record)
                                            : llvm::StringSwitch<bool>(record->getName())
                                                  .Case("array", true)
                                                  .Case("span", true)
                                                  .Case("initializer_list", true)
                                                  .Case("valarray", true)
                                                  .Default(false);
  else if (isLibrary(record, "c10"))
    isKnown = record->getName() == "ArrayRef" || record->getName() == "SmallVector";
  return isKnown && Members(context, record).isNumber("size") ? typeArgument(record, 0) : QualType();
}

ArgumentShape rangeShape(const ASTContext &context, const CXXRecordDecl *record) {
  QualType element = rangeElement(context, record);
  if (element.isNull() || isCharacter(element))
    return {};
  if (isTensor(context, element))
    return {ShapeKind::TensorList, {}};
  return {ShapeKind::Range, element};
}

bool isMdspan(const ASTContext &context, const CXXRecordDecl *record) {
  if (!isStandard(context, record) || record->getName() != "mdspan")
    return false;
  // extent() asks the layout's mapping, which may be the user's.
  QualType extents = typeArgument(record, 1), layout = typeArgument(record, 2);
  for (QualType part : {extents, layout})
    if (const CXXRecordDecl *known = part.isNull() ? nullptr : completeClass(part);
        !known || !isStandard(context, known))
      return false;
  Members members(context, record);
  return members.isNumber("rank") && members.isNumber("extent", 1);
}

// rows() of an expression asks its operands, which may be the user's. Numbers may be anybody's.
bool isEigenThroughout(const ASTContext &context, const CXXRecordDecl *record, unsigned depth = 0) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance)
    return true;
  if (depth == deepestBase || record->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return false;
  bool hasNumbers = isDirectlyIn(record, "Eigen") && llvm::StringSwitch<bool>(record->getName())
                                                         .Case("Matrix", true)
                                                         .Case("Array", true)
                                                         .Case("SparseMatrix", true)
                                                         .Case("SparseVector", true)
                                                         .Case("Tensor", true)
                                                         .Case("TensorFixedSize", true)
                                                         .Default(false);
  for (const TemplateArgument &argument : instance->getTemplateArgs().asArray().drop_front(hasNumbers ? 1 : 0)) {
    if (argument.getKind() == TemplateArgument::Template) {
      const TemplateDecl *part = argument.getAsTemplate().getAsTemplateDecl();
      if (!part || !isAnywhereIn(part, "Eigen"))
        return false;
    } else if (argument.getKind() == TemplateArgument::Pack) {
      for (const TemplateArgument &one : argument.pack_elements())
        if (one.getKind() != TemplateArgument::Integral)
          return false;
    } else if (argument.getKind() == TemplateArgument::Type) {
      const CXXRecordDecl *part = argument.getAsType()->getAsCXXRecordDecl();
      if (part && !isStandard(context, part) &&
          (!completeClass(argument.getAsType()) || !isAnywhereIn(part, "Eigen") ||
           !isEigenThroughout(context, part, depth + 1)))
        return false;
    } else if (argument.getKind() != TemplateArgument::Integral) {
      return false;
    }
  }
  return true;
}

ArgumentShape eigenShape(const ASTContext &context, const CXXRecordDecl *record) {
  if (!isLibrary(record, "Eigen") || !isEigenThroughout(context, record))
    return {};
  Members members(context, record);
  if (members.isNumber("rows") && members.isNumber("cols"))
    return {ShapeKind::Matrix, members.named("Scalar")};
  bool isTensor = llvm::StringSwitch<bool>(record->getName())
                      .Case("Tensor", true)
                      .Case("TensorFixedSize", true)
                      .Case("TensorMap", true)
                      .Default(false);
  if (isTensor && members.isNumber("rank") && members.isNumber("dimension", 1))
    return {ShapeKind::EigenTensor, members.named("Scalar")};
  return {};
}

bool isOpenCvMatrix(const ASTContext &context, const CXXRecordDecl *record) {
  if (!isLibrary(record, "cv") || (record->getName() != "Mat" && record->getName() != "Mat_"))
    return false;
  Members members(context, record);
  QualType size = members.field("size");
  const CXXRecordDecl *sizes = size.isNull() ? nullptr : completeClass(size);
  QualType each = sizes ? Members(context, sizes).field("p") : QualType();
  return !each.isNull() && each->isPointerType() && each->getPointeeType()->isIntegerType() &&
         members.hasNumber("dims") && members.isNumber("channels") && members.isNumber("depth");
}

bool isElement(QualType type) {
  return !type.isNull() && (type->isArithmeticType() || type->isAnyComplexType() || type->getAsCXXRecordDecl());
}

// What a class of the user's with rows and columns seems to have in them; null: no idea.
QualType planeElement(const ASTContext &context, const CXXRecordDecl *record) {
  Members members(context, record);
  for (llvm::StringRef name : {"value_type", "Scalar", "element_type"})
    if (QualType type = members.named(name); isElement(type))
      return type;
  if (QualType data = members.field("data"); !data.isNull()) {
    QualType element;
    if (data->isPointerType())
      element = data->getPointeeType();
    else if (const ArrayType *array = context.getAsArrayType(data))
      element = context.getBaseElementType(array);
    else if (const CXXRecordDecl *range = completeClass(data); range && isStandard(context, range))
      element = typeArgument(range, 0);
    if (isElement(element))
      return element.getCanonicalType().getUnqualifiedType();
  }
  QualType argument = typeArgument(record, 0);
  return !argument.isNull() && argument->isArithmeticType() ? argument : QualType();
}

ArgumentShape classShape(const ASTContext &context, const CXXRecordDecl *record, QualType type) {
  if (isTensor(context, type))
    return {ShapeKind::Tensor, {}};
  bool isOptional = record->getIdentifier() && record->getName() == "optional" &&
                    (isStandard(context, record) || isLibrary(record, "c10"));
  if (isOptional) {
    QualType value = typeArgument(record, 0);
    return {!value.isNull() && isTensor(context, value) ? ShapeKind::OptionalTensor : ShapeKind::None, {}};
  }
  if (ArgumentShape shape = rangeShape(context, record); shape.kind != ShapeKind::None)
    return shape;
  if (ArgumentShape shape = eigenShape(context, record); shape.kind != ShapeKind::None)
    return shape;
  if (isMdspan(context, record))
    return {ShapeKind::Extents, typeArgument(record, 0)};
  if (isOpenCvMatrix(context, record))
    return {ShapeKind::OpenCv, {}};
  Members members(context, record);
  if (members.hasNumber("rows") && members.hasNumber("cols"))
    return {ShapeKind::Plane, planeElement(context, record)};
  return {};
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
