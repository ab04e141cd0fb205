#include "Diagnostics.h"

#include "ClangCompat.h"

namespace autoscope {
namespace {

struct Entry {
  clang::DiagnosticIDs::Level level;
  const char *text;
};

constexpr Entry table[] = {
#define DIAGNOSTIC(id, level, text) {clang::DiagnosticIDs::level, text},
#include "Diagnostics.def"
};

// What -Werror and -w make of a level. Clang maps only diagnostics of its own before LLVM 20.
clang::DiagnosticIDs::Level mapped(const clang::DiagnosticsEngine &engine, clang::DiagnosticIDs::Level level) {
  if (level != clang::DiagnosticIDs::Warning)
    return level;
  if (engine.getIgnoreAllWarnings())
    return clang::DiagnosticIDs::Ignored;
  return engine.getWarningsAsErrors() ? clang::DiagnosticIDs::Error : level;
}

}  // namespace

void registerMessages(clang::DiagnosticsEngine &engine) {
  for (const Entry &entry : table)
    for (auto level : {entry.level, clang::DiagnosticIDs::Error, clang::DiagnosticIDs::Ignored})
      compat::customDiagnostic(engine, level, entry.text);
}

clang::DiagnosticBuilder report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, Message message) {
  const Entry &entry = table[static_cast<unsigned>(message)];
  return engine.Report(location, compat::customDiagnostic(engine, mapped(engine, entry.level), entry.text));
}

}  // namespace autoscope
