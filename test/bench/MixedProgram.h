// A program for the readers: two threads, 32 functions that call each other up to 12 deep. Its rows and depths are
// those of ordinary code; its call tree has more branches than ordinary code's.
#pragma once

namespace bench {

// Runs about `scopes` scopes, at least one, half of them on another thread. Returns how many.
long runMixedProgram(long scopes);

}  // namespace bench
