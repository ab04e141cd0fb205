// What the slow half of the hot path asks of the collecting half: declared here, defined in collect/.
//
// So hot/ depends on nothing above it. Each is called by the thread that runs the scope, marked busy (ThreadState.h),
// never from a signal handler that interrupted one, and none is left by a handler that jumps, but where it waits. None
// throws; what cannot be done is counted as a loss.
#pragma once

#include "hot/ThreadSlot.h"

#include <string_view>

namespace autoscope::hot {
struct Place;
}

namespace autoscope::hot::upcall {

// Gives the calling thread a slot with an active chunk, threadState's from now on; null when there is none to be had
// (counted).
ThreadSlot *enrolThread() noexcept;

// The thread's chunk is full, or it has none: afterwards the cursor lies in a chunk with room for a group of records.
// False: there is no chunk to be had now, and the cursor is 0; the scope is lost, for the caller to count.
bool nextChunk(ThreadSlot &slot) noexcept;

// The chunk that nextChunk() kept for the thread's sake (InterruptedLeave.h) may be another thread's again.
void releaseChunk(uint32_t number) noexcept;

// Gives the site its id, publishes its text and notes its flags. Returns the id, __autoscope_filtered if the user does
// not want the site.
uint32_t registerSite(__autoscope_site &site) noexcept;

// The path id of a module scope that `slot`'s thread is about to open below its innermost open module; 0: unknown.
// `base`: torch::nn::Module * or null.
uint32_t modulePath(ThreadSlot &slot, __autoscope_site &site, const void *object, const void *base) noexcept;

// The id of a text in the session's names; 0: no room (counted).
uint32_t internText(std::string_view text) noexcept;

// A scope that rule number `rule` watches has ended.
void watchedScopeEnded(uint32_t rule, uint32_t site, uint64_t ticks) noexcept;

// As Emission.h has it.
uint32_t emitBegin(const __autoscope_site &site, uint32_t id) noexcept;
void emitEnd(uint32_t tools) noexcept;

// These three not marked busy (StepScopes.h). A scope of a function that may begin a profile or a step begins. Whether
// its end is to be told.
bool stepScopeBegins(__autoscope_site &site, const Place &place) noexcept;
// The scope of the guard at `address` ends. True: withinEnded() follows, when it has ended.
bool stepScopeEnds(uint32_t address) noexcept;
void withinEnded() noexcept;

// The thread of `uid` (0: threads without slots) has so many net bytes of the heap more than it had told of, in the
// scope that starts at `scope` (0: in none). What the process has then. Also while not busy.
struct HeapMoment {
  uint64_t ticks, scope;
};
int64_t heapMoved(uint32_t uid, int64_t bytes, const HeapMoment &moment) noexcept;

void lose(record::LossCause cause, uint64_t count) noexcept;

}  // namespace autoscope::hot::upcall
