// libautoscope-memory.so: malloc, free and their like, in front of the allocator that the program has. Each does what
// the next one of its name does; while a profile records heap memory it also tells the run time how many bytes that
// was.
//
// Bytes are what the allocator says a block has, so that a free counts as much as the allocation did. Needs nothing but
// the C library: it is called before any constructor, and after all destructors.
#include "hot/MemoryNotes.h"
#include "sources/memory/HeapAbi.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <initializer_list>
#include <unistd.h>

extern "C" {
void *malloc(size_t bytes);
void free(void *block);
void *memalign(size_t alignment, size_t bytes);
}

namespace {

using autoscope::hot::HeapChange;

// The operators of the C++ library call malloc and free, and are told of there; of an allocator that brings its own,
// some do and some do not, which shows at their first call.
enum class Tells : unsigned char { Unknown, There, Here };
enum Operator {
  New,
  NewArray,
  NewNothrow,
  NewArrayNothrow,
  NewAligned,
  NewArrayAligned,
  NewAlignedNothrow,
  NewArrayAlignedNothrow,
  Delete,
  DeleteArray,
  DeleteNothrow,
  DeleteArrayNothrow,
  DeleteSized,
  DeleteArraySized,
  DeleteAligned,
  DeleteArrayAligned,
  DeleteAlignedNothrow,
  DeleteArrayAlignedNothrow,
  DeleteSizedAligned,
  DeleteArraySizedAligned,
  operatorCount
};
constexpr const char *operatorNames[operatorCount] = {"_Znwm",
                                                      "_Znam",
                                                      "_ZnwmRKSt9nothrow_t",
                                                      "_ZnamRKSt9nothrow_t",
                                                      "_ZnwmSt11align_val_t",
                                                      "_ZnamSt11align_val_t",
                                                      "_ZnwmSt11align_val_tRKSt9nothrow_t",
                                                      "_ZnamSt11align_val_tRKSt9nothrow_t",
                                                      "_ZdlPv",
                                                      "_ZdaPv",
                                                      "_ZdlPvRKSt9nothrow_t",
                                                      "_ZdaPvRKSt9nothrow_t",
                                                      "_ZdlPvm",
                                                      "_ZdaPvm",
                                                      "_ZdlPvSt11align_val_t",
                                                      "_ZdaPvSt11align_val_t",
                                                      "_ZdlPvSt11align_val_tRKSt9nothrow_t",
                                                      "_ZdaPvSt11align_val_tRKSt9nothrow_t",
                                                      "_ZdlPvmSt11align_val_t",
                                                      "_ZdaPvmSt11align_val_t"};

// What stands behind us. `counts`: it is of the allocator that malloc is of, whose sizes are known.
template <class Function> struct Behind {
  Function *function = nullptr;
  bool counts = false;
};

void *firstMalloc(size_t bytes);
void firstFree(void *block);

struct Allocator {
  Behind<void *(size_t)> malloc = {firstMalloc}, valloc, pvalloc;
  Behind<void *(size_t, size_t)> calloc, aligned_alloc, memalign;
  Behind<void *(void *, size_t)> realloc;
  Behind<int(void **, size_t, size_t)> posix_memalign;
  Behind<void(void *)> free = {firstFree};
  Behind<size_t(void *)> malloc_usable_size;
  void *operators[operatorCount] = {};
  Tells tells[operatorCount] = {};
  const void *object = nullptr;  // that malloc is of; null: it cannot tell sizes
};
Allocator next;

char nothingThere;
void *const nothing = &nothingThere;

enum Stage : int { Unknown, Asking, Known };
int stage = Unknown;

// For what dlsym() allocates while we ask it for malloc; never given back.
constexpr size_t arenaBytes = 64 << 10, arenaAlignment = 64;
alignas(arenaAlignment) char arena[arenaBytes];
size_t arenaUsed = 0;

bool isOfArena(const void *block) {
  return reinterpret_cast<uintptr_t>(block) - reinterpret_cast<uintptr_t>(arena) < arenaBytes;
}

void *takeOfArena(size_t bytes, size_t alignment) {
  size_t room = bytes + (alignment > arenaAlignment ? alignment : 0);
  if (room < bytes || room > arenaBytes)
    return errno = ENOMEM, nullptr;
  room = (room + arenaAlignment - 1) & ~(arenaAlignment - 1);
  size_t at = __atomic_fetch_add(&arenaUsed, room ? room : arenaAlignment, __ATOMIC_RELAXED);
  if (at + room > arenaBytes)
    return errno = ENOMEM, nullptr;
  auto begin = reinterpret_cast<uintptr_t>(arena + at);
  return reinterpret_cast<void *>(alignment > arenaAlignment ? (begin + alignment - 1) & ~(alignment - 1) : begin);
}

const void *objectOf(const void *function) {
  Dl_info info;
  return function && dladdr(function, &info) ? info.dli_fbase : nullptr;
}

template <class Function> inline Function *load(const Behind<Function> &behind) {
  return __atomic_load_n(&behind.function, __ATOMIC_RELAXED);
}
template <class Function> void ask(Behind<Function> &behind, const char *name) {
  __atomic_store_n(&behind.function, reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name)), __ATOMIC_RELAXED);
}
template <class Function> void compare(Behind<Function> &behind, const void *object) {
  behind.counts = object && objectOf(reinterpret_cast<const void *>(behind.function)) == object;
}

