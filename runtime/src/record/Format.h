// The session file and the ring: every byte layout that the recorder writes and the reader reads.
//
// Who uses it: hot/ and collect/ write it inside the host process, record/SessionReader reads it, here or after a
// crash. It holds layouts and constants only: no code that can fail. Little-endian, 8-byte aligned. Bump
// `formatVersion` when a reader of the old layout would be wrong.
//
// A session named S is, while it runs:
//   S.part   the stream: FileHeader, then sections. Only appended to, each section by one writer.
//   S.ring   the shared mapping (path stored in FileHeader::ringPath): RingHeader, slots, meta log, chunks. It belongs
//            to the process, not to the session: a second session of the process uses the same ring.
// and, when finished, S alone: the stream with the meta log and the final META sections appended, an END section last,
// renamed from S.part. So a file with its final name is complete; a `.part` is read together with its ring ("recover").
//
// Records (16 bytes, two words, written when a scope is left; so a thread's records are in order of leaving):
//   w0 = start ticks     w1 = duration32 << 32 | depth10 << 22 | site22
// Escapes have site22 == escapeSite and the Escape kind in the depth field; they precede the record they belong to, and
// one commit covers the group, which never straddles a chunk. Escape::Allocation begins a group without a record.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autoscope::record {

constexpr uint32_t formatVersion = 6;
constexpr uint32_t oldestVersion = 1;  // that readers still take: it had no coroutines, 2 no arguments; see OpenModule,
                                       // OpenMemory
constexpr uint64_t fileMagic = 0x31504f4353415501ull;  // first 8 bytes of a session file
constexpr uint64_t ringMagic = 0x31474e4952415501ull;
constexpr uint32_t sectionMagic = 0x54434553u;  // "SECT"

constexpr uint32_t chunkBytes = 256u << 10;
constexpr uint32_t chunkWords = chunkBytes / 8;
constexpr uint32_t maxSite = 0x3ffffeu;  // sites beyond share this id and are counted as a loss
constexpr uint32_t escapeSite = 0x3fffffu;

enum class Escape : uint32_t {
  Pad = 0,   // fills the end of a chunk; no record follows in this chunk's remaining words
  Long = 1,  // w0 = duration64, w1 high = site32; followed by Long2: w0 = start, w1 high = depth. Together one record.
  Long2 = 2,
  Memory = 3,         // w0 = net bytes (signed), w1 high = allocations, see Allocated  precedes its record
  Path = 4,           // w0 = path id; marks the next record as a module scope         precedes its record
  Flags = 5,          // w0 = bits, see scopeCutByLongjmp                               precedes its record
  Args = 6,           // w0 = string id of the arguments, see ArgumentText.h            precedes its record
  Coroutine = 7,      // w0 = id of the call, see sliceSuspended; w1 high = slice    precedes its record
  Flops = 8,          // w0 = floating-point operations that the scope stands for        precedes its record
  Sequence = 9,       // w0 = torch's sequence number of the operator, see SequenceWord.h precedes its record
  DeviceMemory = 10,  // w0 = net bytes (signed) on devices that are not the CPU    precedes its record
  // Of the heap, from version 6 on, beside Memory. Counts stay at their largest value rather than wrap.
  Allocated = 11,  // w0 = bytes allocated, w1 high = frees                             precedes its record
  Peak = 12,       // w0 = most that the thread had above what it had at the scope's entry  precedes its record
  // A reading of a counter, of no scope: a pair as Long and Long2, in order of time, which belongs to no record.
  Sample = 13,   // w0 = ticks, w1 high = Counter; followed by Sample2
  Sample2 = 14,  // w0 = value (signed)
  // A single allocation, four escapes in a row at any place between groups; of no record. From version 5 on.
  Allocation = 16,   // w0 = ticks; w1 high = type of the device16 << 16 | its index16 (0xffff: none), as libtorch's
  Allocation2 = 17,  // w0 = address; w1 high = low half of what is reserved on the device
  Allocation3 = 18,  // w0 = bytes (negative: freed); w1 high = its high half
  Allocation4 = 19,  // w0 = bytes allocated on the device
};

enum class Counter : uint32_t {
  ProcessHeap = 1,  // net bytes of the process in the session
};

