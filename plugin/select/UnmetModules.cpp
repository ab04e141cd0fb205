#include "UnmetModules.h"

#include "../site/SiteName.h"
#include "../support/ClangCompat.h"
#include "../support/Diagnostics.h"
#include "Annotations.h"
#include "ClassNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace autoscope {
namespace {

// Letters that a name may be off by and still be meant.
constexpr unsigned nearEnough = 2;
constexpr std::size_t shortestNearName = 5;

template <class Visit> void eachMethod(const CXXRecordDecl *record, Visit visit) {
  for (const Decl *member : record->decls()) {
    if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(member))
      member = pattern->getTemplatedDecl();
    if (const auto *method = dyn_cast<CXXMethodDecl>(member); method && !method->isImplicit())
      visit(method);
  }
}

// The class that a base is, or its template's pattern.
const CXXRecordDecl *baseOf(const CXXBaseSpecifier &base) {
  if (const CXXRecordDecl *record = base.getType()->getAsCXXRecordDecl()) {
    const CXXRecordDecl *pattern = record->getTemplateInstantiationPattern();
    return (pattern ? pattern : record)->getDefinition();
  }
  const auto *instance = base.getType()->getAs<TemplateSpecializationType>();
  const TemplateDecl *found = instance ? instance->getTemplateName().getAsTemplateDecl() : nullptr;
  const auto *pattern = dyn_cast_or_null<ClassTemplateDecl>(found);
  return pattern ? pattern->getTemplatedDecl()->getDefinition() : nullptr;
}

// Of the class and what it derives from. False: `visit` has said so.
template <class Visit> bool eachClassOf(const CXXRecordDecl *record, Visit visit) {
  llvm::SmallVector<const CXXRecordDecl *, 8> pending{record->getDefinition()};
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> seen;
  while (!pending.empty()) {
    record = pending.pop_back_val();
    if (!record || !seen.insert(record).second)
      continue;
    if (!visit(record))
      return false;
    for (const CXXBaseSpecifier &base : record->bases())
      pending.push_back(baseOf(base));
  }
  return true;
}

bool hasUnknownBase(const CXXRecordDecl *record) {
  return !eachClassOf(record, [](const CXXRecordDecl *part) { return !part->hasAnyDependentBases(); });
}

std::string quoted(llvm::StringRef name) {
  return "'" + name.str() + "'";
}

}  // namespace

void UnmetModules::add(const TagDecl *definition) {
  if (const auto *record = dyn_cast<CXXRecordDecl>(definition); record && !record->isLambda())
    classes_.push_back(record);
}

bool UnmetModules::isAsked(const CXXRecordDecl *record) const {
  return !record->isInvalidDecl() && !record->isFromASTFile() &&
         record->getTemplateSpecializationKind() != TSK_ImplicitInstantiation && readAnnotations(record).module &&
         !record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation());
}

// By a rule for the methods that it does not have, or for its file.
bool UnmetModules::isLeftOut(const CXXRecordDecl *record) const {
  if (options_.rules.empty())
    return false;
  const SourceManager &sources = record->getASTContext().getSourceManager();
  PresumedLoc where = sources.getPresumedLoc(sources.getExpansionLoc(record->getLocation()));
  std::string file = where.isValid() ? compat::remappedPath(record->getASTContext().getLangOpts(), where.getFilename())
                                     : std::string();
  return llvm::any_of(options_.methods, [&](const std::string &method) {
    std::string name = className(record) + "::" + method;
    const FilterRule *rule = filter::lastMatch(options_.rules, {name, name, file});
    return rule && rule->action == FilterRule::Action::Exclude;
  });
}

// Whether the class has or inherits a method that a module runs by.
bool UnmetModules::mayRun(const CXXRecordDecl *record) const {
  return !eachClassOf(record, [this](const CXXRecordDecl *part) {
    bool found = false;
    eachMethod(part, [&](const CXXMethodDecl *method) {
      found |= collector_.isModuleMethod(method) && compat::hasImplicitObject(method);
    });
    return !found;
  });
}

