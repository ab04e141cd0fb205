#include "AstInserter.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr llvm::StringRef ownPrefix = "__autoscope_";

// Builds the nodes for one function. All locations are those of the opening brace, so that no line of the user's moves.
class Prologue {
public:
  Prologue(Sema &sema, const RuntimeDeclarations &runtime, FunctionDecl *function, SourceLocation at)
      : sema_(sema), context_(sema.Context), runtime_(runtime), function_(function), at_(at) {}

  void add(const SiteDescriptor &site, const CXXRecordDecl *moduleBase) {
    StringLiteral *text = compat::makeString(context_, site.encode(), at_);
    VarDecl *info = makeStatic("__autoscope_info", text->getType().withConst(), "autoscope_info");
    // As Sema leaves a literal that initialises an array; CodeGen would take the address of any other.
    text->setType(info->getType());
    text->setValueKind(VK_PRValue);
    info->setInit(text);

    VarDecl *descriptor =
        makeStatic("__autoscope_site", compat::recordType(context_, runtime_.site), "autoscope_sites");
    descriptor->setInit(siteInitializer(site, info));

    llvm::SmallVector<Expr *, 3> arguments{addressOf(descriptor)};
    CXXConstructorDecl *constructor = runtime_.enterFunction;
    if (site.kind == SiteDescriptor::Kind::Module) {
      constructor = runtime_.enterModule;
      arguments.push_back(thisAs(nullptr));
      arguments.push_back(moduleBase ? thisAs(moduleBase) : nullPointer());
    }
    addStatics({info, descriptor});
    statements_.push_back(declare(makeGuard(constructor, arguments)));
  }

  llvm::ArrayRef<Stmt *> statements() const { return statements_; }

private:
  VarDecl *makeVariable(llvm::StringRef name, QualType type, StorageClass storage) {
    VarDecl *variable = VarDecl::Create(context_, function_, at_, at_, &context_.Idents.get(name), type,
                                        context_.getTrivialTypeSourceInfo(type, at_), storage);
    variable->setImplicit();
    variable->setReferenced();
    variable->setIsUsed();
    variable->setInitStyle(VarDecl::CInit);
    variable->addAttr(NoDebugAttr::CreateImplicit(context_));
    function_->addDecl(variable);
    return variable;
  }

  VarDecl *makeStatic(llvm::StringRef name, QualType type, llvm::StringRef section) {
    VarDecl *variable = makeVariable(name, type, SC_Static);
    variable->addAttr(SectionAttr::CreateImplicit(context_, section));
    return variable;
  }

  VarDecl *makeGuard(CXXConstructorDecl *constructor, llvm::ArrayRef<Expr *> arguments) {
    VarDecl *guard = makeVariable("__autoscope_guard", compat::recordType(context_, runtime_.guard), SC_None);
    guard->setInitStyle(VarDecl::CallInit);
    guard->setInit(compat::makeConstruction(context_, constructor, arguments, at_));
    guard->addAttr(CleanupAttr::CreateImplicit(context_, runtime_.leave));
    return guard;
  }

  Stmt *declare(llvm::ArrayRef<VarDecl *> variables) {
    llvm::SmallVector<Decl *, 2> declarations(variables.begin(), variables.end());
    return new (context_) DeclStmt(DeclGroupRef::Create(context_, declarations.data(), declarations.size()), at_, at_);
  }

  // The constant evaluator refuses to pass a static variable that is no constant, so in a function that it may run the
  // statics stand where only CodeGen goes: in `if !consteval`, or its older equivalent, which fold away.
  void addStatics(llvm::ArrayRef<VarDecl *> variables) {
    Stmt *statics = declare(variables);
    if (function_->isConstexpr() && compat::everyPassKnowsConstevalIf) {
      statics = IfStmt::Create(context_, at_, IfStatementKind::ConstevalNegated, /*Init=*/nullptr, /*Var=*/nullptr,
                               /*Cond=*/nullptr, at_, at_, statics);
    } else if (function_->isConstexpr()) {
      if (Expr *evaluated = isConstantEvaluated())
        statics = IfStmt::Create(context_, at_, IfStatementKind::Ordinary, /*Init=*/nullptr, /*Var=*/nullptr, evaluated,
                                 at_, at_, new (context_) NullStmt(at_), at_, statics);
    }
    statements_.push_back(statics);
  }

  Expr *isConstantEvaluated() {
    NamedDecl *builtin = sema_.LookupSingleName(sema_.TUScope, &context_.Idents.get("__builtin_is_constant_evaluated"),
                                                at_, Sema::LookupOrdinaryName);
    auto *function = dyn_cast_or_null<FunctionDecl>(builtin);
    if (!function)
      return nullptr;
    Expr *callee = reference(function, VK_PRValue, context_.BuiltinFnTy);
    callee = cast(callee, context_.getPointerType(function->getType()), CK_BuiltinFnToFnPtr);
    return CallExpr::Create(context_, callee, {}, context_.BoolTy, VK_PRValue, at_, FPOptionsOverride());
  }

  Expr *reference(ValueDecl *declaration, ExprValueKind kind, QualType type) {
    return DeclRefExpr::Create(context_, NestedNameSpecifierLoc(), SourceLocation(), declaration,
                               /*RefersToEnclosingVariableOrCapture=*/false, at_, type, kind);
  }

  Expr *reference(VarDecl *variable) { return reference(variable, VK_LValue, variable->getType()); }

