// What each program of test/bench/peers has: the same functions, timed by one tool, and how that tool is switched.
//
// Subject.cpp is compiled once per tool, with the tool's flags and with its header forced in, which says what a scope
// is: PEER_TIMED before a timed function, PEER_SCOPE in it, PEER_UNTIMED before one that the tool would else time, too.
#pragma once

namespace peer {

// The tool's own file. `folder` is where it may write. False: it printed why it cannot.
bool begin(const char *folder);
// Stops, and leaves what the tool's own programs read, or a trace, in the folder.
bool end();

long loop(long count);  // `count` calls of leaf(), which is timed
long fib(long n);       // each call timed
long plainLoop(long count);
long plainFib(long n);
long floorLoop(long count);  // two time stamps in each call, nothing kept
long floorFib(long n);

}  // namespace peer
