// Teaches Clang the attributes autoscope::scope, autoscope::ignore and autoscope::module, in `[[...]]` and GNU
// spelling, and warns where one is misplaced, misspelt or contradicts another. It never makes a program invalid.
//
// Active in every action that parses, so that tools which only read the program do not call the attributes unknown.
#include "../support/ClangCompat.h"
#include "../support/Diagnostics.h"
#include "Annotations.h"
#include "AttributeArguments.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace autoscope {
namespace {

// GNU syntax lets Clang parse arguments as expressions; a limit of its own would be an error, where we want a warning.
constexpr unsigned manyArguments = 15;

std::string spelling(AttributeKind kind) {
  return std::string("autoscope::") + attributeName(kind);
}

class AutoscopeAttribute : public ParsedAttrInfo {
public:
  AutoscopeAttribute(AttributeKind kind, ArrayRef<Spelling> spellings) : kind_(kind) {
    Spellings = spellings;
    OptArgs = manyArguments;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute, const Decl *declaration) const override {
    bool onClass = isa<CXXRecordDecl>(declaration) || isa<ClassTemplateDecl>(declaration);
    bool onFunction = isa<FunctionDecl>(declaration) || isa<FunctionTemplateDecl>(declaration);
    if (kind_ == AttributeKind::Module ? onClass : onFunction)
      return true;
    report(sema.getDiagnostics(), attribute.getLoc(),
           kind_ == AttributeKind::Module ? Message::NotOnClass : Message::NotOnFunction)
        << spelling(kind_);
    return false;
  }

  bool diagAppertainsToStmt(Sema &sema, const ParsedAttr &attribute, const Stmt *) const override {
    report(sema.getDiagnostics(), attribute.getLoc(), Message::NotOnStatement) << spelling(kind_);
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration, const ParsedAttr &attribute) const override {
    std::string name;
    if (!readArguments(sema, attribute, name) || isSuperfluous(sema, attribute, declaration))
      return AttributeNotApplied;
    declaration->addAttr(makeAnnotation(sema.Context, kind_, name, attribute.getRange()));
    AttributeArguments::noteApplied(sema.getPreprocessor(), attribute.getLoc());
    return AttributeApplied;
  }

private:
  bool refuse(Sema &sema, const ParsedAttr &attribute, Message message) const {
    auto diagnostic = report(sema.getDiagnostics(), attribute.getLoc(), message);
    diagnostic << spelling(kind_);
    if (message == Message::BadArguments)
      diagnostic << (kind_ == AttributeKind::Scope   ? "one string literal, or nothing"
                     : kind_ == AttributeKind::Flops ? "an expression of the parameters"
                                                     : "no argument");
    return false;
  }

  bool readArguments(Sema &sema, const ParsedAttr &attribute, std::string &name) const {
    if (kind_ == AttributeKind::Flops)
      return readExpression(sema, attribute, name);
    bool written = false;
    if (attribute.getNumArgs() > 0) {
      written = true;
      if (attribute.getNumArgs() != 1 || !attribute.isArgExpr(0) || kind_ != AttributeKind::Scope)
        return refuse(sema, attribute, Message::BadArguments);
      const auto *literal = dyn_cast<StringLiteral>(attribute.getArgAsExpr(0)->IgnoreParenCasts());
      if (!literal || literal->getCharByteWidth() != 1)
        return refuse(sema, attribute, Message::BadArguments);
      name = literal->getString().str();
    } else if (const AttributeArguments::Tokens *tokens = tokensOf(sema, attribute)) {
      written = true;
      if (tokens->empty() || kind_ != AttributeKind::Scope)
        return refuse(sema, attribute, Message::BadArguments);
      for (const Token &token : *tokens)
        if (!tok::isStringLiteral(token.getKind()))
          return refuse(sema, attribute, Message::BadArguments);
      StringLiteralParser literal(*tokens, sema.getPreprocessor());
      if (literal.hadError || literal.isWide() || literal.isUTF16() || literal.isUTF32())
        return refuse(sema, attribute, Message::BadArguments);
      name = literal.GetString().str();
    }
    if (written && name.empty())
      return refuse(sema, attribute, Message::EmptyName);
    return true;
  }

