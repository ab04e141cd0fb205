// The plugin's messages, made from Diagnostics.def and printed through the compiler's own engine, so that colours,
// source lines and -fdiagnostics-format apply to them; -Werror and -w do, too. They have no group for -Wno-... to name.
//
// Works on the compiler's only thread. Reporting never fails; an Error makes the compile fail at its end.
#ifndef AUTOSCOPE_PLUGIN_SUPPORT_DIAGNOSTICS_H
#define AUTOSCOPE_PLUGIN_SUPPORT_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace autoscope {

enum class Message {
#define DIAGNOSTIC(id, level, text) id,
#include "Diagnostics.def"
};

// Gives every message its number, at each level that it may be mapped to. To be called when the unit starts: LLVM 22
// writes the numbers of printed messages into precompiled headers and modules, and its reader crashes over a number
// that nobody has registered.
void registerMessages(clang::DiagnosticsEngine &engine);

// Add the arguments with `<<`; printed when the result is destroyed. An invalid location prints without one.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine &engine, clang::SourceLocation location, Message message);

}  // namespace autoscope

#endif
