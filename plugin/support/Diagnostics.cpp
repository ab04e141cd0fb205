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

std::unique_ptr<clang::DiagnosticsEngine> ownEngine(clang::DiagnosticsEngine &engine,
                                                    clang::DiagnosticIDs::Level level) {
  if (level == clang::DiagnosticIDs::Error || engine.hasErrorOccurred() || engine.getSuppressAllDiagnostics())
    return nullptr;
  std::unique_ptr<clang::DiagnosticsEngine> own = compat::engineLike(engine);
  if (engine.hasSourceManager())
    own->setSourceManager(&engine.getSourceManager());
  return own;
}

}  // namespace

// The numbers are the compiler's in either engine: its client asks for what they mean.
Report::Report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, clang::DiagnosticIDs::Level level,
               llvm::StringRef text)
    : own_(ownEngine(engine, level)),
      builder_((own_ ? *own_ : engine).Report(location, compat::customDiagnostic(engine, level, text))) {}

Report report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, Message message) {
  const Entry &entry = table[static_cast<unsigned>(message)];
  return Report(engine, location, mapped(engine, entry.level), entry.text);
}

}  // namespace autoscope