  // Read again in each function that it belongs to, also in another unit by way of a precompiled header: so as text.
  bool readExpression(Sema &sema, const ParsedAttr &attribute, std::string &text) const {
    const AttributeArguments::Tokens *tokens = tokensOf(sema, attribute);
    if (!tokens || tokens->empty())
      return refuse(sema, attribute, Message::BadArguments);
    for (const Token &token : *tokens)
      text += sema.getPreprocessor().getSpelling(token) + " ";
    return true;
  }

  // The range of an attribute ends at its name, or begins there when it has no scope of its own.
  static const AttributeArguments::Tokens *tokensOf(Sema &sema, const ParsedAttr &attribute) {
    const Preprocessor &preprocessor = sema.getPreprocessor();
    if (const auto *tokens = AttributeArguments::find(preprocessor, attribute.getRange().getEnd()))
      return tokens;
    return AttributeArguments::find(preprocessor, attribute.getLoc());
  }

  bool isSuperfluous(Sema &sema, const ParsedAttr &attribute, const Decl *declaration) const {
    Annotations present = readAnnotations(declaration);
    bool same = kind_ == AttributeKind::Scope    ? present.scope && present.flops.empty()
                : kind_ == AttributeKind::Ignore ? present.ignore
                : kind_ == AttributeKind::Flops  ? !present.flops.empty()
                                                 : present.module;
    if (same) {
      refuse(sema, attribute, Message::Duplicate);
      return true;
    }
    bool asks = kind_ == AttributeKind::Scope || kind_ == AttributeKind::Flops;
    if (kind_ == AttributeKind::Module || (asks ? !present.ignore : !present.scope))
      return false;
    // In either order it is `ignore` that counts; the policy sees to that when both are kept.
    report(sema.getDiagnostics(), attribute.getLoc(), Message::Contradiction)
        << spelling(asks && kind_ == AttributeKind::Flops ? kind_ : AttributeKind::Scope)
        << spelling(AttributeKind::Ignore);
    return asks;
  }

  AttributeKind kind_;
};

template <AttributeKind kind> struct Registered : AutoscopeAttribute {
  Registered() : AutoscopeAttribute(kind, spellings) {}
  static const Spelling spellings[3];
};

template <>
const ParsedAttrInfo::Spelling Registered<AttributeKind::Scope>::spellings[] = {
    {ParsedAttr::AS_GNU, "autoscope_scope"},
    {ParsedAttr::AS_CXX11, "autoscope::scope"},
    {compat::squareBracketsOfC, "autoscope::scope"}};
template <>
const ParsedAttrInfo::Spelling Registered<AttributeKind::Ignore>::spellings[] = {
    {ParsedAttr::AS_GNU, "autoscope_ignore"},
    {ParsedAttr::AS_CXX11, "autoscope::ignore"},
    {compat::squareBracketsOfC, "autoscope::ignore"}};
template <>
const ParsedAttrInfo::Spelling Registered<AttributeKind::Module>::spellings[] = {
    {ParsedAttr::AS_GNU, "autoscope_module"},
    {ParsedAttr::AS_CXX11, "autoscope::module"},
    {compat::squareBracketsOfC, "autoscope::module"}};

// Parameters are in scope of no argument in GNU syntax.
struct FlopsAttribute : AutoscopeAttribute {
  FlopsAttribute() : AutoscopeAttribute(AttributeKind::Flops, spellings) {}
  static const Spelling spellings[1];
};
const ParsedAttrInfo::Spelling FlopsAttribute::spellings[] = {{ParsedAttr::AS_CXX11, "autoscope::flops"}};

ParsedAttrInfoRegistry::Add<Registered<AttributeKind::Scope>> scopeAttribute("autoscope::scope",
                                                                             "time each call of this function");
ParsedAttrInfoRegistry::Add<Registered<AttributeKind::Ignore>> ignoreAttribute("autoscope::ignore",
                                                                               "never instrument this function");
ParsedAttrInfoRegistry::Add<Registered<AttributeKind::Module>> moduleAttribute("autoscope::module",
                                                                               "this class is a module");
ParsedAttrInfoRegistry::Add<FlopsAttribute> flopsAttribute("autoscope::flops",
                                                           "time each call of this function, and count its FLOPs");

}  // namespace
}  // namespace autoscope
