// The arguments of `[[autoscope::scope("name")]]`, and the files that hold attributes of ours.
//
// Clang hands a plugin's C++11-spelled attribute over without its arguments. So we watch the tokens go by after macro
// expansion, which also serves `#define NAMED(n) [[autoscope::scope(#n)]]`, and keep those between the parentheses,
// by the location of the attribute's name.
//
// One object per translation unit, owned by its consumer and alive while the unit is parsed. The attribute handlers,
// which Clang owns, find it by the preprocessor.
#ifndef AUTOSCOPE_PLUGIN_SELECT_ATTRIBUTEARGUMENTS_H
#define AUTOSCOPE_PLUGIN_SELECT_ATTRIBUTEARGUMENTS_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class IdentifierInfo;
class Preprocessor;
}  // namespace clang

namespace autoscope {

class AttributeArguments {
public:
  using Tokens = llvm::SmallVector<clang::Token, 2>;

  explicit AttributeArguments(clang::Preprocessor &preprocessor);
  ~AttributeArguments();
  AttributeArguments(const AttributeArguments &) = delete;
  AttributeArguments &operator=(const AttributeArguments &) = delete;

  // Each token of the unit, in order. Nearly all take the way of the first line.
  void watch(const clang::Token &token) {
    if (state_ == State::Outside && !usingList_ && token.isNot(clang::tok::kw_using) &&
        (token.isNot(clang::tok::identifier) || token.getIdentifierInfo() != scope_))
      return;
    see(token);
  }

  // Null: written without parentheses, or nobody watches.
  static const Tokens *find(const clang::Preprocessor &preprocessor, clang::SourceLocation name);

  // One of our attributes has been applied there.
  static void noteApplied(const clang::Preprocessor &preprocessor, clang::SourceLocation name);
  bool appliedIn(clang::FileID file) const { return files_.count(file) != 0; }

private:
  // Where in `autoscope::NAME(...)` or `[[using autoscope: NAME(...)]]` the last token was.
  enum class State { Outside, AfterUsing, AfterScope, AfterColon, AfterName, Inside };

  void see(const clang::Token &token);

  const clang::IdentifierInfo *scope_;
  State state_ = State::Outside;
  bool usingList_ = false;  // inside [[using autoscope: ...]]
  unsigned depth_ = 0;
  clang::SourceLocation name_;
  llvm::DenseMap<clang::SourceLocation, Tokens> found_;
  llvm::DenseSet<clang::FileID> files_;
};

}  // namespace autoscope

#endif
