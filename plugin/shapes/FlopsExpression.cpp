#include "FlopsExpression.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Token.h"
#include "clang/Sema/ParsedTemplate.h"
#include "clang/Sema/ScopeInfo.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned deepest = 100;

// 2: an integer's, 1: a floating-point type's, 0: no type's.
int kindOfTypeWord(llvm::StringRef word) {
  auto isOneOf = [word](llvm::ArrayRef<llvm::StringRef> words) { return llvm::is_contained(words, word); };
  if (isOneOf({"double", "float"}))
    return 1;
  return isOneOf({"int", "long", "short", "unsigned", "signed", "size_t", "ptrdiff_t", "int64_t", "uint64_t", "int32_t",
                  "uint32_t"})
             ? 2
             : 0;
}

}  // namespace

FlopsExpression::FlopsExpression(Sema &sema, const RuntimeDeclarations &runtime, FunctionDecl *function,
                                 SourceLocation at)
    : sema_(sema), runtime_(runtime), build_(sema.Context, function, at) {}

Expr *FlopsExpression::read(llvm::StringRef text) {
  if (build_.function()->isConstexpr()) {
    problem_ = "a constexpr function cannot say its FLOPs";
    return nullptr;
  }
  split(text);
  Sema::SynthesizedFunctionScope scope(sema_, build_.function());
  // Errors of the expression are no errors of the program.
  Sema::SFINAETrap trap(sema_, /*WithAccessChecking=*/true);
  bool typos = std::exchange(sema_.DisableTypoCorrection, true);
  Expr *whole = number(sum());
  if (problem_.empty() && next_ != tokens_.size())
    fail("'" + tokens_[next_] + "' is not understood here");
  if (problem_.empty() && (!whole || trap.hasErrorOccurred()))
    fail("it cannot be computed");
  if (problem_.empty()) {
    ExprResult finished = sema_.ActOnFinishFullExpr(whole, build_.at(), /*DiscardedValue=*/false);
    whole = finished.isInvalid() ? nullptr : finished.get();
    if (!whole)
      fail("it cannot be computed");
  }
  sema_.DisableTypoCorrection = typos;
  return problem_.empty() ? whole : nullptr;
}

void FlopsExpression::split(llvm::StringRef text) {
  while (!(text = text.ltrim()).empty()) {
    std::size_t length = 1;
    bool exponent = false;
    if (isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1]))) {
      while (length < text.size() && (isPreprocessingNumberBody(text[length]) || text[length] == '\'' ||
                                      (exponent && (text[length] == '+' || text[length] == '-')))) {
        exponent = text[length] == 'e' || text[length] == 'E';
        ++length;
      }
    } else if (isAsciiIdentifierStart(text[0])) {
      while (length < text.size() && isAsciiIdentifierContinue(text[length]))
        ++length;
    } else if (text.substr(0, 2) == "->" || text.substr(0, 2) == "::") {
      length = 2;
    }
    tokens_.push_back(text.substr(0, length).str());
    text = text.substr(length);
  }
}

bool FlopsExpression::takes(llvm::StringRef token) {
  if (next_ == tokens_.size() || tokens_[next_] != token)
    return false;
  ++next_;
  return true;
}

bool FlopsExpression::expects(llvm::StringRef token) {
  if (takes(token))
    return true;
  fail("'" + token.str() + "' is missing");
  return false;
}

FlopsExpression::Value FlopsExpression::fail(const std::string &sentence) {
  if (problem_.empty())
    problem_ = sentence;
  return {};
}

FlopsExpression::Value FlopsExpression::sum() {
  if (++depth_ > deepest)
    return fail("it is nested too deeply");
  Value value = product();
  while (problem_.empty()) {
    if (takes("+"))
      value = combine(value, '+', product());
    else if (takes("-"))
      value = combine(value, '-', product());
    else
      break;
  }
  --depth_;
  return value;
}

FlopsExpression::Value FlopsExpression::product() {
  Value value = unary();
  while (problem_.empty()) {
    if (takes("*"))
      value = combine(value, '*', unary());
    else if (takes("/"))
      value = combine(value, '/', unary());
    else if (takes("%"))
      value = combine(value, '%', unary());
    else
      break;
  }
  return value;
}

FlopsExpression::Value FlopsExpression::unary() {
  if (++depth_ > deepest)
    return fail("it is nested too deeply");
  Value value;
  if (takes("+")) {
    value = unary();
  } else if (takes("-")) {
    Value zero = literal("0");
    value = combine(zero, '-', unary());
  } else {
    value = postfix();
  }
  --depth_;
  return value;
}

FlopsExpression::Value FlopsExpression::postfix() {
  Value value = primary();
  while (problem_.empty()) {
    if (takes("."))
      value = member(value, /*arrow=*/false);
    else if (takes("->"))
      value = member(value, /*arrow=*/true);
    else if (takes("["))
      value = subscript(value);
    else if (takes("("))
      value = call(value);
    else
      break;
  }
  return value;
}

