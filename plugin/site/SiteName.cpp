#include "SiteName.h"

#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr unsigned maxTypeNodes = 200;  // of one argument or parameter list; beyond, it is printed as "..."
constexpr std::size_t maxLength = 500;

// Counts the nodes of a type as it would be printed, and gives up when the budget is spent, so that types which print
// exponentially long are recognised in bounded time.
class TypeSize {
public:
  bool spend(QualType type) {
    if (budget_ == 0)
      return false;
    --budget_;
    if (type.isNull())
      return true;
    type = type.getCanonicalType();
    if (const auto *reference = type->getAs<ReferenceType>())
      return spend(reference->getPointeeType());
    if (type->isAnyPointerType())
      return spend(type->getPointeeType());
    if (const auto *member = type->getAs<MemberPointerType>())
      return spend(member->getPointeeType());
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr()))
      return spend(array->getElementType());
    if (const auto *function = type->getAs<FunctionProtoType>()) {
      if (!spend(function->getReturnType()))
        return false;
      for (QualType parameter : function->param_types())
        if (!spend(parameter))
          return false;
      return true;
    }
    const DeclContext *context = type->getAsTagDecl();
    for (; context && !context->isFileContext(); context = context->getParent())
      if (const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(context))
        if (!spend(instance->getTemplateArgs().asArray()))
          return false;
    return true;
  }

  bool spend(ArrayRef<TemplateArgument> arguments) {
    for (const TemplateArgument &argument : arguments) {
      if (budget_ == 0)
        return false;
      --budget_;
      if (argument.getKind() == TemplateArgument::Type && !spend(argument.getAsType()))
        return false;
      if (argument.getKind() == TemplateArgument::Pack && !spend(argument.pack_elements()))
        return false;
    }
    return true;
  }

private:
  unsigned budget_ = maxTypeNodes;
};

class NamePrinter {
public:
  explicit NamePrinter(const ASTContext &context) : context_(context), policy_(context.getPrintingPolicy()) {
    compat::setReadableTypeNames(policy_);
  }

  void printScope(const DeclContext *scope, std::string &out) const {
    if (!scope || scope->isTranslationUnit())
      return;
    printScope(scope->getParent(), out);
    std::string part;
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      part = spaceName(space);
    else if (const auto *record = dyn_cast<RecordDecl>(scope))
      part = recordName(record);
    else if (const auto *function = dyn_cast<FunctionDecl>(scope))
      // A call operator adds nothing to its lambda, of which there is one.
      part = isCallOperatorOfLambda(function) ? parameterList(function) : ownName(function) + parameterList(function);
    else
      return;  // linkage specifications, export declarations, blocks
    if (part.empty())
      return;
    // The parameters of a lambda follow its name directly; everything else is a new component.
    if (!out.empty() && !isCallOperatorOfLambda(dyn_cast<FunctionDecl>(scope)))
      out += "::";
    out += part;
  }

  std::string recordName(const RecordDecl *record) const {
    const auto *cxx = dyn_cast<CXXRecordDecl>(record);
    if (cxx && cxx->isLambda())
      return "(lambda " + place(cxx->getLocation()) + ")";
    std::string name = record->getName().str();
    if (name.empty()) {
      if (const TypedefNameDecl *alias = record->getTypedefNameForAnonDecl())
        return alias->getName().str();
      return "(unnamed " + place(record->getLocation()) + ")";
    }
    if (const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record))
      name += argumentList(instance->getTemplateArgs().asArray(),
                           instance->getSpecializedTemplate()->getTemplateParameters());
    return name;
  }

  // The last component, without parameters.
  std::string ownName(const FunctionDecl *function) const {
    std::string name;
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    if (isa<CXXConstructorDecl>(function))
      name = method->getParent()->getName().str();  // DeclarationName would print the template parameters
    else if (isa<CXXDestructorDecl>(function))
      name = "~" + method->getParent()->getName().str();
    else if (isa<CXXConversionDecl>(function))
      name = "operator " + typeName(function->getReturnType());
    else
      name = function->getDeclName().getAsString();
    if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs())
      name += argumentList(arguments->asArray(), function->getPrimaryTemplate()->getTemplateParameters());
    return name;
  }

  std::string parameterList(const FunctionDecl *function) const {
    TypeSize size;
    std::string text = "(";
    bool first = true;
    for (const ParmVarDecl *parameter : function->parameters()) {
      if (!first)
        text += ", ";
      first = false;
      text += size.spend(parameter->getType()) ? typeText(parameter->getType()) : "...";
    }
    if (function->isVariadic())
      text += first ? "..." : ", ...";
    text += ")";
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    if (method && !method->getParent()->isLambda()) {
      if (method->isConst())
        text += " const";
      if (method->isVolatile())
        text += " volatile";
      if (method->getRefQualifier() == RQ_LValue)
        text += " &";
      if (method->getRefQualifier() == RQ_RValue)
        text += " &&";
    }
    return text;
  }

  static bool isCallOperatorOfLambda(const FunctionDecl *function) {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
    return method && method->getParent()->isLambda() && method->getOverloadedOperator() == OO_Call;
  }

