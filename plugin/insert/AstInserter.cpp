#include "AstInserter.h"

#include "../support/ClangCompat.h"
#include "ArgumentInserter.h"
#include "ConstructorInserter.h"
#include "CoroutineInserter.h"
#include "NodeBuilder.h"
#include "ObjectPointers.h"
#include "SiteConstants.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr llvm::StringRef ownPrefix = "__autoscope_";

class Prologue {
public:
  Prologue(Sema &sema, const RuntimeDeclarations &runtime, FunctionDecl *function, SourceLocation at)
      : sema_(sema), runtime_(runtime), build_(sema.Context, function, at) {}

  llvm::SmallVector<Stmt *, 16> make(const SiteDescriptor &site, const CXXRecordDecl *moduleBase,
                                     const SitePointers &pointers) {
    auto [info, descriptor] = makeConstants(site, pointers);
    llvm::SmallVector<VarDecl *, 3> constants{info, descriptor};
    if (pointers.arguments.table)
      constants.insert(constants.begin() + 1, pointers.arguments.table);
    llvm::SmallVector<Stmt *, 16> statements{build_.declare(constants)};
    ArgumentInserter shapes(build_, runtime_, descriptor, pointers.arguments);
    ConstructorInserter constructors(sema_, runtime_);
    if (constructors.canInsert(build_.function())) {
      constructors.insert(build_, descriptor, shapes.recordNow());
      return statements;
    }
    if (CoroutineInserter::isCoroutine(build_.function())) {
      llvm::SmallVector<Stmt *, 2> own = CoroutineInserter(runtime_).insert(build_, descriptor);
      if (Expr *record = shapes.recordNow())
        own[1] = build_.comma(cast<Expr>(own[1]), record);
      statements.append(own);
      return statements;
    }
    VarDecl *guard = build_.variable("__autoscope_guard", compat::recordType(build_.context(), runtime_.guard));
    build_.cleanUp(guard, site.kind == SiteDescriptor::Kind::Module ? runtime_.leaveModule : runtime_.leave);
    statements.push_back(build_.declare(guard));
    llvm::SmallVector<Stmt *, 2> entry;
    // Clean-ups run in reverse: the scope has been entered when its arguments are told.
    if (VarDecl *values = shapes.recordLater())
      entry.push_back(build_.declare(values));
    entry.push_back(build_.declare(makeEntry(site, descriptor, guard, moduleBase)));
    CompoundStmt *entering = build_.block(entry);
    if (Expr *flops = shapes.recordFlops())
      entering = build_.block({entering, flops});
    statements.push_back(entering);
    return statements;
  }

private:
  SiteConstants::Variables makeConstants(const SiteDescriptor &site, const SitePointers &pointers) {
    auto make = [this](SiteConstants::Part part, QualType type, llvm::StringRef section) {
      return build_.constant(part == SiteConstants::Part::Text ? "__autoscope_info" : "__autoscope_site", type,
                             section);
    };
    SiteConstants::Variables constants = SiteConstants(build_, runtime_).make(site, pointers, make);
    build_.finishConstant(constants.text);
    build_.finishConstant(constants.site);
    return constants;
  }

  VarDecl *makeEntry(const SiteDescriptor &site, VarDecl *descriptor, VarDecl *guard, const CXXRecordDecl *moduleBase) {
    ASTContext &context = build_.context();
    QualType sitePointer = context.getPointerType(compat::recordType(context, runtime_.site).withConst());
    Expr *address = build_.addressOf(descriptor);
    if (!context.hasSameType(address->getType(), sitePointer))
      address = build_.cast(address, sitePointer, CK_NoOp);
    llvm::SmallVector<Expr *, 4> values{build_.addressOf(guard), address};
    bool module = site.kind == SiteDescriptor::Kind::Module;
    if (module) {
      values.push_back(asAnyPointer(build_, thisPointer()));
      values.push_back(asBasePointer(sema_, build_, thisPointer(), moduleBase));
    }
    const RecordDecl *type = module ? runtime_.moduleEntry : runtime_.entry;
    VarDecl *entry = build_.variable("__autoscope_entry", compat::recordType(context, type));
    entry->setInit(build_.list(type, values));
    build_.cleanUp(entry, module ? runtime_.beginModule : runtime_.begin);
    return entry;
  }

  Expr *thisPointer() {
    return compat::makeThis(build_.context(), cast<CXXMethodDecl>(build_.function())->getThisType(), build_.at());
  }

  Sema &sema_;
  const RuntimeDeclarations &runtime_;
  NodeBuilder build_;
};

// The handlers of a constructor's or destructor's function-try-block run when members and bases are gone, so they
// cannot be in a scope that begins behind the initialisers. Any other function-try-block is one within a body.
bool handlersStayOutside(const FunctionDecl *function) {
  return isa<CXXConstructorDecl, CXXDestructorDecl>(function);
}

Stmt *withHandlersOf(ASTContext &context, CXXTryStmt *original, CompoundStmt *block) {
  llvm::SmallVector<Stmt *, 2> handlers;
  for (unsigned i = 0; i < original->getNumHandlers(); ++i)
    handlers.push_back(original->getHandler(i));
  return CXXTryStmt::Create(context, original->getTryLoc(), block, handlers);
}

}  // namespace

CompoundStmt *AstInserter::mainBlock(Stmt *body) {
  body = CoroutineInserter::written(body);
  if (auto *tryBlock = dyn_cast_or_null<CXXTryStmt>(body))
    return tryBlock->getTryBlock();
  return dyn_cast_or_null<CompoundStmt>(body);
}

void AstInserter::insert(FunctionDecl *function, const SiteDescriptor &site, const CXXRecordDecl *moduleBase,
                         const SitePointers &pointers) {
  Stmt *whole = function->getBody();
  Stmt *&body = CoroutineInserter::written(whole);
  CompoundStmt *block = mainBlock(body);
  if (!block)
    return;
  ASTContext &context = sema_.Context;
  llvm::SmallVector<Stmt *, 16> statements =
      Prologue(sema_, runtime_, function, block->getLBracLoc()).make(site, moduleBase, pointers);
  auto *tryBlock = dyn_cast<CXXTryStmt>(body);
  if (tryBlock && !handlersStayOutside(function)) {
    statements.push_back(tryBlock);
    body = compat::makeBlock(context, statements, block->getLBracLoc(), tryBlock->getEndLoc());
  } else {
    statements.append(block->body_begin(), block->body_end());
    CompoundStmt *changed = compat::makeBlockLike(context, block, statements);
    body = tryBlock ? withHandlersOf(context, tryBlock, changed) : changed;
  }
  function->setBody(whole);
}

bool AstInserter::isInstrumented(const FunctionDecl *function) {
  const CompoundStmt *block = mainBlock(function->getBody());
  const auto *first = block && !block->body_empty() ? dyn_cast<DeclStmt>(block->body_front()) : nullptr;
  if (!first || first->decls().empty())
    return false;
  const auto *variable = dyn_cast<VarDecl>(*first->decl_begin());
  return variable && variable->isImplicit() && variable->getIdentifier() &&
         variable->getName().substr(0, ownPrefix.size()) == ownPrefix;
}

}  // namespace autoscope
