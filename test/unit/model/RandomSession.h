// A session of random calls for properties that hold of every one: nested, recursive, on several threads, with
// operators that call themselves, steps, shapes, FLOPs and memory.
#pragma once

#include "SessionScript.h"

namespace autoscope::test {

void writeRandomSession(SessionScript &script, unsigned seed);

}  // namespace autoscope::test