// Of the C library's allocator the word in front of a block has the size of both, and flags. It has been so for decades
// and is nowhere promised, so that some blocks must agree with malloc_usable_size() before it is believed, which takes
// longer than the rest of counting does.
constexpr size_t sizeFlags = 7, sizeElsewhere = 2;
bool hasSizeInFront = false;

inline size_t sizeInFront(const void *block) {
  size_t size;
  __builtin_memcpy(&size, static_cast<const char *>(block) - sizeof size, sizeof size);
  return size;
}

bool agreesWithSizeInFront(size_t bytes) {
  void *block = next.malloc.function(bytes);
  if (!block)
    return false;
  size_t size = sizeInFront(block), usable = next.malloc_usable_size.function(block);
  next.free.function(block);
  return size & sizeElsewhere ? bytes > 4096 : (size & ~sizeFlags) - sizeof size == usable;
}

void lookForSizeInFront(const void *object) {
#if defined(__x86_64__) && defined(__GLIBC__)
  if (object != objectOf(reinterpret_cast<const void *>(gnu_get_libc_version)))
    return;
  bool agrees = true;
  for (size_t bytes : {1, 24, 25, 100, 1000, 1033, 5000, 70000, 300000})
    agrees = agrees && agreesWithSizeInFront(bytes);
  hasSizeInFront = agrees;
#endif
}

void askForAll() {
  ask(next.malloc, "malloc");
  ask(next.calloc, "calloc");
  ask(next.realloc, "realloc");
  ask(next.free, "free");
  ask(next.aligned_alloc, "aligned_alloc");
  ask(next.memalign, "memalign");
  ask(next.posix_memalign, "posix_memalign");
  ask(next.valloc, "valloc");
  ask(next.pvalloc, "pvalloc");
  ask(next.malloc_usable_size, "malloc_usable_size");
  const void *object = objectOf(reinterpret_cast<const void *>(next.malloc.function));
  compare(next.malloc_usable_size, object);
  bool knowsSizes = next.malloc_usable_size.counts;
  if (!knowsSizes)
    object = nullptr;
  compare(next.malloc, object);
  compare(next.calloc, object);
  compare(next.realloc, object);
  compare(next.free, object);
  compare(next.aligned_alloc, object);
  compare(next.memalign, object);
  compare(next.posix_memalign, object);
  compare(next.valloc, object);
  compare(next.pvalloc, object);
  next.object = object;
  // Of some (tcmalloc) the first call allocates, by our operators, which would ask again.
  if (knowsSizes)
    if (void *probe = next.malloc.function(1)) {
      next.malloc_usable_size.function(probe);
      next.free.function(probe);
    }
  if (knowsSizes)
    lookForSizeInFront(object);
  autoscope_heap_is_hooked = knowsSizes ? 1 : 2;
}

