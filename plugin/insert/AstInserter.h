// Puts a scope around the body of a finished function definition, in the AST, before CodeGen sees it:
//
//     { static const char __autoscope_info[] = "...";              section autoscope_info
//       static __autoscope_site __autoscope_site = {...};          section autoscope_sites
//       __autoscope_guard __autoscope_guard(&__autoscope_site);    cleanup: __autoscope_leave
//       ...the user's statements... }
//
// Called on the compiler's thread for concrete definitions that the policy chose. The user's statements, their
// locations and the function's type stay as they are; the new variables are implicit, without debug information and
// without name lookup. Nodes are built directly rather than through Sema, which would check, warn and evaluate what is
// known to be right.
#ifndef AUTOSCOPE_PLUGIN_INSERT_ASTINSERTER_H
#define AUTOSCOPE_PLUGIN_INSERT_ASTINSERTER_H

#include "../site/SiteDescriptor.h"
#include "RuntimeLookup.h"

namespace clang {
class CompoundStmt;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
class VarDecl;
}  // namespace clang

namespace autoscope {

class AstInserter {
public:
  AstInserter(clang::Sema &sema, const RuntimeDeclarations &runtime) : sema_(sema), runtime_(runtime) {}

  // `moduleBase`: for a module scope, the configured base that `this` is passed as; may be null.
  void insert(clang::FunctionDecl *function, const SiteDescriptor &site, const clang::CXXRecordDecl *moduleBase);

  // Whether a body already begins with our variables: it was read from a precompiled header built with the plugin.
  static bool isInstrumented(const clang::FunctionDecl *function);

private:
  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
};

}  // namespace autoscope

#endif