// Bits of Escape::Flags. Left by longjmp: closed by the next enter or leave below it, end is when that was noticed.
constexpr uint64_t scopeCutByLongjmp = 1;
// It went on when nothing more could be written, which is its end here: for readers it is open.
constexpr uint64_t scopeCutByEnd = 2;
// A step, which was no frame: its depth is that of the scopes that it holds.
constexpr uint64_t scopeIsStep = 4;
// And some scope holds a part of it, or the other way round: it is neither's child.
constexpr uint64_t scopeOverlaps = 8;

// A coroutine's call is recorded as one scope for each stretch between two suspensions, a slice: on the thread that ran
// it, with the call's id, unique in the session, and numbered from 0. Bit of the id's word: a suspension ended it.
constexpr uint64_t sliceSuspended = 1ull << 63;

enum class SectionType : uint32_t {
  Chunk = 1,     // ChunkHeader starts with the SectionHeader; `bytes` covers the whole chunk as written
  Meta = 2,      // a run of MetaEntry
  End = 3,       // no payload; the file is complete
  Activity = 4,  // a run of activities of devices, see Activity.h
};

struct SectionHeader {
  uint32_t magic;  // sectionMagic
  SectionType type;
  uint64_t bytes;  // this header included; a multiple of 8
};
static_assert(sizeof(SectionHeader) == 16);

struct ClockPoint {  // both clocks read together
  uint64_t ticks;
  uint64_t monotonicNs;
  uint64_t realtimeNs;  // since the epoch
};

struct FileHeader {
  uint64_t magic;
  uint32_t version;
  uint32_t bytes;  // sizeof(FileHeader)
  uint32_t pid;
  uint32_t sessionNumber;  // 1 for the first session of this process
  ClockPoint start;        // the session's window opens here; records that start before are of an earlier session
  char ringPath[512];      // absolute, NUL-terminated
  uint64_t reserved[8];
};

enum class ChunkState : uint32_t { Free = 0, Active = 1, Full = 2 };

struct ChunkHeader {
  SectionHeader section;  // type Chunk
  uint32_t threadUid;     // unique in the process, from 1; never reused (a tid can be)
  uint32_t sequence;      // from 0 per thread; (threadUid, sequence) identifies the chunk: readers drop duplicates
  uint32_t words;         // used 8-byte words, header included; valid once Full
  ChunkState state;
  uint64_t baseTicks;  // when the chunk was taken
  uint32_t slot;       // index of the owner's slot
  uint32_t skipWords;  // words after the header that an earlier session has already written out; 0 in a stream,
                       // where those words are left out and `words` is less by them
  uint64_t endTicks;   // when it became full; 0: unknown
  uint64_t isExcerpt;  // 1, in a stream: the whole of it could not be written; this is what began before that
};
static_assert(sizeof(ChunkHeader) == 64);
constexpr uint32_t chunkHeaderWords = sizeof(ChunkHeader) / 8;