private:
  std::string spaceName(const NamespaceDecl *space) const {
    if (space->isAnonymousNamespace()) {
      PresumedLoc where = presumed(space->getLocation());
      llvm::StringRef file = where.isValid() ? llvm::sys::path::filename(where.getFilename()) : "?";
      return "(anonymous " + file.str() + ")";
    }
    // Inline namespaces with reserved names are their library's secret: std::__cxx11, std::__1.
    if (space->isInline() && space->getName().substr(0, 1) == "_")
      return {};
    return space->getName().str();
  }

  // Arguments equal to the parameters' defaults are left out.
  std::string argumentList(ArrayRef<TemplateArgument> arguments, const TemplateParameterList *parameters) const {
    if (!TypeSize().spend(arguments))
      return "<...>";
    std::string text;
    llvm::raw_string_ostream stream(text);
    printTemplateArgumentList(stream, compat::withoutDefaults(context_, arguments, parameters), policy_, parameters);
    stream.flush();
    nameStrings(text);
    shortenPlaces(text);
    return text;
  }

  std::string typeName(QualType type) const { return TypeSize().spend(type) ? typeText(type) : "..."; }

  // Canonical: the same whichever alias or qualification a declaration uses, and on every LLVM.
  std::string typeText(QualType type) const {
    // (Of a template, which only listings name, the canonical parameters have no names.)
    std::string text = (type->isDependentType() ? type : type.getCanonicalType()).getAsString(policy_);
    nameStrings(text);
    shortenPlaces(text);
    return text;
  }

  // "(lambda at /some/file.cpp:3:7)" and "(unnamed struct at ...)" become what recordName() makes of such a type.
  static void shortenPlaces(std::string &text) {
    constexpr llvm::StringRef joint = " at ";
    for (llvm::StringRef opening : {"(lambda", "(unnamed", "(anonymous"})
      for (std::size_t from = text.find(opening.str()); from != std::string::npos;
           from = text.find(opening.str(), from + 1)) {
        std::size_t end = from + opening.size();
        std::size_t at = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz ", end);
        std::size_t jointAt = text.find(joint.str(), end);
        if (jointAt == std::string::npos || at <= jointAt + 1)
          continue;
        std::size_t close = endOfPlace(text, jointAt + joint.size());
        if (close == std::string::npos)
          continue;
        std::size_t column = text.rfind(':', close), line = text.rfind(':', column - 1);
        text = text.substr(0, end) + " " + text.substr(line + 1, close - line - 1) + text.substr(close);
      }
  }

  // Of the first ":LINE:COLUMN)" behind `from`, the parenthesis.
  static std::size_t endOfPlace(const std::string &text, std::size_t from) {
    auto digits = [&](std::size_t at) { return text.find_first_not_of("0123456789", at); };
    for (std::size_t colon = text.find(':', from); colon != std::string::npos; colon = text.find(':', colon + 1)) {
      std::size_t second = digits(colon + 1);
      if (second == std::string::npos || second == colon + 1 || text[second] != ':')
        continue;
      std::size_t close = digits(second + 1);
      if (close != std::string::npos && close > second + 1 && text[close] == ')')
        return close;
    }
    return std::string::npos;
  }

  // What everybody calls std::string.
  static void nameStrings(std::string &text) {
    for (const char *view : {"", "_view"}) {
      std::string from = std::string("std::basic_string") + view + "<char>", to = std::string("std::string") + view;
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    }
  }

  PresumedLoc presumed(SourceLocation location) const {
    const SourceManager &sources = context_.getSourceManager();
    return sources.getPresumedLoc(sources.getExpansionLoc(location));
  }

  std::string place(SourceLocation location) const {
    PresumedLoc where = presumed(location);
    if (where.isInvalid())
      return "?";
    return std::to_string(where.getLine()) + ":" + std::to_string(where.getColumn());
  }

  const ASTContext &context_;
  PrintingPolicy policy_;
};

void cap(std::string &name) {
  if (name.size() <= maxLength)
    return;
  // Not inside a UTF-8 sequence.
  std::size_t end = maxLength - 3;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
    --end;
  name.resize(end);
  name += "...";
}

}  // namespace

FunctionName functionName(const FunctionDecl *function) {
  NamePrinter printer(function->getASTContext());
  FunctionName name;
  printer.printScope(function->getDeclContext(), name.qualified);
  if (!NamePrinter::isCallOperatorOfLambda(function)) {
    if (!name.qualified.empty())
      name.qualified += "::";
    name.qualified += printer.ownName(function);
  }
  name.display = name.qualified + printer.parameterList(function);
  cap(name.qualified);
  cap(name.display);
  return name;
}

FunctionName functionName(const FunctionDecl *method, const CXXRecordDecl *heir) {
  NamePrinter printer(method->getASTContext());
  FunctionName name;
  name.qualified = className(heir) + "::" + printer.ownName(method);
  name.display = name.qualified + printer.parameterList(method);
  cap(name.qualified);
  cap(name.display);
  return name;
}

std::string className(const CXXRecordDecl *record) {
  NamePrinter printer(record->getASTContext());
  std::string name;
  printer.printScope(record->getDeclContext(), name);
  if (!name.empty())
    name += "::";
  name += printer.recordName(record);
  cap(name);
  return name;
}

}  // namespace autoscope
