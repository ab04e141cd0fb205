// Tells the compiler's dependency files (-MD and its kin) of files that the plugin read, so that a build system
// compiles again when one changes.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_DEPENDENCIES_H
#define AUTOSCOPE_PLUGIN_FRONTEND_DEPENDENCIES_H

#include <string>

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace autoscope {

// After the preprocessor is made and before it reads the main file.
void addDependency(clang::CompilerInstance &compiler, const std::string &path);

}  // namespace autoscope

#endif
