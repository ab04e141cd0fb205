// The keys of MetaKind::Info entries: what a session says about the process it was recorded in.
//
// collect/ writes them when a session starts, SessionReader hands them out as text. A key that is not there is unknown,
// never empty by guess. Readers ignore keys that they do not know.
#pragma once

namespace autoscope::record::infoKey {

constexpr const char *command = "command";        // the command line, arguments joined by blanks
constexpr const char *executable = "executable";  // absolute path
constexpr const char *host = "host";
constexpr const char *rank = "rank";  // decimal, absent outside a distributed job
constexpr const char *worldSize = "world_size";
constexpr const char *version = "version";  // of the run time that recorded
// Functions of the program and its libraries that got no scope because they cost less than one; absent: none.
constexpr const char *smallFunctions = "small_functions";
// What one scope of a function took on this machine, in thousandths of a tick of the session's clock: what an empty
// scope shows as its own time, and all of it, of which the rest is its caller's time. Absent: not measured.
constexpr const char *scopeInner = "scope_inner_milliticks";
constexpr const char *scopeOuter = "scope_outer_milliticks";
// What the recorder took for itself: until scopes were recorded, and from the stop until this was written; the
// processor time of its writer thread between. Absent in a session that was killed.
constexpr const char *startNs = "start_ns";
constexpr const char *stopNs = "stop_ns";
constexpr const char *writerNs = "writer_cpu_ns";
// How far times of the GPU may be from those of scopes, in ticks: half of the widest reading of both clocks. Absent:
// the GPU's library took our clock, or no GPU was recorded.
constexpr const char *gpuClockResidual = "gpu_clock_residual_ticks";
// Of a session that a reader finished: its process ended without closing it, or went on while it was copied. Absent
// otherwise.
constexpr const char *end = "end";
constexpr const char *endsInKill = "killed";
constexpr const char *endsInCopy = "recording";
// Rules of the user's that matched no function that ran: a sentence for people. Absent: there is none.
constexpr const char *unmatchedRules = "unmatched_rules";

// What allocations and frees are of, if any were recorded; absent: that is not known, or none.
constexpr const char *memory = "memory";
constexpr const char *memoryOfHeap = "heap";        // what malloc gives
constexpr const char *memoryOfTensors = "tensors";  // of libtorch
constexpr const char *noMemory = "none";            // though an earlier session of the process has some

// "1": a table of blocks was kept, so MetaKind::LiveBlocks are all that there are. Absent: there was none.
constexpr const char *leaks = "leaks";

// Of a snapshot that a flight recorder wrote while its program ran: why. Absent otherwise.
constexpr const char *snapshot = "snapshot";

}  // namespace autoscope::record::infoKey
