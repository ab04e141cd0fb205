#include "RuntimeLookup.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include <iterator>

using namespace clang;

namespace autoscope {
namespace {

// Through Sema, since a unit of C has no table of its declarations. Null when there is none.
template <typename T> T *findNamed(Sema &sema, llvm::StringRef name, Sema::LookupNameKind kind) {
  LookupResult result(sema, DeclarationName(&sema.Context.Idents.get(name)), SourceLocation(), kind);
  result.suppressDiagnostics();
  sema.LookupQualifiedName(result, sema.Context.getTranslationUnitDecl());
  if (result.empty() && sema.TUScope)
    sema.LookupName(result, sema.TUScope);
  return result.isSingleResult() ? dyn_cast<T>(result.getFoundDecl()) : nullptr;
}

}  // namespace

const RuntimeDeclarations *RuntimeLookup::find() {
  if (!searched_)
    search();
  return usable_ ? &found_ : nullptr;
}

RecordDecl *RuntimeLookup::findRecord(llvm::StringRef name, unsigned fields) {
  auto *record = findNamed<RecordDecl>(sema_, name, Sema::LookupTagName);
  RecordDecl *definition = record ? record->getDefinition() : nullptr;
  if (!definition)
    problem_ = "it has no " + name.str();
  else if (std::distance(definition->field_begin(), definition->field_end()) != fields)
    problem_ = name.str() + " has other fields";
  return definition;
}

FunctionDecl *RuntimeLookup::findFunction(llvm::StringRef name) {
  auto *function = findNamed<FunctionDecl>(sema_, name, Sema::LookupOrdinaryName);
  FunctionDecl *definition = function ? function->getDefinition() : nullptr;
  if (!definition)
    problem_ = "it has no " + name.str();
  else
    sema_.MarkFunctionReferenced(definition->getLocation(), definition);
  return definition;
}

void RuntimeLookup::search() {
  if (!findNamed<RecordDecl>(sema_, "__autoscope_guard", Sema::LookupTagName))
    return;  // not there yet; a later function may ask again
  searched_ = true;
  found_.site = findRecord("__autoscope_site", 7);
  found_.guard = findRecord("__autoscope_guard", 1);
  found_.entry = findRecord("__autoscope_entry", 2);
  found_.moduleEntry = findRecord("__autoscope_module_entry", 4);
  found_.begin = findFunction("__autoscope_begin");
  found_.beginModule = findFunction("__autoscope_begin_module");
  found_.leave = findFunction("__autoscope_leave");
  found_.leaveModule = findFunction("__autoscope_leave_module");
  if (sema_.getLangOpts().CPlusPlus) {
    found_.constructor = dyn_cast_or_null<CXXRecordDecl>(findRecord("__autoscope_constructor", 1));
    found_.coroutine = findRecord("__autoscope_coroutine", 4);
    found_.coroutineResumed = findFunction("__autoscope_coroutine_resumed");
    found_.coroutineSuspending = findFunction("__autoscope_coroutine_suspending");
    found_.coroutineLeave = findFunction("__autoscope_coroutine_leave");
    found_.call = dyn_cast_or_null<CXXRecordDecl>(findRecord("__autoscope_call", 2));
    found_.callBegin = findFunction("__autoscope_call_begin");
    found_.callBeginInCoroutine = findFunction("__autoscope_call_begin_in_coroutine");
    found_.callFinish = findFunction("__autoscope_call_finish");
    found_.classes = {findRecord("__autoscope_class", 11), findRecord("__autoscope_member", 5)};
    found_.parameters = findRecord("__autoscope_parameters", 2);
    found_.values = findRecord("__autoscope_values", 9);
    found_.recordValues = findFunction("__autoscope_record_values");
    found_.record = findFunction("__autoscope_record");
    found_.wantsFlops = findFunction("__autoscope_wants_flops");
    found_.flops = findFunction("__autoscope_record_flops");
    found_.quotient = findFunction("__autoscope_quotient");
    found_.remainder = findFunction("__autoscope_remainder");
  }
  usable_ = problem_.empty();
}

}  // namespace autoscope
