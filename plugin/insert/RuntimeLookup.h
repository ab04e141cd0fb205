// The declarations of abi.h as this translation unit sees them.
//
// Found once, by name, when the first function is instrumented. A unit without the header (a precompiled header built
// without the plugin, a module unit) has none, and nothing can be instrumented there; a header that does not fit this
// plugin gives the reason.
#ifndef AUTOSCOPE_PLUGIN_INSERT_RUNTIMELOOKUP_H
#define AUTOSCOPE_PLUGIN_INSERT_RUNTIMELOOKUP_H

#include <string>

namespace clang {
class CXXConstructorDecl;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace autoscope {

struct RuntimeDeclarations {
  clang::CXXRecordDecl *site = nullptr;
  clang::CXXRecordDecl *guard = nullptr;
  clang::CXXConstructorDecl *enterFunction = nullptr;  // guard(site)
  clang::CXXConstructorDecl *enterModule = nullptr;    // guard(site, object, base)
  clang::FunctionDecl *leave = nullptr;
};

class RuntimeLookup {
public:
  explicit RuntimeLookup(clang::Sema &sema) : sema_(sema) {}

  // Null when the header is absent or does not fit.
  const RuntimeDeclarations *find();
  // What does not fit; empty when the header is absent or fine.
  const std::string &problem() const { return problem_; }

private:
  void search();

  clang::Sema &sema_;
  RuntimeDeclarations found_;
  std::string problem_;
  bool searched_ = false;
  bool usable_ = false;
};

}  // namespace autoscope

#endif
