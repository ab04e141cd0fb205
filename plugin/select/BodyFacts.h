// Size and shape of a finished function body, for the policy: how many statements, a loop, a musttail call, a
// coroutine. Reads the AST only. Lambdas inside count as functions of their own.
#ifndef AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H
#define AUTOSCOPE_PLUGIN_SELECT_BODYFACTS_H

#include "FunctionFacts.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace autoscope {

void addBodyFacts(const clang::FunctionDecl *function, FunctionFacts &facts);

}  // namespace autoscope

#endif
