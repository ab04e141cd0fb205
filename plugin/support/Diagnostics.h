// The plugin's messages, made from Diagnostics.def and printed by the compiler's own printer, so that colours,
// source lines and -fdiagnostics-format apply to them; -Werror and -w do, too. They have no group for -Wno-... to name.
//
// Works on the compiler's only thread. Reporting never fails; an Error makes the compile fail at its end.
#ifndef AUTOSCOPE_PLUGIN_SUPPORT_DIAGNOSTICS_H
#define AUTOSCOPE_PLUGIN_SUPPORT_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

namespace autoscope {

enum class Message {
#define DIAGNOSTIC(id, level, text) id,
#include "Diagnostics.def"
};

// A message that is being put together: takes arguments with `<<` and is printed when it dies.
//
// What is no error has an engine of its own, with the compiler's client: an engine remembers each number it has
// printed, and LLVM 22 writes those into precompiled headers and modules, whose readers crash over numbers that are
// ours. After an error there is no such file.
class Report {
public:
  Report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, clang::DiagnosticIDs::Level level,
         llvm::StringRef text);

  template <class Argument> const Report &operator<<(const Argument &argument) const {
    builder_ << argument;
    return *this;
  }

private:
  std::unique_ptr<clang::DiagnosticsEngine> own_;  // null: the compiler's
  clang::DiagnosticBuilder builder_;
};

// An invalid location prints without one.
Report report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, Message message);

}  // namespace autoscope

#endif
