// The scopes of each thread as an indented tree without time, address or id: the same at every run of a program that
// does the same.
//
// For users' own tests (FileCheck), through `autoscope dump --stable`. Equal neighbours become one line with `x3`;
// equal threads too; the main thread comes first, the others by name and content. Memory goes with the number of
// different subtrees, not of scopes.
#pragma once

#include "record/SessionReader.h"
#include "report/OutputStream.h"

namespace autoscope::report {

void writeStableDump(const record::SessionReader &session, OutputStream &out);

}  // namespace autoscope::report
