// What arming a step function costs the scopes of other functions while nothing is recorded.
#include "Lines.h"
#include "Parts.h"
#include "Subjects.h"

namespace bench {

// The environment has a schedule whose step is never called: the profile waits for it to the end, and writes nothing.
void armedPart(const Settings &settings) {
  if (!hasOption("AUTOSCOPE_STEP_FUNCTION"))
    return absentLine("scope while a step is waited for", "this build has no steps");
  loopScope(1);  // from its first call on the scope is left out
  Pair pair = measurePair(loopScope, loopPlain, settings.operations * 10, settings.slices);
  valueLine("scope while a step is waited for, above the bare call", pair.subject - pair.reference, "ns");
}

}  // namespace bench