// The meta log: an append-only run of entries in the ring, so that names survive a kill. `bytes` is published last.
enum class MetaKind : uint32_t {
  Site = 1,    // u32 id, u32 0, then the site's info text (abi.h) with its NUL
  Path = 2,    // u32 id, u32 parent id (0: root), then "name\0type\0"; name is the component below the parent
  Thread = 3,  // u32 uid, u32 tid, u64 start ticks, then the thread's name with its NUL; the last entry of a uid wins
  String = 4,  // u32 id, u32 0, text with NUL
  Clock = 5,   // ClockPoint; several: piecewise linear
  Loss = 6,    // u32 LossCause, u32 0, u64 count in this session
  Info = 7,    // "key\0value\0": command line, host, rank ... see SessionInfo
  OpenScope = 8,       // u32 uid, u32 depth, u64 start ticks, u32 site, u32 path id or 0: open when the session stopped
  Window = 9,          // u64 start ticks, u64 stop ticks of the session
  OpenCoroutine = 10,  // u32 uid, u32 depth, u64 id of the call, u32 slice, u32 0: of the OpenScope that follows
  FilteredFunctions = 11,  // u32 how many so far (the last says), u32 0: entered and left out by AUTOSCOPE_FILTER
  OpenNote = 12,           // u32 uid, u32 Escape, u64 its w0: of the OpenScope of that thread before; from version 6
                           // on u64 the high half of its w1
  Throttled = 13,          // u32 site, u32 0, u64 calls so far, u64 their ticks: later calls are left out
  KeptFrom = 14,  // u64 ticks: a flight recorder has all scopes that ended from then on, and of earlier ones only some
  WrittenUntil = 15,  // u32 0, u32 0, u64 ticks: all scopes that ended before are there, later ones could not be
                      // written. u32 uid, u32 0, u64 ticks: and nothing of that thread; its OpenScopes end then
  Damage = 16,  // u32 position in DamageKinds.def from 1, u32 0, u64 count: what whoever made this copy could not read
  // Of the heap. Bytes are net in the session, "the scope" is the innermost one when the level was highest, by the
  // ticks at which it starts, 0: none. The last entry, of a uid, wins.
  ThreadMemory = 17,   // u32 uid, u32 0, i64 level, i64 highest, u64 start of the scope, u64 ticks of the highest
  ProcessMemory = 18,  // i64 level, i64 highest, u64 ticks of it, u32 uid of who had it, u32 0, u64 start of the scope
  LiveBlocks = 19,     // u32 site, u32 path, u32 uid, u32 step, u64 bytes, u64 blocks: allocated there, never freed;
                       // site 0: outside of scopes, step 0: outside of steps, else 1 + its number
};

struct MetaEntry {
  MetaKind kind;
  uint32_t bytes;  // this header and padding to 8 included
};

enum class LossCause : uint32_t {
#define AUTOSCOPE_LOSS(name, text) name,
#include "LossCauses.def"
};

// The ring's slots: one per live thread, `RingHeader::slotBytes` apart. A slot is an abi.h __autoscope_slot (SlotHeader
// is what its first 128 bytes hold) followed by the OpenModules and the OpenMemories. State = cursor32 (words from the
// mapping's start) << 32 | depth32. The cursor is 0 while the thread has no chunk; on a chunk boundary the chunk before
// it is full.
//
// After a kill: ignore Free chunks; a Full chunk counts `words`; an Active one counts up to the cursor of its slot, and
// only if that slot's uid is the chunk's and the cursor lies in it. Frames [0, depth) of a slot with uid != 0 are open.
struct SlotHeader {
  uint64_t state;
  uint64_t base;  // an address in the recorded process, of no use to a reader
  uint32_t uid;   // the owner's threadUid; 0: the slot is free
  uint32_t tid;
  uint32_t sequence;  // of the thread's next chunk
  uint32_t index;
  uint32_t innermostModule;  // the run time's own: 1 + the depth of the module that runs, 0: none
  // From version 6 on. The session that notes of memory and the members below are of, see memorySessionOf(); 0: none.
  uint32_t memorySession;
  int64_t heapLevel;          // net bytes of the thread in the session
  int64_t heapTold;           // of these, those that RingHeader::heapLevel has
  int64_t heapHighest;        // of scopes that have been left, and outside of all
  uint64_t heapHighestScope;  // start of the innermost scope then, 0: none
  int64_t outsideEntry;    // the run time's own: the level when the scope began that is of what happens outside of all
  uint64_t sampledAt;      // the run time's own, ticks
  uint32_t outsideCursor;  // the run time's own: where the record of that scope ends, if it is the last one; 0: there
                           // is none
  uint32_t reserved32;
  uint64_t reserved[4];
};
static_assert(sizeof(SlotHeader) == 128);

struct Frame {  // abi.h __autoscope_frame
  uint64_t start;
  uint64_t word;  // guard address32 << 32 | depth10 << 22 | site22
};
// A frame with the site escapeSite is no scope: it says of the frame above it which slice of which coroutine that is.
// start = id of the call, word = slice32 << 32 | depth10 << 22 | escapeSite. Both are opened and closed by one store.
//
// With a depth field from maxDepth on it says something of the frame below it, which has opened before: start = w0 of
// the Escape `depth field - maxDepth`, high half of the word = that of the frame. Both are closed by one store.
constexpr uint32_t maxDepth = 1000;

