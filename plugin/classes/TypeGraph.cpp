#include "TypeGraph.h"

#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "StandardTypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace autoscope {
namespace {

// With relative tables their entries are not what the run time expects.
bool isDynamic(const ASTContext &context, const CXXRecordDecl *record) {
  return hasLayout(record) && record->isDynamicClass() && !context.getLangOpts().RelativeCXXABIVTables;
}

// FNV-1a of what typeid(class).name() is at run time.
std::uint64_t hashOfTypeName(ASTContext &context, QualType type) {
  std::unique_ptr<MangleContext> mangler(context.createMangleContext());
  llvm::SmallString<128> symbol;
  llvm::raw_svector_ostream out(symbol);
  mangler->mangleCXXRTTIName(type, out);
  llvm::StringRef name = symbol;
  name.consume_front("_ZTS");
  std::uint64_t hash = 14695981039346656037ull;
  for (char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

bool isRelated(const CXXRecordDecl *one, const CXXRecordDecl *other) {
  auto isBase = [](const CXXRecordDecl *base, const CXXRecordDecl *derived) {
    return hasLayout(derived->getDefinition()) && derived->isDerivedFrom(base);
  };
  return one->getCanonicalDecl() == other->getCanonicalDecl() || isBase(one, other) || isBase(other, one);
}

}  // namespace

TypeNode *TypeGraph::make() {
  nodes_.push_back(std::make_unique<TypeNode>());
  return nodes_.back().get();
}

TypeNode *TypeGraph::addRoot(const CXXRecordDecl *record) {
  TypeNode *root = nodeOf(compat::recordType(context_, record));
  // By need and not by recursion: a program's classes may hold each other a thousand deep.
  while (!pending_.empty()) {
    TypeNode *node = pending_.back();
    pending_.pop_back();
    fill(*node, node->type);
  }
  return root;
}

TypeNode *TypeGraph::addName(const CXXRecordDecl *record) {
  TypeNode *node = make();
  node->type = compat::recordType(context_, record);
  node->name = className(record);
  return node;
}

TypeNode *TypeGraph::nodeOf(QualType type) {
  QualType key = context_.getCanonicalType(type).getUnqualifiedType();
  TypeNode *&node = byType_[key];
  if (!node) {
    node = make();
    node->type = key;
    pending_.push_back(node);
  }
  return node;
}

void TypeGraph::fill(TypeNode &node, QualType type) {
  if (type->isPointerType() || type->isReferenceType())
    return fillPointer(node, TypeNode::Kind::Pointer, 0, type->getPointeeType());
  if (const ConstantArrayType *array = context_.getAsConstantArrayType(type)) {
    const CXXRecordDecl *held = context_.getBaseElementType(type)->getAsCXXRecordDecl();
    if (held && !hasLayout(held->getDefinition()))
      return;
    node.kind = TypeNode::Kind::Array;
    node.count = array->getSize().getZExtValue();
    node.element = nodeOf(array->getElementType());
    node.bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
    return;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && !record->getDefinition() && (fillOwnedArray(node, record) || fillSmartPointer(node, record)))
    return;
  const CXXRecordDecl *definition = record ? record->getDefinition() : nullptr;
  if (!hasLayout(definition) || definition->isUnion() || definition->isLambda())
    return;
  node.bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
  if (fillStandard(node, definition))
    return;
  if (Arrow arrow = arrowOf(definition); arrow.declaredBy && !isModule_(definition))
    return fillHandle(node, definition, arrow);
  fillObject(node, definition);
}

// A class template's instance that nobody has completed has no definition.
TypeNode *TypeGraph::identityOf(const CXXRecordDecl *record) {
  TypeNode *&node = identities_[record->getCanonicalDecl()];
  if (node)
    return node;
  node = make();
  TypeNode *made = node;  // the map may grow below
  made->type = compat::recordType(context_, record);
  made->name = className(record);
  const CXXRecordDecl *definition = record->getDefinition();
  if (!hasLayout(definition))
    return made;
  made->bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(made->type).getQuantity());
  made->isDynamic = isDynamic(context_, definition);
  made->isModule = isModule_(definition);
  addBases(*made, definition, Depth::Identity);
  return made;
}

void TypeGraph::fillPointer(TypeNode &node, TypeNode::Kind kind, std::uint64_t at, QualType pointee) {
  const CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  if (!record || record->isUnion() || record->isLambda() || record->isDependentContext())
    return;
  node.kind = kind;
  node.first = at;
  if (node.type->isPointerType() || node.type->isReferenceType())
    node.bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(context_.VoidPtrTy).getQuantity());
  bool follow = kind == TypeNode::Kind::Owner && hasLayout(record->getDefinition());
  node.element = follow ? nodeOf(pointee) : identityOf(record);
}