bool UnmetModules::servesAsBase(const CXXRecordDecl *record) const {
  return llvm::any_of(classes_, [&](const CXXRecordDecl *other) {
    return other != record && other->getNumBases() > 0 && mayRun(other) &&
           !eachClassOf(other, [&](const CXXRecordDecl *part) { return part != record; });
  });
}

// ", 'foward' is none" or nothing.
std::string UnmetModules::meantMethod(const CXXRecordDecl *record) const {
  std::string hint;
  eachMethod(record, [&](const CXXMethodDecl *method) {
    if (collector_.isModuleMethod(method)) {
      hint = "; " + quoted(method->getNameAsString()) + " has no implicit object";
      return;
    }
    if (!method->getIdentifier() || !hint.empty())
      return;
    llvm::StringRef name = method->getName();
    for (llvm::StringRef wanted : options_.methods)
      if (wanted.size() >= shortestNearName &&
          (name.equals_insensitive(wanted) || name.edit_distance(wanted, true, nearEnough) <= nearEnough))
        hint = "; " + quoted(name) + " is none";
  });
  return hint;
}

void UnmetModules::reportClass(const CXXRecordDecl *record, DiagnosticsEngine &diagnostics) const {
  const SourceManager &sources = record->getASTContext().getSourceManager();
  std::string hint = meantMethod(record);
  // All that derives from a class of the main file is in this unit.
  bool isWhole = record->hasAttr<FinalAttr>() ||
                 (!unit_.writesAst && sources.isInMainFile(sources.getExpansionLoc(record->getLocation())));
  bool isCertain = isWhole || !hint.empty();
  if (!isCertain && !options_.remarks)
    return;
  std::string methods;
  for (const std::string &method : options_.methods)
    methods += (methods.empty() ? "" : " or ") + quoted(method);
  autoscope::report(diagnostics, record->getLocation(), isCertain ? Message::NoMethod : Message::NoMethodHere)
      << className(record) << methods + hint;
}

void UnmetModules::reportNames(const ASTContext &context, DiagnosticsEngine &diagnostics) const {
  auto isKnownHere = [this](llvm::StringRef base) {
    return llvm::any_of(classes_, [base](const CXXRecordDecl *record) { return hasQualifiedName(record, base); });
  };
  if (options_.bases != Options().bases)
    for (const std::string &base : options_.bases) {
      const NamedDecl *found = isKnownHere(base) ? nullptr : findClass(context, base);
      if (isKnownHere(base) || (found && isa<CXXRecordDecl>(found)))
        continue;
      autoscope::report(diagnostics, SourceLocation(), found ? Message::BaseIsAlias : Message::UnknownBase) << base;
    }
  if (options_.methods == Options().methods)
    return;
  llvm::SmallVector<const CXXRecordDecl *, 16> modules;
  llvm::copy_if(classes_, std::back_inserter(modules), [this](const CXXRecordDecl *record) {
    return !record->isDependentContext() && collector_.isModule(record);
  });
  for (const std::string &name : options_.methods) {
    auto has = [&](const CXXRecordDecl *record) {
      bool found = false;
      eachMethod(record, [&](const CXXMethodDecl *method) { found |= collector_.isNamed(method, name); });
      return found;
    };
    if (!modules.empty() && llvm::none_of(modules, has))
      autoscope::report(diagnostics, SourceLocation(), Message::UnknownMethod) << name;
  }
}

void UnmetModules::report(const ASTContext &context, DiagnosticsEngine &diagnostics) const {
  if (diagnostics.hasErrorOccurred())
    return;
  for (const CXXRecordDecl *record : classes_)
    if (isAsked(record) && !mayRun(record) && !hasUnknownBase(record) && !isLeftOut(record) && !servesAsBase(record))
      reportClass(record, diagnostics);
  if (options_.remarks)
    reportNames(context, diagnostics);
}

}  // namespace autoscope
