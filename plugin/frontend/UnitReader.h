// What holds for a whole translation unit, read from its action, its language and the text of its main file before
// parsing.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_UNITREADER_H
#define AUTOSCOPE_PLUGIN_FRONTEND_UNITREADER_H

#include "../select/FactsCollector.h"

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace autoscope {

// Whether the action makes object code, assembly, IR or a precompiled header; others only read the program.
bool actionCompiles(const clang::CompilerInstance &compiler);

UnitFacts readUnitFacts(const clang::CompilerInstance &compiler);

}  // namespace autoscope

#endif
