#include "AttributeArguments.h"

#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace autoscope {
namespace {

// Attribute handlers are global objects without state, so the way from them to the unit being parsed has to be one too.
// Clang may build modules on other threads meanwhile; each has its own unit.
thread_local llvm::SmallVector<std::pair<const Preprocessor *, AttributeArguments *>, 1> watched;

}  // namespace

AttributeArguments::AttributeArguments(Preprocessor &preprocessor)
    : scope_(preprocessor.getIdentifierInfo("autoscope")) {
  watched.push_back({&preprocessor, this});
}

AttributeArguments::~AttributeArguments() {
  for (auto entry = watched.begin(); entry != watched.end(); ++entry) {
    if (entry->second == this) {
      watched.erase(entry);
      return;
    }
  }
}

void AttributeArguments::see(const Token &token) {
  switch (state_) {
  case State::Outside:
    if (token.is(tok::kw_using)) {
      state_ = State::AfterUsing;
    } else if (usingList_) {
      if (token.is(tok::r_square)) {
        usingList_ = false;
      } else if (token.is(tok::identifier)) {
        state_ = State::AfterName;
        name_ = token.getLocation();
      }
    } else {
      state_ = State::AfterScope;
    }
    return;
  case State::AfterUsing:
    state_ = token.is(tok::identifier) && token.getIdentifierInfo() == scope_ ? State::AfterScope : State::Outside;
    return;
  case State::AfterScope:
    usingList_ = token.is(tok::colon);
    state_ = token.is(tok::coloncolon) ? State::AfterColon : State::Outside;
    return;
  case State::AfterColon:
    state_ = token.is(tok::identifier) ? State::AfterName : State::Outside;
    name_ = token.getLocation();
    return;
  case State::AfterName:
    state_ = State::Outside;
    if (token.is(tok::l_paren)) {
      state_ = State::Inside;
      depth_ = 1;
      found_[name_].clear();
    } else if (token.is(tok::r_square)) {
      usingList_ = false;
    }
    return;
  case State::Inside:
    if (token.is(tok::l_paren))
      ++depth_;
    if ((token.is(tok::r_paren) && --depth_ == 0) || token.is(tok::eof))
      state_ = State::Outside;
    else
      found_[name_].push_back(token);
    return;
  }
}

const AttributeArguments::Tokens *AttributeArguments::find(const Preprocessor &preprocessor, SourceLocation name) {
  for (const auto &[owner, arguments] : watched) {
    if (owner != &preprocessor)
      continue;
    auto entry = arguments->found_.find(name);
    return entry == arguments->found_.end() ? nullptr : &entry->second;
  }
  return nullptr;
}

void AttributeArguments::noteApplied(const Preprocessor &preprocessor, SourceLocation name) {
  const SourceManager &sources = preprocessor.getSourceManager();
  for (const auto &[owner, arguments] : watched)
    if (owner == &preprocessor)
      arguments->files_.insert(sources.getFileID(sources.getExpansionLoc(name)));
}

}  // namespace autoscope