unsigned FlopsExpression::typeTokens(bool &isInteger) const {
  std::size_t at = next_;
  if (at + 2 < tokens_.size() && tokens_[at] == "std" && tokens_[at + 1] == "::")
    at += 2;
  std::size_t words = at;
  int kind = 0;
  for (; words < tokens_.size(); ++words) {
    int one = kindOfTypeWord(tokens_[words]);
    if (one == 0)
      break;
    kind = kind == 1 ? 1 : one;  // long double
  }
  isInteger = kind == 2;
  return words > at ? static_cast<unsigned>(words - next_) : 0;
}

FlopsExpression::Value FlopsExpression::converted(Value value, bool toInteger) {
  bool wasInteger = value.isInteger;
  Expr *plain = number(value);
  if (!plain)
    return {};
  if (toInteger && !wasInteger)
    plain = build_.call(runtime_.quotient, {plain, number(literal("1"))});
  return {plain, toInteger, true};
}

FlopsExpression::Value FlopsExpression::primary() {
  if (next_ == tokens_.size())
    return fail("something is missing at its end");
  bool isInteger = false;
  if (unsigned words = typeTokens(isInteger)) {  // double(m)
    next_ += words;
    if (!expects("("))
      return {};
    Value value = sum();
    return expects(")") ? converted(value, isInteger) : Value();
  }
  if (takes("(")) {
    if (unsigned words = typeTokens(isInteger)) {  // (double)m
      next_ += words;
      if (takes(")"))
        return converted(unary(), isInteger);
      next_ -= words;
    }
    Value value = sum();
    return expects(")") ? value : Value();
  }
  if (takes("static_cast")) {
    if (!expects("<"))
      return {};
    unsigned words = typeTokens(isInteger);
    next_ += words;
    if (words == 0)
      return fail("only numbers can be cast to");
    if (!expects(">") || !expects("("))
      return {};
    Value value = sum();
    return expects(")") ? converted(value, isInteger) : Value();
  }
  std::string token = tokens_[next_++];
  if (isDigit(token[0]) || token[0] == '.')
    return literal(token);
  if (isAsciiIdentifierStart(token[0]))
    return named(token);
  return fail("'" + token + "' is not understood here");
}

FlopsExpression::Value FlopsExpression::literal(const std::string &text) {
  ASTContext &context = sema_.Context;
  std::string digits;
  for (char c : text)
    if (c != '\'')
      digits += c;
  std::size_t end = llvm::StringRef(digits).find_last_not_of("uUlLfF") + 1;
  bool hexadecimal = digits.size() > 1 && (digits[1] == 'x' || digits[1] == 'X');
  llvm::StringRef plain = hexadecimal ? llvm::StringRef(digits) : llvm::StringRef(digits).take_front(end);
  unsigned long long integer = 0;
  if (!plain.getAsInteger(0, integer) && integer <= 0x7fffffffffffffffull) {
    bool small = integer <= 0x7fffffffull;
    QualType type = small ? context.IntTy : context.LongTy;
    return {IntegerLiteral::Create(context, llvm::APInt(static_cast<unsigned>(context.getTypeSize(type)), integer),
                                   type, build_.at()),
            true, false};
  }
  std::string number = plain.str();
  char *behind = nullptr;
  (void)std::strtod(number.c_str(), &behind);
  if (*behind)
    return fail("'" + text + "' is no number");
  // Not by an APFloat of our own: its inline parts refer to data of LLVM, which keeps the plugin from being loaded, and
  // from saying why, in another version.
  Token token;
  token.startToken();
  token.setKind(tok::numeric_constant);
  token.setLocation(build_.at());
  token.setLength(static_cast<unsigned>(number.size()));
  token.setLiteralData(number.c_str());
  ExprResult value = sema_.ActOnNumericConstant(token);
  return value.isUsable() ? Value{value.get(), false, false} : fail("'" + text + "' is no number");
}

FlopsExpression::Value FlopsExpression::named(const std::string &name) {
  ASTContext &context = sema_.Context;
  FunctionDecl *function = build_.function();
  auto *method = dyn_cast<CXXMethodDecl>(function);
  bool hasObject = method && compat::hasImplicitObject(method);
  if (name == "this" && hasObject)
    return {compat::makeThis(context, method->getThisType(), build_.at()), false, false};
  for (ParmVarDecl *parameter : function->parameters())
    if (parameter->getIdentifier() && parameter->getName() == name)
      return {build_.reference(parameter, VK_LValue, parameter->getType().getNonReferenceType()), false, false};
  DeclarationName wanted(&context.Idents.get(name));
  for (DeclContext *within = function->getDeclContext(); within; within = within->getParent()) {
    for (NamedDecl *found : within->lookup(wanted)) {
      if (auto *variable = dyn_cast<VarDecl>(found)) {
        sema_.MarkVariableReferenced(build_.at(), variable);
        return {build_.reference(variable, VK_LValue, variable->getType().getNonReferenceType()), false, false};
      }
      if (auto *enumerator = dyn_cast<EnumConstantDecl>(found))
        return {build_.reference(enumerator, VK_PRValue, enumerator->getType()), false, false};
    }
  }
  if (hasObject) {
    --next_;  // a member by its name alone
    return member({compat::makeThis(context, method->getThisType(), build_.at()), false, false}, /*arrow=*/true);
  }
  return fail("'" + name + "' is no parameter, member or constant");
}

