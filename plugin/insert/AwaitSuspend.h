// Keeps await_suspend and operator delete functions of their own, with LLVMs that inline them into the coroutine before
// they split that one.
//
// There their locals, and those of what is inlined into them, may come to lie in the coroutine's frame, which is gone
// as soon as somebody has resumed the coroutine to its end, be it another thread or await_suspend itself, or when it is
// deleted. A user's function that uses none of its locals from then on is fine. A scope is not: it reads its guard when
// it is left.
#ifndef AUTOSCOPE_PLUGIN_INSERT_AWAITSUSPEND_H
#define AUTOSCOPE_PLUGIN_INSERT_AWAITSUSPEND_H

namespace clang {
class ASTContext;
class Decl;
}  // namespace clang

namespace autoscope {

// Whether the unit may have something to keep out.
bool knowsAwaitSuspend(const clang::ASTContext &context);

// For any declaration, before CodeGen gets it; does nothing to others than those.
void keepOutOfCoroutine(clang::Decl *declaration);

}  // namespace autoscope

#endif
