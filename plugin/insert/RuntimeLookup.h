// The declarations of abi.h as this translation unit sees them.
//
// Found once, by name, when the first function is instrumented. A unit without the header (a precompiled header built
// without the plugin, a module unit) has none, and nothing can be instrumented there; a header that does not fit this
// plugin gives the reason.
#ifndef AUTOSCOPE_PLUGIN_INSERT_RUNTIMELOOKUP_H
#define AUTOSCOPE_PLUGIN_INSERT_RUNTIMELOOKUP_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class RecordDecl;
class Sema;
}  // namespace clang

namespace autoscope {

// Of abi_classes.h; null in C.
struct DescriptionTypes {
  clang::RecordDecl *description = nullptr;
  clang::RecordDecl *member = nullptr;
};

struct RuntimeDeclarations {
  clang::RecordDecl *site = nullptr;
  clang::RecordDecl *guard = nullptr;
  clang::RecordDecl *entry = nullptr;
  clang::RecordDecl *moduleEntry = nullptr;
  clang::FunctionDecl *begin = nullptr;         // clean-up of an entry: enters
  clang::FunctionDecl *beginModule = nullptr;   // clean-up of a module entry
  clang::FunctionDecl *leave = nullptr;         // clean-up of a guard
  clang::FunctionDecl *leaveModule = nullptr;   // clean-up of a guard that a module entry fills
  clang::CXXRecordDecl *constructor = nullptr;  // the guard of a constructor; null in C
  clang::RecordDecl *coroutine = nullptr;       // the guard of a coroutine; this and its functions are null in C
  clang::FunctionDecl *coroutineResumed = nullptr;
  clang::FunctionDecl *coroutineSuspending = nullptr;
  clang::FunctionDecl *coroutineLeave = nullptr;
  clang::CXXRecordDecl *call = nullptr;  // the guard of a call; this and its functions are null in C
  clang::FunctionDecl *callBegin = nullptr;
  clang::FunctionDecl *callBeginInCoroutine = nullptr;
  clang::FunctionDecl *callFinish = nullptr;
  DescriptionTypes classes;
  clang::RecordDecl *parameters = nullptr;  // of abi_shapes.h; null in C
  clang::RecordDecl *values = nullptr;
  clang::FunctionDecl *recordValues = nullptr;  // clean-up of the values
  clang::FunctionDecl *record = nullptr;
  clang::FunctionDecl *wantsFlops = nullptr;
  clang::FunctionDecl *flops = nullptr;
  clang::FunctionDecl *quotient = nullptr;
  clang::FunctionDecl *remainder = nullptr;
};

class RuntimeLookup {
public:
  explicit RuntimeLookup(clang::Sema &sema) : sema_(sema) {}

  // Null when the header is absent or does not fit.
  const RuntimeDeclarations *find();
  // What does not fit; empty when the header is absent or fine.
  const std::string &problem() const { return problem_; }

private:
  void search();
  clang::RecordDecl *findRecord(llvm::StringRef name, unsigned fields);
  clang::FunctionDecl *findFunction(llvm::StringRef name);

  clang::Sema &sema_;
  RuntimeDeclarations found_;
  std::string problem_;
  bool searched_ = false;
  bool usable_ = false;
};

}  // namespace autoscope

#endif