// False: this is a call of dlsym's.
bool findOut() {
  int then = Unknown;
  if (!__atomic_compare_exchange_n(&stage, &then, Asking, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
    return then == Known;
  int before = errno;
  askForAll();
  errno = before;
  __atomic_store_n(&stage, Known, __ATOMIC_RELEASE);
  return true;
}

inline bool isReady() {
  return __builtin_expect(__atomic_load_n(&stage, __ATOMIC_ACQUIRE) == Known, 1) || findOut();
}

// Then what is next is known, too: a session that counts began with a look at that (heapHooks()).
inline bool isCounting() {
  return __builtin_expect(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) & __autoscope_records_heap, 0);
}

inline int64_t sizeOf(void *block) {
  if (__builtin_expect(hasSizeInFront, 1))
    if (size_t size = sizeInFront(block); !(size & sizeElsewhere))
      return static_cast<int64_t>((size & ~sizeFlags) - sizeof size);
  return static_cast<int64_t>(next.malloc_usable_size.function(block));
}

[[gnu::always_inline]] inline uint32_t frameHere() {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

// The parts apart, so that nothing goes to the stack where it is not called.
__thread uint32_t toldSlowly __attribute__((tls_model("initial-exec"))) = 0;
[[gnu::noinline, gnu::cold]] void tellSlowly(int64_t net, uint64_t allocated, uint64_t counts, uint32_t frame) {
  ++toldSlowly;
  autoscope_heap_changed({net, allocated, static_cast<uint32_t>(counts), static_cast<uint32_t>(counts >> 32)}, frame);
}

// How much of this thread was told so far: what differs from before, if anything was since.
struct Told {
  const autoscope::hot::ThreadSlot *slot;
  int64_t level;
  uint32_t slowly;
  bool operator!=(const Told &other) const {
    return slot != other.slot || level != other.level || slowly != other.slowly;
  }
};
Told toldSoFar() {
  auto *slot = reinterpret_cast<const autoscope::hot::ThreadSlot *>(__autoscope_slot_of_thread);
  return {slot, autoscope::hot::relaxed(slot->header.heapLevel), toldSlowly};
}

// In line, so that what a change has not folds away.
[[gnu::always_inline]] inline void tell(const HeapChange change) {
  auto *slot = reinterpret_cast<autoscope::hot::ThreadSlot *>(__autoscope_slot_of_thread);
  if (__builtin_expect(!autoscope::hot::addToNote(*slot, change), 0))
    tellSlowly(change.net, change.allocated, uint64_t{change.frees} << 32 | change.allocations, frameHere());
  else if (__builtin_expect(autoscope::hot::isFarFromTold(*slot), 0))
    autoscope_heap_moved();
}
[[gnu::always_inline]] inline void tellAllocated(int64_t bytes) {
  tell({bytes, static_cast<uint64_t>(bytes), 1, 0});
}
[[gnu::always_inline]] inline void tellFreed(int64_t bytes) {
  tell({-bytes, 0, 0, 1});
}

inline bool keepsBlocks() {
  return __builtin_expect(__atomic_load_n(&autoscope_heap_keeps_blocks, __ATOMIC_RELAXED), 0);
}
[[gnu::always_inline]] inline void tellTaken(void *block) {
  int64_t bytes = sizeOf(block);
  tellAllocated(bytes);
  if (keepsBlocks())
    autoscope_block_taken(block, bytes);
}
[[gnu::always_inline]] inline void tellGone(void *block, int64_t bytes) {
  if (keepsBlocks())
    autoscope_block_given(block, bytes, frameHere());
  else
    tellFreed(bytes);
}
// Before it is freed: from then on the address may be another block's.
[[gnu::always_inline]] inline void tellGiven(void *block) {
  tellGone(block, sizeOf(block));
}

[[gnu::always_inline]] inline void *taken(void *block, bool counts) {
  if (__builtin_expect(block && counts, 1))
    tellTaken(block);
  return block;
}

// What is called before we have asked for what is next.
void *firstMalloc(size_t bytes) {
  return findOut() ? next.malloc.function(bytes) : takeOfArena(bytes, arenaAlignment);
}
void firstFree(void *block) {
  if (block && findOut())
    next.free.function(block);
}

__attribute__((noinline)) void *mallocCounted(size_t bytes) {
  return taken(load(next.malloc)(bytes), next.malloc.counts);
}

__attribute__((noinline)) void freeCounted(void *block) {
  if (__builtin_expect(block && next.free.counts, 1))
    tellGiven(block);
  load(next.free)(block);
}

void *reallocKeeping(void *block, size_t bytes) {
  int64_t before = block ? sizeOf(block) : 0;
  autoscope::memory::Block known;
  if (block)
    known = autoscope_block_out(block);
  void *moved = next.realloc.function(block, bytes);
  if (!moved && bytes != 0) {
    autoscope_block_back(known);
    return moved;
  }
  if (block)
    autoscope_block_gone(known, before, frameHere());
  if (moved)
    tellTaken(moved);
  return moved;
}

void *reallocCounted(void *block, size_t bytes) {
  if (keepsBlocks())
    return reallocKeeping(block, bytes);
  int64_t before = block ? sizeOf(block) : 0;
  void *moved = next.realloc.function(block, bytes);
  if (moved) {
    int64_t after = sizeOf(moved);
    tell({after - before, static_cast<uint64_t>(after), 1, block != nullptr});
  } else if (bytes == 0 && block) {
    tellFreed(before);
  }
  return moved;
}

void *reallocOfArena(void *block, size_t bytes) {
  void *moved = isReady() ? next.malloc.function(bytes) : takeOfArena(bytes, arenaAlignment);
  size_t there = static_cast<size_t>(arena + arenaBytes - static_cast<char *>(block));
  if (moved)
    memcpy(moved, block, bytes < there ? bytes : there);
  return moved;
}

// Asked for when first called, by when there is one: a name that is not found makes dlsym() write a message, for which
// it takes the lock of setlocale(), and that may be what called us.
void *findOperator(int which) {
  int before = errno;
  void *function = dlsym(RTLD_NEXT, operatorNames[which]);
  bool isAllocators = function && next.object && objectOf(function) == next.object;
  __atomic_store_n(&next.tells[which], isAllocators ? Tells::Unknown : Tells::There, __ATOMIC_RELAXED);
  __atomic_store_n(&next.operators[which], function ? function : nothing, __ATOMIC_RELEASE);
  errno = before;
  return function ? function : nothing;
}

inline void *operatorBehind(int which) {
  void *function = isReady() ? __atomic_load_n(&next.operators[which], __ATOMIC_ACQUIRE) : nothing;
  return __builtin_expect(function != nullptr, 1) ? function : findOperator(which);
}

// Only a library has brought its own C++ library, inside it, whose operators call malloc and free.
void *standInForNew(int which, size_t bytes, size_t alignment) {
  bool aligned = which >= NewAligned;
  bool mayFail = which == NewNothrow || which == NewArrayNothrow || which >= NewAlignedNothrow;
  size_t least = bytes ? bytes : 1;
  void *block = aligned ? memalign(alignment, least) : malloc(least);
  if (!block && !mayFail)
    __builtin_abort();
  return block;
}

inline size_t alignmentOf(size_t) {
  return 0;
}
inline size_t alignmentOf(size_t, const void *) {
  return 0;
}
inline size_t alignmentOf(size_t, size_t alignment) {
  return alignment;
}
inline size_t alignmentOf(size_t, size_t alignment, const void *) {
  return alignment;
}
inline size_t bytesOf(size_t bytes) {
  return bytes;
}
template <class... Rest> inline size_t bytesOf(size_t bytes, Rest...) {
  return bytes;
}

Tells found(int which, bool wasTold) {
  Tells tells = wasTold ? Tells::There : Tells::Here;
  __atomic_store_n(&next.tells[which], tells, __ATOMIC_RELAXED);
  return tells;
}

template <class... Arguments> inline void *operatorNew(int which, Arguments... arguments) {
  void *function = operatorBehind(which);
  if (__builtin_expect(function == nothing, 0))
    return standInForNew(which, bytesOf(arguments...), alignmentOf(arguments...));
  auto *behind = reinterpret_cast<void *(*)(Arguments...)>(function);
  Tells tells = __atomic_load_n(&next.tells[which], __ATOMIC_RELAXED);
  if (!isCounting() || tells == Tells::There)
    return behind(arguments...);
  Told before = toldSoFar();
  void *block = behind(arguments...);
  if (block && tells == Tells::Unknown)
    tells = found(which, toldSoFar() != before);
  return taken(block, tells == Tells::Here);
}

template <class... Arguments> inline void operatorDelete(int which, void *block, Arguments... arguments) {
  void *function = operatorBehind(which);
  if (__builtin_expect(function == nothing, 0))
    return free(block);
  auto *behind = reinterpret_cast<void (*)(void *, Arguments...)>(function);
  Tells tells = __atomic_load_n(&next.tells[which], __ATOMIC_RELAXED);
  if (!isCounting() || !block || tells == Tells::There)
    return behind(block, arguments...);
  if (tells == Tells::Here) {
    tellGiven(block);
    return behind(block, arguments...);
  }
  int64_t bytes = sizeOf(block);
  Told before = toldSoFar();
  behind(block, arguments...);
  if (found(which, toldSoFar() != before) == Tells::Here)
    tellGone(block, bytes);
}

}  // namespace

extern "C" {

__AUTOSCOPE_PUBLIC void *malloc(size_t bytes) {
  if (isCounting())
    return mallocCounted(bytes);
  return load(next.malloc)(bytes);
}

__AUTOSCOPE_PUBLIC void free(void *block) {
  if (__builtin_expect(isOfArena(block), 0))
    return;
  if (isCounting())
    return freeCounted(block);
  load(next.free)(block);
}

__AUTOSCOPE_PUBLIC void *calloc(size_t count, size_t each) {
  if (!isReady()) {
    size_t bytes;
    bool fits = !__builtin_mul_overflow(count, each, &bytes);
    return fits ? takeOfArena(bytes, arenaAlignment) : nullptr;  // zero, as nothing comes back
  }
  void *block = next.calloc.function(count, each);
  return isCounting() ? taken(block, next.calloc.counts) : block;
}

__AUTOSCOPE_PUBLIC void *realloc(void *block, size_t bytes) {
  if (__builtin_expect(isOfArena(block), 0))
    return reallocOfArena(block, bytes);
  if (!isReady())
    return takeOfArena(bytes, arenaAlignment);
  if (isCounting() && next.realloc.counts)
    return reallocCounted(block, bytes);
  return next.realloc.function(block, bytes);
}

// The C library's own calls realloc, which may be ours or not.
__AUTOSCOPE_PUBLIC void *reallocarray(void *block, size_t count, size_t each) {
  size_t bytes;
  if (__builtin_mul_overflow(count, each, &bytes))
    return errno = ENOMEM, nullptr;
  return realloc(block, bytes);
}

__AUTOSCOPE_PUBLIC void *aligned_alloc(size_t alignment, size_t bytes) {
  if (!isReady())
    return takeOfArena(bytes, alignment);
  void *block = next.aligned_alloc.function(alignment, bytes);
  return isCounting() ? taken(block, next.aligned_alloc.counts) : block;
}

__AUTOSCOPE_PUBLIC void *memalign(size_t alignment, size_t bytes) {
  if (!isReady())
    return takeOfArena(bytes, alignment);
  void *block = next.memalign.function(alignment, bytes);
  return isCounting() ? taken(block, next.memalign.counts) : block;
}

__AUTOSCOPE_PUBLIC int posix_memalign(void **block, size_t alignment, size_t bytes) {
  if (!isReady()) {
    *block = takeOfArena(bytes, alignment);
    return *block ? 0 : ENOMEM;
  }
  int error = next.posix_memalign.function(block, alignment, bytes);
  if (error == 0 && isCounting())
    taken(*block, next.posix_memalign.counts);
  return error;
}

__AUTOSCOPE_PUBLIC void *valloc(size_t bytes) {
  if (!isReady())
    return takeOfArena(bytes, 4096);
  void *block = next.valloc.function(bytes);
  return isCounting() ? taken(block, next.valloc.counts) : block;
}

__AUTOSCOPE_PUBLIC void *pvalloc(size_t bytes) {
  if (!isReady())
    return takeOfArena(bytes, 4096);
  void *block = next.pvalloc.function(bytes);
  return isCounting() ? taken(block, next.pvalloc.counts) : block;
}

// By their names, as a C++ library of ours would be the program's. `nothrow` is a reference.
using Nothrow = const void *;
#define AUTOSCOPE_NEW(name, which, parameters, ...)                                                                    \
  __AUTOSCOPE_PUBLIC void *name parameters {                                                                           \
    return operatorNew(which, __VA_ARGS__);                                                                            \
  }
#define AUTOSCOPE_DELETE(name, which, parameters, ...)                                                                 \
  __AUTOSCOPE_PUBLIC void name parameters {                                                                            \
    operatorDelete(which, __VA_ARGS__);                                                                                \
  }
AUTOSCOPE_NEW(_Znwm, New, (size_t bytes), bytes)
AUTOSCOPE_NEW(_Znam, NewArray, (size_t bytes), bytes)
AUTOSCOPE_NEW(_ZnwmRKSt9nothrow_t, NewNothrow, (size_t bytes, Nothrow tag), bytes, tag)
AUTOSCOPE_NEW(_ZnamRKSt9nothrow_t, NewArrayNothrow, (size_t bytes, Nothrow tag), bytes, tag)
AUTOSCOPE_NEW(_ZnwmSt11align_val_t, NewAligned, (size_t bytes, size_t alignment), bytes, alignment)
AUTOSCOPE_NEW(_ZnamSt11align_val_t, NewArrayAligned, (size_t bytes, size_t alignment), bytes, alignment)
AUTOSCOPE_NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, NewAlignedNothrow, (size_t bytes, size_t alignment, Nothrow tag),
              bytes, alignment, tag)
AUTOSCOPE_NEW(_ZnamSt11align_val_tRKSt9nothrow_t, NewArrayAlignedNothrow, (size_t bytes, size_t alignment, Nothrow tag),
              bytes, alignment, tag)
AUTOSCOPE_DELETE(_ZdlPv, Delete, (void *block), block)
AUTOSCOPE_DELETE(_ZdaPv, DeleteArray, (void *block), block)
AUTOSCOPE_DELETE(_ZdlPvRKSt9nothrow_t, DeleteNothrow, (void *block, Nothrow tag), block, tag)
AUTOSCOPE_DELETE(_ZdaPvRKSt9nothrow_t, DeleteArrayNothrow, (void *block, Nothrow tag), block, tag)
AUTOSCOPE_DELETE(_ZdlPvm, DeleteSized, (void *block, size_t bytes), block, bytes)
AUTOSCOPE_DELETE(_ZdaPvm, DeleteArraySized, (void *block, size_t bytes), block, bytes)
AUTOSCOPE_DELETE(_ZdlPvSt11align_val_t, DeleteAligned, (void *block, size_t alignment), block, alignment)
AUTOSCOPE_DELETE(_ZdaPvSt11align_val_t, DeleteArrayAligned, (void *block, size_t alignment), block, alignment)
AUTOSCOPE_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, DeleteAlignedNothrow,
                 (void *block, size_t alignment, Nothrow tag), block, alignment, tag)
AUTOSCOPE_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, DeleteArrayAlignedNothrow,
                 (void *block, size_t alignment, Nothrow tag), block, alignment, tag)
AUTOSCOPE_DELETE(_ZdlPvmSt11align_val_t, DeleteSizedAligned, (void *block, size_t bytes, size_t alignment), block,
                 bytes, alignment)
AUTOSCOPE_DELETE(_ZdaPvmSt11align_val_t, DeleteArraySizedAligned, (void *block, size_t bytes, size_t alignment), block,
                 bytes, alignment)
}
