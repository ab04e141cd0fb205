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

}  // namespace

void registerMessages(clang::DiagnosticsEngine &engine) {
  for (const Entry &entry : table)
    compat::customDiagnostic(engine, entry.level, entry.text);
}

clang::DiagnosticBuilder report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, Message message) {
  const Entry &entry = table[static_cast<unsigned>(message)];
  return engine.Report(location, compat::customDiagnostic(engine, entry.level, entry.text));
}

}  // namespace autoscope
