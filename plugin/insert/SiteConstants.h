// Makes the two constants of a scope's place: its text (section autoscope_info) and its site (section autoscope_sites).
//
// For the inserters, on the compiler's thread. Where the constants live, in a function or in the unit, is the caller's
// choice.
#ifndef AUTOSCOPE_PLUGIN_INSERT_SITECONSTANTS_H
#define AUTOSCOPE_PLUGIN_INSERT_SITECONSTANTS_H

#include "../site/SiteDescriptor.h"
#include "ArgumentNodes.h"
#include "NodeBuilder.h"
#include "RuntimeLookup.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace autoscope {

// What a site points to besides its text; each may be null.
struct SitePointers {
  clang::Expr *description = nullptr;  // of a module's class
  ArgumentNodes arguments;             // made for the function, at its brace
};

class SiteConstants {
public:
  SiteConstants(NodeBuilder &build, const RuntimeDeclarations &runtime) : build_(build), runtime_(runtime) {}

  enum class Part { Text, Site };
  using Make = llvm::function_ref<clang::VarDecl *(Part part, clang::QualType type, llvm::StringRef section)>;
  struct Variables {
    clang::VarDecl *text;
    clang::VarDecl *site;
  };
  Variables make(const SiteDescriptor &site, const SitePointers &pointers, Make make);

private:
  clang::VarDecl *makeText(const SiteDescriptor &site, Make make);
  clang::VarDecl *makeSite(const SiteDescriptor &site, const SitePointers &pointers, clang::VarDecl *text, Make make);

  NodeBuilder &build_;
  const RuntimeDeclarations &runtime_;
};

}  // namespace autoscope

#endif
