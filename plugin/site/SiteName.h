// Names of functions as tables show them: `net::Box<int>::get(int)`, `(anonymous a.cpp)::run()`,
// `work(int)::(lambda 12:5)(int)`. Overloads and same-named methods stay distinct; no return type.
//
// The text is the same at every optimisation level and on every run. Work and length are bounded whatever the template
// arguments: nested ones grow exponentially in print.
#ifndef AUTOSCOPE_PLUGIN_SITE_SITENAME_H
#define AUTOSCOPE_PLUGIN_SITE_SITENAME_H

#include <string>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
}  // namespace clang

namespace autoscope {

struct FunctionName {
  std::string qualified;  // without parameter types
  std::string display;
};

FunctionName functionName(const clang::FunctionDecl *function);
// Of an inherited method, as one of the class that inherits it.
FunctionName functionName(const clang::FunctionDecl *method, const clang::CXXRecordDecl *heir);
std::string className(const clang::CXXRecordDecl *record);

}  // namespace autoscope

#endif
