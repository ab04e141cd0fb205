#include "ClassTables.h"

#include "../insert/NodeBuilder.h"
#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "WalkFunctions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

// abi_classes.h
constexpr unsigned flagDynamic = 1;
constexpr unsigned flagModule = 2;
constexpr unsigned memberBase = 1;
constexpr unsigned memberVirtualBase = 2;

SourceLocation placeOf(ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  return sources.getLocForStartOfFile(sources.getMainFileID());
}

std::uint32_t hashOf(llvm::StringRef text) {
  std::uint32_t hash = 2166136261u;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

}  // namespace

// A precompiled file's constants and those of the unit that uses it are variables of one unit.
std::string ClassTables::nameOf(std::size_t number) const {
  return "__autoscope_class_" + precompiledFile_ + std::to_string(number);
}

Expr *ClassTables::describe(Sema &sema, const DescriptionTypes &types, const CXXRecordDecl *record,
                            const FunctionDecl *user) {
  types_ = types;
  record = record->getDefinition();
  NodeBuilder build(sema.Context, nullptr, placeOf(sema.Context));
  Request &request = requests_[record];
  if (!request.variable)
    request.variable =
        build.unitConstant(nameOf(requests_.size()), compat::recordType(sema.Context, types.description));
  request.users.push_back(user);
  return build.addressOf(request.variable);
}

// Gives values to the constants of one unit.
class ClassTables::Writer {
public:
  Writer(Sema &sema, const DescriptionTypes &types, ASTConsumer &consumer, std::string prefix)
      : sema_(sema), context_(sema.Context), types_(types), consumer_(consumer), prefix_(std::move(prefix)),
        build_(context_, nullptr, placeOf(context_)) {}

  void write(TypeNode &root) {
    pending_.push_back(&root);
    while (!pending_.empty()) {
      TypeNode *node = pending_.back();
      pending_.pop_back();
      writeNode(*node);
    }
  }

private:
  void writeNode(TypeNode &node) {
    unsigned flags = (node.isDynamic ? flagDynamic : 0) | (node.isModule ? flagModule : 0);
    std::uint64_t count = node.count;
    VarDecl *members = node.kind == TypeNode::Kind::Object ? writeMembers(node, count) : nullptr;
    FunctionDecl *walk = node.walk.empty() ? nullptr : walkFunction(sema_, node.walk, node.type, build_.at());
    auto field = types_.description->field_begin();
    auto type = [&field] { return (field++)->getType(); };
    llvm::SmallVector<Expr *, 12> values;
    values.push_back(number(sizeOf(types_.description), type()));
    values.push_back(number(static_cast<std::uint64_t>(node.kind), type()));
    values.push_back(number(flags, type()));
    values.push_back(number(node.name.empty() ? 0 : hashOf(node.name), type()));
    values.push_back(text(node.name, type()));
    values.push_back(number(node.bytes, type()));
    values.push_back(number(node.first, type()));
    values.push_back(number(count, type()));
    QualType membersType = type();
    values.push_back(members ? build_.cast(build_.reference(members), membersType, CK_ArrayToPointerDecay)
                             : build_.null(membersType));
    values.push_back(pointerTo(node.element, type()));
    QualType walkType = type();
    values.push_back(
        walk ? build_.cast(build_.reference(walk, VK_LValue, walk->getType()), walkType, CK_FunctionToPointerDecay)
             : build_.null(walkType));
    give(node.variable, build_.list(types_.description, values));
  }

  // Bases say what an object is, also those that hold nothing.
  VarDecl *writeMembers(const TypeNode &node, std::uint64_t &count) {
    llvm::SmallVector<Expr *, 16> rows;
    for (const TypeNode::Member &member : node.members) {
      if (member.kind == TypeNode::MemberKind::Field && !member.type->isRelevant)
        continue;
      unsigned flags = member.kind == TypeNode::MemberKind::Field  ? 0
                       : member.kind == TypeNode::MemberKind::Base ? memberBase
                                                                   : memberVirtualBase;
      auto field = types_.member->field_begin();
      auto type = [&field] { return (field++)->getType(); };
      llvm::SmallVector<Expr *, 5> values;
      values.push_back(text(member.name, type()));
      values.push_back(pointerTo(member.type, type()));
      values.push_back(number(static_cast<std::uint64_t>(member.offset), type()));
      values.push_back(number(flags, type()));
      values.push_back(number(0, type()));
      rows.push_back(build_.list(types_.member, values));
    }
    count = rows.size();
    if (rows.empty())
      return nullptr;
    QualType type = context_.getConstantArrayType(compat::recordType(context_, types_.member).withConst(),
                                                  llvm::APInt(64, rows.size()), nullptr, compat::plainArray,
                                                  /*IndexTypeQuals=*/0);
    VarDecl *members = build_.unitConstant(prefix_ + std::to_string(++number_), type);
    auto *list = new (context_) InitListExpr(context_, build_.at(), rows, build_.at());
    list->setType(type);
    give(members, list);
    return members;
  }

  void give(VarDecl *variable, Expr *value) {
    variable->setInit(value);
    consumer_.HandleTopLevelDecl(DeclGroupRef(variable));
  }

  Expr *pointerTo(TypeNode *node, QualType type) {
    if (!node)
      return build_.null(type);
    if (!node->variable) {
      node->variable =
          build_.unitConstant(prefix_ + std::to_string(++number_), compat::recordType(context_, types_.description));
      pending_.push_back(node);
    }
    return build_.addressOf(node->variable);
  }

  Expr *number(std::uint64_t value, QualType type) {
    llvm::APInt bits(64, value);
    return IntegerLiteral::Create(context_, bits.zextOrTrunc(context_.getIntWidth(type)), type.getUnqualifiedType(),
                                  build_.at());
  }

  Expr *text(llvm::StringRef text, QualType type) {
    if (text.empty())
      return build_.null(type);
    return build_.cast(compat::makeString(context_, text, build_.at()), type, CK_ArrayToPointerDecay);
  }

  std::uint64_t sizeOf(const RecordDecl *record) {
    return static_cast<std::uint64_t>(context_.getTypeSizeInChars(compat::recordType(context_, record)).getQuantity());
  }

  Sema &sema_;
  ASTContext &context_;
  const DescriptionTypes &types_;
  ASTConsumer &consumer_;
  std::string prefix_;
  unsigned number_ = 0;
  NodeBuilder build_;
  std::vector<TypeNode *> pending_;
};

// An inline function that nobody uses, as most of a header's, is emitted nowhere, nor is its site.
bool ClassTables::isNeeded(ASTContext &context, const Request &request) const {
  if (!precompiledFile_.empty())
    return true;  // its users' business
  for (const FunctionDecl *user : request.users)
    if (user->isUsed() || context.DeclMustBeEmitted(user))
      return true;
  return false;
}

void ClassTables::finish(Sema &sema, ASTConsumer &consumer) {
  if (requests_.empty())
    return;
  TypeGraph graph(sema.Context, isModule_);
  std::vector<std::pair<TypeNode *, VarDecl *>> roots;
  for (auto &[record, request] : requests_)
    roots.emplace_back(isNeeded(sema.Context, request) ? graph.addRoot(record) : graph.addName(record),
                       request.variable);
  graph.findRelevant();
  Writer writer(sema, types_, consumer, nameOf(0) + "_");
  for (auto [node, variable] : roots)
    node->variable = variable;
  for (auto [node, variable] : roots)
    writer.write(*node);
}

}  // namespace autoscope