// A class that acts as a pointer: one of its fields leads to what its operator-> returns, and modules there have the
// name of the whole. Its other fields are like those of any class.
void TypeGraph::fillHandle(TypeNode &node, const CXXRecordDecl *record, const Arrow &arrow) {
  if (isLeftAlone(arrow.declaredBy))
    return fillLibraryHandle(node, record, arrow);
  fillObject(node, record);
  const CXXRecordDecl *returned = arrow.pointee->getAsCXXRecordDecl();
  TypeNode::Member *found = nullptr;
  bool foundOwns = false;
  for (TypeNode::Member &member : node.members) {
    if (member.kind != TypeNode::MemberKind::Field || !returned)
      continue;
    QualType type = member.type->type;
    const CXXRecordDecl *field = type->getAsCXXRecordDecl();
    QualType held = type->isPointerType() ? type->getPointeeType()
                    : field               ? smartPointer(context_, field).pointee
                                          : QualType();
    const CXXRecordDecl *pointee = held.isNull() ? nullptr : held->getAsCXXRecordDecl();
    bool owns = !type->isPointerType();
    if (pointee && isRelated(pointee, returned) && (!found || (owns && !foundOwns))) {
      found = &member;
      foundOwns = owns;
    }
  }
  if (found)
    found->name = "";
}

// Such as torch::nn::ModuleHolder, inherited or not: it owns what a smart pointer inside it owns, else it is as good as
// a raw pointer.
void TypeGraph::fillLibraryHandle(TypeNode &node, const CXXRecordDecl *record, const Arrow &arrow) {
  const CXXRecordDecl *returned = arrow.pointee->getAsCXXRecordDecl();
  for (const InnerField &owner : ownersIn(context_, record)) {
    SmartPointer pointer = smartPointer(context_, owner.type->getAsCXXRecordDecl());
    const CXXRecordDecl *pointee = pointer.pointee.isNull() ? nullptr : pointer.pointee->getAsCXXRecordDecl();
    if (pointee && returned && isRelated(pointee, returned))
      return fillPointer(node, pointer.owns ? TypeNode::Kind::Owner : TypeNode::Kind::Pointer,
                         owner.offset + pointer.offset, pointer.pointee);
  }
  llvm::SmallVector<InnerField, 4> pointers = pointersIn(context_, record, arrow.pointee);
  if (!pointers.empty())
    fillPointer(node, TypeNode::Kind::Pointer, pointers.front().offset, pointers.front().type);
}

// False: it is none, or what it holds has no class.
bool TypeGraph::fillSmartPointer(TypeNode &node, const CXXRecordDecl *record) {
  StandardType standard = standardType(record);
  if (standard != StandardType::Owner && standard != StandardType::Observer)
    return false;
  SmartPointer pointer = smartPointer(context_, record);
  if (pointer.pointee.isNull())
    return false;
  node.bytes = pointer.bytes;
  fillPointer(node, pointer.owns ? TypeNode::Kind::Owner : TypeNode::Kind::Pointer, pointer.offset, pointer.pointee);
  return true;
}

// The compiler keeps the number of elements of an array whose destructors it must call in front of it.
bool TypeGraph::fillOwnedArray(TypeNode &node, const CXXRecordDecl *record) {
  OwnedArray array = ownedArray(context_, record);
  const CXXRecordDecl *element = array.element.isNull() ? nullptr : array.element->getAsCXXRecordDecl();
  if (!element || !hasLayout(element->getDefinition()) || element->getDefinition()->hasTrivialDestructor() ||
      context_.getTypeSize(context_.getSizeType()) != 64)
    return false;
  node.kind = TypeNode::Kind::OwnedArray;
  node.first = array.offset;
  node.bytes = array.bytes;
  node.element = nodeOf(array.element);
  return true;
}

bool TypeGraph::fillStandard(TypeNode &node, const CXXRecordDecl *record) {
  StandardType standard = standardType(record);
  QualType held = typeArgument(record, 0);
  if (standard == StandardType::Other || held.isNull())
    return false;
  if ((standard == StandardType::Elements || standard == StandardType::Map || standard == StandardType::Optional) &&
      !canBeWalked(record))
    return true;
  switch (standard) {
  case StandardType::Owner:
  case StandardType::Observer:
    if (!fillOwnedArray(node, record))
      fillSmartPointer(node, record);
    break;
  case StandardType::Array:
    // Its only field is the array, or there is none.
    for (const FieldDecl *field : record->fields())
      if (context_.getAsConstantArrayType(field->getType())) {
        std::uint64_t bytes = node.bytes;
        fill(node, field->getType());
        node.bytes = bytes;
        break;
      }
    break;
  case StandardType::Vector: {
    llvm::SmallVector<InnerField, 4> pointers = pointersIn(context_, record, held);
    // Begin, end, end of the storage. Anything else, as vector<bool>, keeps its layout to itself.
    if (pointers.size() != 3)
      break;
    node.kind = TypeNode::Kind::Vector;
    node.first = pointers[0].offset;
    node.count = pointers[1].offset;
    node.element = nodeOf(held);
    break;
  }
  case StandardType::Elements:
    node.kind = TypeNode::Kind::Sequence;
    node.element = nodeOf(held);
    node.walk = "__autoscope_walk_elements";
    break;
  case StandardType::Map:
    if (QualType value = typeArgument(record, 1); !value.isNull()) {
      node.walk = mapWalk(record);
      node.kind = node.walk == "__autoscope_walk_texts"        ? TypeNode::Kind::Texts
                  : node.walk == "__autoscope_walk_characters" ? TypeNode::Kind::Texts
                  : node.walk == "__autoscope_walk_numbers"    ? TypeNode::Kind::Numbers
                                                               : TypeNode::Kind::Sequence;
      node.element = nodeOf(value);
    }
    break;
  case StandardType::Optional:
    node.kind = TypeNode::Kind::Optional;
    node.element = nodeOf(held);
    node.walk = "__autoscope_walk_optional";
    break;
  case StandardType::Pair:
    node.name = className(record);
    addFields(node, record);
    break;
  case StandardType::Other:
    break;
  }
  return true;
}