  Expr *addressOf(VarDecl *variable) {
    return UnaryOperator::Create(context_, reference(variable), UO_AddrOf, context_.getPointerType(variable->getType()),
                                 VK_PRValue, OK_Ordinary, at_,
                                 /*CanOverflow=*/false, FPOptionsOverride());
  }

  Expr *cast(Expr *value, QualType type, CastKind kind, const CXXCastPath *path = nullptr) {
    return ImplicitCastExpr::Create(context_, type, kind, value, path, VK_PRValue, FPOptionsOverride());
  }

  Expr *number(unsigned value) {
    return IntegerLiteral::Create(context_, llvm::APInt(context_.getIntWidth(context_.UnsignedIntTy), value),
                                  context_.UnsignedIntTy, at_);
  }

  Expr *siteInitializer(const SiteDescriptor &site, VarDecl *info) {
    // abi.h: __autoscope_kind_function is 0, __autoscope_kind_module 1.
    unsigned kind = site.kind == SiteDescriptor::Kind::Module ? 1 : 0;
    QualType type = compat::recordType(context_, runtime_.site);
    auto size = static_cast<unsigned>(context_.getTypeSizeInChars(type).getQuantity());
    QualType textType = context_.getPointerType(context_.CharTy.withConst());
    Expr *text = cast(reference(info), textType, CK_ArrayToPointerDecay);
    Expr *values[] = {number(size), number(0), number(kind), number(0), text};
    auto *list = new (context_) InitListExpr(context_, at_, values, at_);
    list->setType(type);
    return list;
  }

  QualType anyObjectPointer() { return context_.getPointerType(context_.VoidTy.withConst().withVolatile()); }

  Expr *nullPointer() {
    Expr *zero =
        IntegerLiteral::Create(context_, llvm::APInt(context_.getIntWidth(context_.IntTy), 0), context_.IntTy, at_);
    return cast(zero, anyObjectPointer(), CK_NullToPointer);
  }

  // `this`, or null where the base is ambiguous; as const volatile void *.
  Expr *thisAs(const CXXRecordDecl *base) {
    auto *method = cast_or_null<CXXMethodDecl>(function_);
    Expr *object = compat::makeThis(context_, method->getThisType(), at_);
    if (base && base->getCanonicalDecl() != method->getParent()->getCanonicalDecl()) {
      CXXBasePaths paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true, /*DetectVirtual=*/true);
      if (!method->getParent()->isDerivedFrom(base, paths))
        return nullPointer();
      CanQualType baseType = context_.getCanonicalType(compat::recordType(context_, base));
      if (paths.isAmbiguous(baseType))
        return nullPointer();
      CXXCastPath path;
      sema_.BuildBasePathArray(paths, path);
      QualType pointee =
          context_.getQualifiedType(QualType(baseType), method->getThisType()->getPointeeType().getQualifiers());
      object = cast(object, context_.getPointerType(pointee), CK_DerivedToBase, &path);
    }
    return cast(object, anyObjectPointer(), CK_BitCast);
  }

  Sema &sema_;
  ASTContext &context_;
  const RuntimeDeclarations &runtime_;
  FunctionDecl *function_;
  SourceLocation at_;
  llvm::SmallVector<Stmt *, 3> statements_;
};

// The block that runs the user's statements: the body, or what a function-try-block tries.
CompoundStmt *mainBlock(Stmt *body) {
  if (auto *tryBlock = dyn_cast_or_null<CXXTryStmt>(body))
    return tryBlock->getTryBlock();
  return dyn_cast_or_null<CompoundStmt>(body);
}

}  // namespace

void AstInserter::insert(FunctionDecl *function, const SiteDescriptor &site, const CXXRecordDecl *moduleBase) {
  Stmt *body = function->getBody();
  CompoundStmt *block = mainBlock(body);
  if (!block)
    return;
  ASTContext &context = sema_.Context;
  Prologue prologue(sema_, runtime_, function, block->getLBracLoc());
  prologue.add(site, moduleBase);

  llvm::SmallVector<Stmt *, 16> statements(prologue.statements().begin(), prologue.statements().end());
  statements.append(block->body_begin(), block->body_end());
  Stmt *changed = compat::makeBlockLike(context, block, statements);
  if (auto *tryBlock = dyn_cast<CXXTryStmt>(body)) {
    llvm::SmallVector<Stmt *, 2> handlers;
    for (unsigned i = 0; i < tryBlock->getNumHandlers(); ++i)
      handlers.push_back(tryBlock->getHandler(i));
    changed = CXXTryStmt::Create(context, tryBlock->getTryLoc(), cast<CompoundStmt>(changed), handlers);
  }
  function->setBody(changed);
}

bool AstInserter::isInstrumented(const FunctionDecl *function) {
  const CompoundStmt *block = mainBlock(function->getBody());
  if (!block || block->body_empty())
    return false;
  const Stmt *first = block->body_front();
  if (const auto *choice = dyn_cast<IfStmt>(first))
    first = choice->getElse() ? choice->getElse() : choice->getThen();
  const auto *statement = dyn_cast_or_null<DeclStmt>(first);
  if (!statement || statement->decls().empty())
    return false;
  const auto *variable = dyn_cast<VarDecl>(*statement->decl_begin());
  return variable && variable->isImplicit() && variable->getIdentifier() &&
         variable->getName().substr(0, ownPrefix.size()) == ownPrefix;
}

}  // namespace autoscope
