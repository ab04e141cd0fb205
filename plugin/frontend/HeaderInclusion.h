// Gets abi.h into a translation unit without a line of the user's: finds the header beside the plugin and adds an
// #include to what the preprocessor reads first.
//
// Done when the action starts. Units that cannot take an include (module units, C) and actions that only read the
// program get the macro __AUTOSCOPE__ alone.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_HEADERINCLUSION_H
#define AUTOSCOPE_PLUGIN_FRONTEND_HEADERINCLUSION_H

#include <string>

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace autoscope {

void predefineMacro(clang::CompilerInstance &compiler);

// Whether an #include that the unit's module map does not declare is allowed (-fmodules-decluse).
bool mayIncludeAnything(const clang::CompilerInstance &compiler);

// `header`: the user's own choice, or empty. False when the header is not found, after an error.
bool includeRuntimeHeader(clang::CompilerInstance &compiler, const std::string &header);

}  // namespace autoscope

#endif
