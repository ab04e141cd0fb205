// What the members of a class can hold, as far as a module may be reached through them: the nodes from which
// ClassTables makes the constants of abi_classes.h.
//
// Built at the end of the unit, when every class that will ever be complete is; instantiates nothing. A type that
// nobody can say anything of has no node, and what cannot lead to a module is marked irrelevant.
#ifndef AUTOSCOPE_PLUGIN_CLASSES_TYPEGRAPH_H
#define AUTOSCOPE_PLUGIN_CLASSES_TYPEGRAPH_H

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FieldDecl;
class VarDecl;
}  // namespace clang

namespace autoscope {

struct Arrow;

struct TypeNode {
  // In the order of abi_classes.h.
  enum class Kind { Object, Pointer, Owner, Array, Vector, Sequence, Numbers, Texts, Optional, OwnedArray };
  enum class MemberKind { Field, Base, VirtualBase };
  struct Member {
    llvm::StringRef name;  // empty: transparent
    TypeNode *type = nullptr;
    std::int64_t offset = 0;
    MemberKind kind = MemberKind::Field;
  };

  Kind kind = Kind::Object;
  clang::QualType type;
  std::string name;  // of an object
  bool isDynamic = false;
  bool isModule = false;
  std::uint64_t bytes = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<Member> members;
  TypeNode *element = nullptr;
  llvm::StringRef walk;  // the template of abi_classes.h that visits the elements

  bool isRelevant = false;
  clang::VarDecl *variable = nullptr;  // ClassTables' own
};

class TypeGraph {
public:
  using ModuleTest = std::function<bool(const clang::CXXRecordDecl *)>;
  TypeGraph(clang::ASTContext &context, ModuleTest isModule) : context_(context), isModule_(std::move(isModule)) {}

  // The class of a module that runs, with all its members. Add every root, then find what is relevant.
  TypeNode *addRoot(const clang::CXXRecordDecl *record);
  // The same by its name alone.
  TypeNode *addName(const clang::CXXRecordDecl *record);
  void findRelevant();

private:
  TypeNode *nodeOf(clang::QualType type);
  void fill(TypeNode &node, clang::QualType type);
  void fillObject(TypeNode &node, const clang::CXXRecordDecl *record);
  void fillHandle(TypeNode &node, const clang::CXXRecordDecl *record, const Arrow &arrow);
  void fillLibraryHandle(TypeNode &node, const clang::CXXRecordDecl *record, const Arrow &arrow);
  bool fillSmartPointer(TypeNode &node, const clang::CXXRecordDecl *record);
  bool fillOwnedArray(TypeNode &node, const clang::CXXRecordDecl *record);
  bool fillStandard(TypeNode &node, const clang::CXXRecordDecl *record);
  void fillPointer(TypeNode &node, TypeNode::Kind kind, std::uint64_t at, clang::QualType pointee);
  enum class Depth { Identity, Members };
  void addBases(TypeNode &node, const clang::CXXRecordDecl *record, Depth depth);
  void addFields(TypeNode &node, const clang::CXXRecordDecl *record);
  // What a pointer that is never followed leads to: name and bases.
  TypeNode *identityOf(const clang::CXXRecordDecl *record);
  TypeNode *make();

  bool mayBeModule(const TypeNode &node) const;
  bool leadsToModule(const TypeNode &node) const;
  bool isLeftAlone(const clang::CXXRecordDecl *record) const;

  clang::ASTContext &context_;
  ModuleTest isModule_;
  std::vector<std::unique_ptr<TypeNode>> nodes_;
  llvm::DenseMap<clang::QualType, TypeNode *> byType_;
  llvm::DenseMap<const clang::CXXRecordDecl *, TypeNode *> identities_;
  std::vector<TypeNode *> pending_;  // made, not yet filled
};

}  // namespace autoscope

#endif
