// What devices did, and what was asked of them: the content of a session's Activity sections.
//
// sources/gpu writes them as CUPTI tells of them, a run of activities a section; readers find each by the length in
// its head. All times are ticks of the session's clock. A launch and what it launched have one correlation; those of a
// graph share it with their siblings, and `graphNode` tells them apart. Layouts only.
#pragma once

#include <cstdint>

namespace autoscope::record {

enum class ActivityKind : uint16_t {
  Kernel = 1,
  Copy = 2,
  Set = 3,
  Call = 4,
  Wait = 5,
  Overhead = 6,
  Memory = 7,
  Device = 8
};

constexpr uint32_t noDevice = ~0u;

struct ActivityHead {
  ActivityKind kind;
  uint16_t bytes;        // of the whole activity; a multiple of 8
  uint32_t correlation;  // 0: none
  uint64_t start, end;   // of a Memory: both when it happened
};

struct KernelActivity {
  ActivityHead head;
  uint32_t device, context, stream;
  uint32_t name;  // string id, mangled
  uint32_t grid[3], block[3];
  uint32_t registers;                    // of a thread
  uint32_t staticShared, dynamicShared;  // bytes of a block
  uint32_t graph;                        // 0: launched by itself
  uint64_t graphNode;
};

// Kinds as CUPTI numbers them.
struct CopyActivity {
  ActivityHead head;
  uint32_t device, context, stream;
  uint8_t kind, from, to, flags;
  uint64_t byteCount;
  uint32_t fromDevice, toDevice;  // between devices, else noDevice
  uint32_t graph, reserved;
  uint64_t graphNode;
};

struct SetActivity {
  ActivityHead head;
  uint32_t device, context, stream;
  uint32_t value;
  uint64_t byteCount;
  uint32_t graph;
  uint32_t memory;  // kind
  uint64_t graphNode;
};

enum class CallApi : uint32_t { Driver = 1, Runtime = 2 };

// A call of CUDA by the program.
struct CallActivity {
  ActivityHead head;
  CallApi api;
  uint32_t function;  // CUPTI's number of it
  uint32_t name;      // string id
  uint32_t tid;       // of the kernel; 0: CUPTI does not tell
  uint32_t result;
  uint32_t reserved;
};

struct WaitActivity {
  ActivityHead head;
  uint32_t kind, context, stream, reserved;
};

struct OverheadActivity {
  ActivityHead head;
  uint32_t kind, reserved;
};

struct MemoryActivity {
  ActivityHead head;
  uint64_t address, byteCount;
  uint32_t device, context, stream;
  uint32_t operation, memory;  // allocated or released, and the kind
  uint32_t reserved;
};

// What a device is, told once or more often; no time.
struct DeviceDescription {
  ActivityHead head;
  uint64_t memoryBytes;
  uint32_t device;
  uint32_t name;  // string id
  uint32_t major, minor;
  uint32_t multiprocessors, threadsOfWarp, threadsOfBlock;
  uint32_t warpsOfMultiprocessor, blocksOfMultiprocessor;  // at most, as the rest
  uint32_t sharedOfBlock, sharedOfMultiprocessor;          // bytes
  uint32_t registersOfBlock, registersOfMultiprocessor;
  uint32_t reserved;
};

}  // namespace autoscope::record
