// The constants that describe the classes of modules to the run time (abi_classes.h): one for each type of the unit
// that is needed, referred to by the sites of modules' methods.
//
// One object per translation unit, on the compiler's thread. A constant is declared when a site first asks for it,
// since CodeGen may emit the site at once, and gets its value at the end of the unit, when the classes are complete.
// Costs nothing for a unit without modules; a class whose methods the unit does not use is described by its name alone.
#ifndef AUTOSCOPE_PLUGIN_CLASSES_CLASSTABLES_H
#define AUTOSCOPE_PLUGIN_CLASSES_CLASSTABLES_H

#include "../insert/RuntimeLookup.h"
#include "TypeGraph.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTConsumer;
class Expr;
class FunctionDecl;
class RecordDecl;
class Sema;
}  // namespace clang

namespace autoscope {

class ClassTables {
public:
  // `precompiledFile`: what tells this file from others that one unit may read, where the unit is one; else empty.
  ClassTables(TypeGraph::ModuleTest isModule, std::string precompiledFile)
      : isModule_(std::move(isModule)), precompiledFile_(std::move(precompiledFile)) {}

  // The address of what describes `record`, for a site that is emitted if the function `user` is.
  clang::Expr *describe(clang::Sema &sema, const DescriptionTypes &types, const clang::CXXRecordDecl *record,
                        const clang::FunctionDecl *user);

  // At the end of the unit: gives the constants their values and hands them over.
  void finish(clang::Sema &sema, clang::ASTConsumer &consumer);

private:
  struct Request {
    clang::VarDecl *variable = nullptr;
    llvm::SmallVector<const clang::FunctionDecl *, 2> users;
  };
  class Writer;

  std::string nameOf(std::size_t number) const;
  bool isNeeded(clang::ASTContext &context, const Request &request) const;

  TypeGraph::ModuleTest isModule_;
  std::string precompiledFile_;
  DescriptionTypes types_;
  llvm::MapVector<const clang::CXXRecordDecl *, Request> requests_;
};

}  // namespace autoscope

#endif