// Any other frame with the depth field 1023 is a scope that its thread was just leaving.
//
// In a frame's word: a module scope. The OpenModule of the same depth belongs to it, so the store of the state that
// opens or closes the frame opens or closes that, too, and a thread that is killed between two instructions leaves both
// or none.
constexpr uint64_t moduleFrame = 1ull << 32;

// All but `path` is the run time's own.
struct OpenModule {
  uint32_t around;  // innermostModule without this one
  uint32_t path;
  uint64_t object;
  uint64_t base;  // as torch::nn::Module *, or 0
  uint64_t site;  // an address in the recorded process, and a flag
};

// Rings before version 4 have a list of at most 256, innermost last, instead: `around` is the depth of the frame that
// one belongs to, and innermostModule their number.
constexpr uint32_t firstVersionOfModulesByDepth = 4;
constexpr uint32_t maxListedModules = 256;

// Beside a note of Escape::Memory, at half the depth of the note: there is none at the next depth. Who opens the note
// fills it first, with zeroes where nothing but the net bytes is known.
struct OpenMemory {
  int64_t entry;           // net bytes of the thread when the scope was entered
  int64_t highest;         // since then, at allocations of its own
  int64_t calleesHighest;  // and in scopes that it called and that have been left
  uint64_t calleesScope;   // start of the innermost scope then
  uint64_t allocated, allocations, frees;
};
// As calleesScope, in copies of a live ring: `highest` is above an entry of 0.
constexpr uint64_t levelsUnknown = ~uint64_t{0};
constexpr uint32_t firstVersionOfOpenMemory = 6;  // rings before end with the modules
constexpr uint32_t memorySessionOf(uint32_t number, bool ofHeap) {
  return number << 1 | uint32_t{ofHeap};
}

constexpr uint32_t slotFramesOffset = sizeof(SlotHeader);
constexpr uint32_t slotModulesOffset = slotFramesOffset + maxDepth * sizeof(Frame);
constexpr uint32_t slotMemoryOffset = slotModulesOffset + maxDepth * sizeof(OpenModule);
constexpr uint32_t mostOpenMemories = (maxDepth + 1) / 2;
constexpr uint32_t slotBytes = 77824;
static_assert(slotMemoryOffset + mostOpenMemories * sizeof(OpenMemory) <= slotBytes);

// The ring mapping, in this order: RingHeader (one page), slots, meta log, chunks (chunk-aligned).
constexpr uint32_t slotCount = 512;
constexpr uint64_t metaCapacity = 16ull << 20;
constexpr uint32_t lossCauseCount = 16;

struct RingHeader {
  uint64_t magic;
  uint32_t version;
  uint32_t pid;
  uint32_t slotBytes, slots;
  uint64_t slotOffset, metaOffset, metaBytes;  // metaBytes: published length of the log
  uint32_t firstChunk, chunks;      // in units of chunkBytes from the mapping's start; the chunks in the file
  ClockPoint first, last;           // last: refreshed by the writer, the newest calibration after a kill
  uint64_t losses[lossCauseCount];  // cumulative in the process, by LossCause
  // Zero in rings of older run times. What a reader of the ring alone must know of the session that goes on or went on
  // last; the keys of its Info entries are in the meta log then, too.
  uint64_t keptFrom;  // ticks, as MetaKind::KeptFrom; 0: nothing was given up
  ClockPoint sessionStart;
  uint32_t sessionNumber;
  uint32_t isFlightRecorder;               // 1: nothing is in the stream but its header; full chunks are the session
  uint64_t writtenUntil;                   // ticks, as MetaKind::WrittenUntil without a thread; 0: nothing was left out
  uint64_t lossesAtStart[lossCauseCount];  // `losses` when it began
  uint64_t streamBytes;                    // of the stream that are written; there may be more
  // Of the heap in the session that goes on or went on last: net bytes, as far as threads have told of theirs
  // (SlotHeader::heapTold), and the most that this came to, when, on which thread and in which scope, as in
  // MetaKind::ProcessMemory; 0 of the last two: it was outside of scopes.
  uint32_t heapSession, heapHighestUid;
  int64_t heapLevel, heapHighest;
  uint64_t heapHighestTicks, heapHighestScope;
  uint64_t
      heapHighestCheck;  // of the members above that begin with heapHighest, all xored: else they are of two threads
};

}  // namespace autoscope::record
