// The functions that are measured: the same loop and the same recursion with nothing, with the floor (two bare time
// stamps) and with a scope in the called function.
//
// In a file of their own so that no caller sees their bodies.
#pragma once

#include <atomic>
#include <cstdint>

namespace bench {

// Each calls a function of one addition `count` times.
long loopPlain(long count);
long loopFloor(long count);
long loopScope(long count);
long loopFiltered(long count);   // a scope of the name "filtered"
long loopWatched(long count);    // of the name "watched"
long loopModule(long count);     // a module scope below an open module scope: its path is cached
long loopChecked(long count);    // the same, once per call of the module around it
long loopCalled(long count);     // the same, entered by the caller
long loopTakenOver(long count);  // by both
// `count` scopes: modules with 20 members, each run once in each call, and the same of plain scopes.
long loopNet(long count);
long loopNetOfScopes(long count);

long fibPlain(long n);
long fibFloor(long n);
long fibScope(long n);

// Scopes "leaf" inside one of the name "body", each counted after it has ended; never returns.
void countScopesForever(std::atomic<uint64_t> &finished);

}  // namespace bench
