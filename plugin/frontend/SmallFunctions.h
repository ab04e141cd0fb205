// Counts the functions that got no scope because they cost less than one, in a way that survives into the program: one
// ELF note per unit (abi.h says its layout), from which `autoscope sites` and the run time say how many there are.
//
// By place in the source: an inline function of many units, or a template of many instances, is one function to its
// user. Costs four bytes each in the object file and nothing in the code. A unit without any has no note.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_SMALLFUNCTIONS_H
#define AUTOSCOPE_PLUGIN_FRONTEND_SMALLFUNCTIONS_H

#include <cstdint>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace autoscope {

class SmallFunctions {
public:
  void add(const clang::FunctionDecl *function);
  // The variable that is the note; null if nothing was added.
  clang::VarDecl *makeNote(clang::ASTContext &context) const;

private:
  std::string encode() const;

  std::set<std::uint32_t> places_;  // hashes
};

}  // namespace autoscope

#endif
