// Gets abi.h into a translation unit without a line of the user's: finds the header beside the plugin and adds an
// #include to what the preprocessor reads first, or to the global module fragment of a C++20 module unit.
//
// Done when the action starts. Units that cannot take an include (header modules, device code) and actions that only
// read the program get the macro __AUTOSCOPE__ alone.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_HEADERINCLUSION_H
#define AUTOSCOPE_PLUGIN_FRONTEND_HEADERINCLUSION_H

#include <string>

namespace clang {
class CompilerInstance;
class Preprocessor;
class Token;
}  // namespace clang

namespace autoscope {

void predefineMacro(clang::CompilerInstance &compiler);

// Whether an #include that the unit's module map does not declare is allowed (-fmodules-decluse).
bool mayIncludeAnything(const clang::CompilerInstance &compiler);

// `header`: the user's own choice, or empty. Empty when the header is not found, after an error.
std::string findRuntimeHeader(clang::CompilerInstance &compiler, const std::string &header);

// In front of the main file; with `ownFragment` behind a `module;`.
void includeFirst(clang::CompilerInstance &compiler, const std::string &path, bool ownFragment);

// Behind the `module;` that the main file begins with: nothing but a token of the file may come before that.
class FragmentInclusion {
public:
  FragmentInclusion(clang::Preprocessor &preprocessor, std::string path)
      : preprocessor_(preprocessor), path_(std::move(path)) {}

  // Each token of the unit, as soon as it is read.
  void watch(const clang::Token &token) {
    if (!done_)
      see(token);
  }

private:
  void see(const clang::Token &token);

  clang::Preprocessor &preprocessor_;
  std::string path_;
  bool done_ = false;
};

}  // namespace autoscope

#endif
