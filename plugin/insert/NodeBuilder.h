// Makes the nodes that a scope is built of, inside one function, all at one place in the source.
//
// For the inserters, on the compiler's thread. Nodes are built directly rather than through Sema, which would check,
// warn and evaluate what is known to be right. New variables are implicit, without debug information and without name
// lookup.
#ifndef AUTOSCOPE_PLUGIN_INSERT_NODEBUILDER_H
#define AUTOSCOPE_PLUGIN_INSERT_NODEBUILDER_H

#include "clang/AST/Expr.h"
#include "clang/AST/OperationKinds.h"
#include "clang/Basic/Specifiers.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class CompoundStmt;
class FunctionDecl;
class ParmVarDecl;
class RecordDecl;
class VarDecl;
}  // namespace clang

namespace autoscope {

class NodeBuilder {
public:
  NodeBuilder(clang::ASTContext &context, clang::FunctionDecl *function, clang::SourceLocation at)
      : context_(context), function_(function), at_(at) {}

  // A variable of the function; the caller gives it what initialises it.
  clang::VarDecl *variable(llvm::StringRef name, clang::QualType type, clang::StorageClass storage = clang::SC_None);
  // A constant of the unit, for which the builder needs no function. Its value may follow; it is emitted where
  // something that is emitted refers to it and it has been handed over. Names must differ.
  clang::VarDecl *unitConstant(llvm::StringRef name, clang::QualType type);
  // A constant of the function in a section of its own.
  clang::VarDecl *constant(llvm::StringRef name, clang::QualType type, llvm::StringRef section);
  // Lets the constant evaluator pass the definition of `constant`, where the language has an evaluator of functions.
  void finishConstant(clang::VarDecl *constant);
  // The function is called with the variable's address when the block that declares it is left.
  void cleanUp(clang::VarDecl *variable, clang::FunctionDecl *by);

  clang::Stmt *declare(llvm::ArrayRef<clang::VarDecl *> variables);
  clang::CompoundStmt *block(llvm::ArrayRef<clang::Stmt *> statements);

  clang::Expr *reference(clang::ValueDecl *declaration, clang::ExprValueKind kind, clang::QualType type);
  clang::Expr *reference(clang::VarDecl *variable);
  clang::Expr *addressOf(clang::VarDecl *variable);
  clang::Expr *cast(clang::Expr *value, clang::QualType type, clang::CastKind kind,
                    const clang::CXXCastPath *path = nullptr);
  clang::Expr *number(unsigned value);
  // `{values...}`, one for each field of the record.
  clang::Expr *list(const clang::RecordDecl *record, llvm::ArrayRef<clang::Expr *> values);
  clang::Expr *list(clang::QualType type, llvm::ArrayRef<clang::Expr *> values);
  // const char *
  clang::Expr *text(llvm::StringRef text);
  clang::Expr *addressOf(clang::FunctionDecl *function);
  // Of what the parameter is, or refers to; const volatile void *.
  clang::Expr *addressOfArgument(clang::ParmVarDecl *parameter);
  clang::Expr *comma(clang::Expr *first, clang::Expr *second);
  clang::Expr *call(clang::FunctionDecl *function, llvm::ArrayRef<clang::Expr *> arguments);
  // const volatile void *
  clang::QualType anyPointer();
  clang::Expr *null();
  clang::Expr *null(clang::QualType pointer);

  clang::ASTContext &context() { return context_; }
  clang::FunctionDecl *function() { return function_; }
  clang::SourceLocation at() const { return at_; }

private:
  clang::ASTContext &context_;
  clang::FunctionDecl *function_;
  clang::SourceLocation at_;
};

}  // namespace autoscope

#endif
