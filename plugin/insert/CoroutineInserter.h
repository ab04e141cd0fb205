// Makes the scope of a coroutine follow it through its suspensions:
//
//     { ...constants...
//       __autoscope_coroutine __autoscope_guard = {&site, 0, 0, off};    cleanup: __autoscope_coroutine_leave
//       __autoscope_coroutine_resumed(&__autoscope_guard);
//       ...the user's statements... }
//
// in the body that the user wrote, that is behind the initial suspension and before the final one. In every co_await
// and co_yield of it the value of await_ready goes through __autoscope_coroutine_suspending, and await_resume is called
// behind __autoscope_coroutine_resumed; so does the handler of a try-block with suspensions begin, since await_suspend
// may throw. The expression that suspends stays as it is: newer LLVMs move it into a function of its own.
//
// For AstInserter, on the compiler's thread, for concrete coroutines; what is changed belongs to no other function, as
// Clang instantiates every suspension of a template anew.
#ifndef AUTOSCOPE_PLUGIN_INSERT_COROUTINEINSERTER_H
#define AUTOSCOPE_PLUGIN_INSERT_COROUTINEINSERTER_H

#include "NodeBuilder.h"
#include "RuntimeLookup.h"

#include <string>

namespace clang {
class Stmt;
}  // namespace clang

namespace autoscope {

class CoroutineInserter {
public:
  explicit CoroutineInserter(const RuntimeDeclarations &runtime) : runtime_(runtime) {}

  static bool isCoroutine(const clang::FunctionDecl *function);
  // What the user wrote as the body of a coroutine; any other body is that already.
  static clang::Stmt *&written(clang::Stmt *&body);

  // The guard and the call that stand in front of the user's statements, with all suspensions changed. `site`: the
  // variable of the function that describes it.
  llvm::SmallVector<clang::Stmt *, 2> insert(NodeBuilder &build, clang::VarDecl *site);

  // What is wrong with a coroutine that insert() changed; empty when all is well.
  static std::string check(const clang::FunctionDecl *function);

private:
  const RuntimeDeclarations &runtime_;
};

}  // namespace autoscope

#endif