// The inside of libraries is no user's business, unless they are modules that the user may have derived from.
bool TypeGraph::isLeftAlone(const CXXRecordDecl *record) const {
  return context_.getSourceManager().isInSystemHeader(record->getLocation());
}

void TypeGraph::fillObject(TypeNode &node, const CXXRecordDecl *record) {
  node.isModule = isModule_(record);
  if (isLeftAlone(record) && !node.isModule)
    return;
  node.name = className(record);
  node.isDynamic = isDynamic(context_, record);
  if (node.isDynamic && node.isModule)
    node.first = hashOfTypeName(context_, node.type);
  addBases(node, record, Depth::Members);
  if (!isLeftAlone(record))
    addFields(node, record);
}

void TypeGraph::addBases(TypeNode &node, const CXXRecordDecl *record, Depth depth) {
  if (isLeftAlone(record) && node.isDynamic)
    return;  // a library's module, which its complete object tells apart
  const ASTRecordLayout &layout = context_.getASTRecordLayout(record);
  for (const CXXBaseSpecifier &base : record->bases()) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    parent = parent ? parent->getDefinition() : nullptr;
    if (!hasLayout(parent) || (isLeftAlone(parent) && !isModule_(parent)))
      continue;
    TypeNode::Member member;
    member.type = depth == Depth::Members ? nodeOf(base.getType()) : identityOf(parent);
    member.kind = base.isVirtual() ? TypeNode::MemberKind::VirtualBase : TypeNode::MemberKind::Base;
    if (!base.isVirtual()) {
      member.offset = layout.getBaseClassOffset(parent).getQuantity();
    } else if (auto *tables = dyn_cast<ItaniumVTableContext>(context_.getVTableContext());
               tables && isDynamic(context_, record)) {
      member.offset = tables->getVirtualBaseOffsetOffset(record, parent).getQuantity();
    } else {
      continue;
    }
    node.members.push_back(member);
  }
}

void TypeGraph::addFields(TypeNode &node, const CXXRecordDecl *record) {
  const ASTRecordLayout &layout = context_.getASTRecordLayout(record);
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField() || (field->getName().empty() && !field->isAnonymousStructOrUnion()))
      continue;
    QualType type = field->getType();
    if (!type->isReferenceType() && !type->isPointerType() && !type->isConstantArrayType() && !type->isRecordType())
      continue;
    TypeNode::Member member;
    member.name = field->getName();
    member.type = nodeOf(type);
    member.offset = static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    node.members.push_back(member);
  }
}

// Whether a pointer to the class may point to a module.
bool TypeGraph::mayBeModule(const TypeNode &node) const {
  const CXXRecordDecl *record = node.type->getAsCXXRecordDecl();
  if (node.kind != TypeNode::Kind::Object || !record)
    return false;
  if (node.isModule)
    return true;
  if (isLeftAlone(record))
    return false;
  return !record->getDefinition() || (node.isDynamic && !record->getDefinition()->hasAttr<FinalAttr>());
}

bool TypeGraph::leadsToModule(const TypeNode &node) const {
  switch (node.kind) {
  case TypeNode::Kind::Object:
    if (node.isModule)
      return true;
    for (const TypeNode::Member &member : node.members)
      if (member.type->isRelevant)
        return true;
    return false;
  case TypeNode::Kind::Pointer:
    return node.element && mayBeModule(*node.element);
  case TypeNode::Kind::Owner:
    return node.element && (mayBeModule(*node.element) || node.element->isRelevant);
  default:
    return node.element && node.element->isRelevant;
  }
}

// Until nothing changes, since classes hold each other in circles.
void TypeGraph::findRelevant() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &node : nodes_)
      if (!node->isRelevant && leadsToModule(*node))
        node->isRelevant = changed = true;
  }
}

}  // namespace autoscope
