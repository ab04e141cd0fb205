// Recognises the types of the standard library, and a few like them, through which a class holds others, and finds
// where the pointers inside lie. Only looks, at complete classes.
#ifndef AUTOSCOPE_PLUGIN_CLASSES_STANDARDTYPES_H
#define AUTOSCOPE_PLUGIN_CLASSES_STANDARDTYPES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace clang {
class ASTContext;
class CXXRecordDecl;
}  // namespace clang

namespace autoscope {

enum class StandardType {
  Other,
  Owner,     // smart pointers
  Observer,  // weak_ptr, reference_wrapper
  Array,
  Vector,
  Elements,  // list, deque, sets ...
  Map,
  Optional,
  Pair,
};

StandardType standardType(const clang::CXXRecordDecl *record);

// The type arguments of a class template's instance; null where there is none.
clang::QualType typeArgument(const clang::CXXRecordDecl *record, unsigned index);

// A field somewhere inside a class, through its bases and members.
struct InnerField {
  std::uint64_t offset;
  clang::QualType type;
};

// The pointers inside `record` in the order of the layout, to `pointee` if that is given, without those of `except`. Of
// a class that is not complete none.
llvm::SmallVector<InnerField, 4> pointersIn(const clang::ASTContext &context, const clang::CXXRecordDecl *record,
                                            clang::QualType pointee, const clang::CXXRecordDecl *except = nullptr);

// Where the pointer of an Owner or Observer lies, of which nothing is known where `pointee` is null. What a deleter
// with a state does with it is its own business: such a pointer does not own.
struct SmartPointer {
  clang::QualType pointee;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool owns = false;
};
SmartPointer smartPointer(const clang::ASTContext &context, const clang::CXXRecordDecl *record);

// A unique_ptr<T[]> that deletes it as usual; null where `record` is none.
struct OwnedArray {
  clang::QualType element;
  std::uint64_t offset = 0;  // of the pointer
  std::uint64_t bytes = 0;
};
OwnedArray ownedArray(const clang::ASTContext &context, const clang::CXXRecordDecl *record);

// The smart pointers that own something inside `record`.
llvm::SmallVector<InnerField, 4> ownersIn(const clang::ASTContext &context, const clang::CXXRecordDecl *record);

// The operator-> of a class, its own or inherited.
struct Arrow {
  clang::QualType pointee;                           // of what it returns
  const clang::CXXRecordDecl *declaredBy = nullptr;  // null: there is none
};
Arrow arrowOf(const clang::CXXRecordDecl *record);

// Whether the iteration of a container needs no class that the unit has not completed itself.
bool canBeWalked(const clang::CXXRecordDecl *container);

// The template of abi_classes.h that walks a map, by the type of its keys.
llvm::StringRef mapWalk(const clang::CXXRecordDecl *map);

// Complete, valid and concrete: its layout may be asked for.
bool hasLayout(const clang::CXXRecordDecl *record);

}  // namespace autoscope

#endif
