// Puts a scope around the body of a finished function definition, in the AST, before CodeGen sees it:
//
//     { static const char __autoscope_info[] = "...";                 section autoscope_info
//       static const __autoscope_site __autoscope_site = {...};       section autoscope_sites; its id is mutable
//       __autoscope_guard __autoscope_guard;                          cleanup: __autoscope_leave, or ..._leave_module
//       { __autoscope_entry __autoscope_entry = {&guard, &site}; }    cleanup: __autoscope_begin
//       ...the user's statements... }
//
// The scope of a constructor begins earlier where it can (ConstructorInserter); its body then holds the constants only.
// That of a coroutine follows it through its suspensions (CoroutineInserter).
//
// Called on the compiler's thread for concrete definitions that the policy chose. The user's statements, their
// locations and the function's type stay as they are; all that is new stands at the opening brace. abi.h tells why
// entering is a clean-up.
#ifndef AUTOSCOPE_PLUGIN_INSERT_ASTINSERTER_H
#define AUTOSCOPE_PLUGIN_INSERT_ASTINSERTER_H

#include "../site/SiteDescriptor.h"
#include "RuntimeLookup.h"
#include "SiteConstants.h"

namespace clang {
class CompoundStmt;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
class Stmt;
}  // namespace clang

namespace autoscope {

class AstInserter {
public:
  AstInserter(clang::Sema &sema, const RuntimeDeclarations &runtime) : sema_(sema), runtime_(runtime) {}

  // `moduleBase`: for a module scope, the configured base that `this` is passed as; may be null.
  void insert(clang::FunctionDecl *function, const SiteDescriptor &site, const clang::CXXRecordDecl *moduleBase,
              const SitePointers &pointers);

  // The statements that insert() puts in front of the user's; in a constructor whose initialisers it changes, one.
  static constexpr unsigned ownStatements = 3;

  // Whether a body already begins with our variables: it was read from a precompiled header built with the plugin.
  static bool isInstrumented(const clang::FunctionDecl *function);

  // The block that our statements begin: the body, or what the function-try-block of a constructor or destructor tries.
  static clang::CompoundStmt *mainBlock(clang::Stmt *body);

private:
  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
};

}  // namespace autoscope

#endif