FlopsExpression::Value FlopsExpression::member(Value object, bool arrow) {
  if (!object.expression || next_ == tokens_.size() || !isAsciiIdentifierStart(tokens_[next_][0]))
    return fail("the name of a member is missing");
  std::string name = tokens_[next_++];
  UnqualifiedId id;
  id.setIdentifier(&sema_.Context.Idents.get(name), build_.at());
  CXXScopeSpec scope;
  ExprResult result = sema_.ActOnMemberAccessExpr(/*S=*/nullptr, native(object), build_.at(),
                                                  arrow ? tok::arrow : tok::period, scope, SourceLocation(), id,
                                                  /*ObjCImpDecl=*/nullptr);
  if (result.isInvalid() || !result.get())
    return fail("'" + name + "' is no parameter, member or constant");
  return {result.get(), false, false};
}

FlopsExpression::Value FlopsExpression::call(Value function) {
  llvm::SmallVector<Expr *, 4> arguments;
  while (problem_.empty() && !takes(")")) {
    if (!arguments.empty() && !expects(","))
      return {};
    Value one = sum();
    if (one.expression)
      arguments.push_back(native(one));
  }
  if (!problem_.empty())
    return {};
  if (!isa<MemberExpr>(function.expression) && !function.expression->hasPlaceholderType() &&
      !isa<UnresolvedMemberExpr>(function.expression))
    return fail("only functions of an object can be called");
  ExprResult result = sema_.BuildCallExpr(/*S=*/nullptr, function.expression, build_.at(), arguments, build_.at());
  if (result.isInvalid() || !result.get())
    return fail("a function cannot be called so");
  return {result.get(), false, false};
}

FlopsExpression::Value FlopsExpression::subscript(Value array) {
  Value index = sum();
  if (!expects("]") || !array.expression || !index.expression)
    return {};
  ExprResult result = compat::makeSubscript(sema_, native(array), native(index), build_.at());
  if (result.isInvalid() || !result.get())
    return fail("something that is no array has a subscript");
  return {result.get(), false, false};
}

Expr *FlopsExpression::native(Value value) {
  if (!value.isComputed || !value.isInteger)
    return value.expression;
  return build_.cast(value.expression, sema_.Context.LongTy, CK_FloatingToIntegral);
}

Expr *FlopsExpression::number(Value value) {
  if (!value.expression || value.isComputed)
    return value.expression;
  ExprResult loaded = sema_.DefaultLvalueConversion(value.expression);
  QualType type = loaded.isInvalid() ? QualType() : loaded.get()->getType();
  if (type.isNull() || type->isDependentType() ||
      (!type->isIntegralOrUnscopedEnumerationType() && !type->isRealFloatingType())) {
    fail("a part of it is no number");
    return nullptr;
  }
  ASTContext &context = sema_.Context;
  if (context.hasSameUnqualifiedType(type, context.DoubleTy))
    return loaded.get();
  return build_.cast(loaded.get(), context.DoubleTy,
                     type->isRealFloatingType() ? CK_FloatingCast : CK_IntegralToFloating);
}

FlopsExpression::Value FlopsExpression::combine(Value first, char sign, Value second) {
  ASTContext &context = sema_.Context;
  auto isInteger = [](const Value &value) {
    return value.expression &&
           (value.isComputed ? value.isInteger : value.expression->getType()->isIntegralOrUnscopedEnumerationType());
  };
  bool integers = isInteger(first) && isInteger(second);
  Expr *left = number(first), *right = number(second);
  if (!left || !right)
    return {};
  if (sign == '%')
    return integers ? Value{build_.call(runtime_.remainder, {left, right}), true, true} : fail("'%' wants integers");
  if (sign == '/' && integers)
    return {build_.call(runtime_.quotient, {left, right}), true, true};
  BinaryOperatorKind kind = sign == '+' ? BO_Add : sign == '-' ? BO_Sub : sign == '*' ? BO_Mul : BO_Div;
  Expr *result = BinaryOperator::Create(context, left, right, kind, context.DoubleTy, VK_PRValue, OK_Ordinary,
                                        build_.at(), FPOptionsOverride());
  return {result, integers, true};
}

}  // namespace autoscope
