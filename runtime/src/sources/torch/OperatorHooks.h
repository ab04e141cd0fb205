// Between libautoscope.so and libautoscope-torch-operators.so: what each offers the other so that operators become
// scopes.
//
// The operators' library is compiled against the user's libtorch and linked to it, so it is opened only in a process
// that holds that very library (Bridge.h knows which). Its callbacks run on the thread that runs the operator. Neither
// side throws, and each is there to the end of the process.
#pragma once

#include "hot/ForeignScopes.h"
#include "record/SequenceWord.h"
#include "sources/emit/BackEnd.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::torch_operators {

constexpr uint32_t hooksVersion = 7;

// An annotation is a block that the user named: RECORD_USER_SCOPE, record_function.
enum class Kind : uint32_t { Operator, Annotation };

struct Operator {
  const char *name;  // as torch prints it; need not live on
  size_t nameLength;
  Kind kind;
  hot::Place place;
  hot::ArgumentList arguments;  // describe: null: none are wanted
  uint64_t flops;               // 0: none are known
  record::TorchSequence sequence;
};

// A tensor's memory was allocated or, with negative bytes, freed; totals are of its device, as the allocator counts.
struct Allocation {
  const void *address;
  int64_t bytes, totalAllocated, totalReserved;
  uint32_t deviceType;  // a c10::DeviceType; 0: CPU
  int deviceIndex;      // negative: none
  uint32_t frame;       // low half of an address on the thread's stack
};

// Offered by libautoscope.so.
struct Host {
  const unsigned char *enabled;       // __autoscope_enabled
  const unsigned char *countsMemory;  // not 0: whatever is recorded
  void (*begin)(const Operator &);
  // False: this thread has no such scope open.
  bool (*end)(uint32_t address);

  void (*openShape)(__autoscope_shapes *);
  void (*addSize)(__autoscope_shapes *, long);
  void (*closeShape)(__autoscope_shapes *);
  void (*setType)(__autoscope_shapes *, const char *);
  void (*setScalarType)(__autoscope_shapes *, int);  // a c10::ScalarType

  // Of the calling thread.
  void (*memory)(const Allocation &);
  // What it allocates is told to somebody else.
  void (*memoryIsTaken)();
};

// What costs more, and only if it is asked for.
struct Extras {
  bool arguments = false, memory = false;
};

// Offered by the operators' library. Called by one thread at a time.
struct Hooks {
  uint32_t version;  // hooksVersion as compiled
  // How the libtorch of this process differs from that of the compilation; null: it does not, or its name says so.
  const char *(*difference)();
  // Operators that begin from now on are told to `host`, which stays where it is. False: torch refused.
  bool (*install)(const Host &host, Extras extras);
  // No more begin; those that have begun end as usual.
  void (*remove)();
  // Threads that begin an operator from now on tell of memory while *host.countsMemory is not 0.
  bool (*watchMemory)(const Host &host);
  // And so does the calling thread, which may never begin one.
  void (*watchMemoryOfThread)(const Host &host);
  // What tells libtorch's own profiler of scopes.
  const emit::BackEnd *emission;
};

constexpr const char *hooksSymbol = "autoscope_torch_operators";  // const Hooks *()
constexpr const char *hooksLibrary = "libautoscope-torch-operators.so";

}  // namespace autoscope::torch_operators
