// The records of CUPTI that we take, as far as all its versions since CUDA 11 agree.
//
// A later version appends to a record, so these are beginnings; CUPTI's own iterator knows the lengths. No header of
// CUDA is needed to build. Numbers of kinds and callbacks are CUPTI's ABI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autoscope::gpu::cupti {

enum class Kind : uint32_t {
  Memcpy = 1,
  Memset = 2,
  Driver = 4,
  Runtime = 5,
  Device = 8,
  ConcurrentKernel = 10,
  Overhead = 17,
  MemcpyPeer = 22,
  Synchronization = 38,
  Memory = 49,
};

struct Activity {
  Kind kind;
};

struct Kernel {  // CUpti_ActivityKernel4 and later
  Kind kind;
  uint8_t cacheConfig, sharedMemoryConfig;
  uint16_t registers;
  uint32_t partitionedRequested, partitionedExecuted;
  uint64_t start, end, completed;
  uint32_t device, context, stream;
  int32_t grid[3], block[3];
  int32_t staticShared, dynamicShared;
  uint32_t localPerThread, localTotal, correlation;
  int64_t gridId;
  const char *name;
  void *reserved;
  uint64_t queued, submitted;
  uint8_t launchType, carveoutIsRequested, carveout, padding;
  uint32_t sharedExecuted;
};
static_assert(offsetof(Kernel, registers) == 6 && offsetof(Kernel, start) == 16 && offsetof(Kernel, device) == 40 &&
              offsetof(Kernel, block) == 64 && offsetof(Kernel, staticShared) == 76 &&
              offsetof(Kernel, correlation) == 92 && offsetof(Kernel, name) == 104 && sizeof(Kernel) == 144);

struct KernelOfGraph {  // CUpti_ActivityKernel7 and later: since CUDA 11.4
  Kernel kernel;
  uint64_t graphNode;
  uint32_t limitConfig;
  uint32_t graph;
  void *accessPolicyWindow;
  uint32_t channel, channelType;
};
static_assert(offsetof(KernelOfGraph, graphNode) == 144 && offsetof(KernelOfGraph, graph) == 156 &&
              sizeof(KernelOfGraph) == 176);

struct Memcpy {  // CUpti_ActivityMemcpy3 and later
  Kind kind;
  uint8_t copyKind, sourceKind, destinationKind, flags;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation, runtimeCorrelation, padding;
  void *reserved;
};
static_assert(offsetof(Memcpy, bytes) == 8 && offsetof(Memcpy, device) == 32 && offsetof(Memcpy, correlation) == 44 &&
              sizeof(Memcpy) == 64);

struct MemcpyOfGraph {  // CUpti_ActivityMemcpy5 and later
  Memcpy copy;
  uint64_t graphNode;
  uint32_t graph, channel, channelType, padding;
};
static_assert(offsetof(MemcpyOfGraph, graphNode) == 64 && offsetof(MemcpyOfGraph, graph) == 72 &&
              sizeof(MemcpyOfGraph) == 88);

struct MemcpyPeer {  // CUpti_ActivityMemcpyPtoP2 and later
  Kind kind;
  uint8_t copyKind, sourceKind, destinationKind, flags;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, sourceDevice, sourceContext, destinationDevice, destinationContext, correlation;
};
static_assert(offsetof(MemcpyPeer, sourceDevice) == 44 && offsetof(MemcpyPeer, destinationDevice) == 52 &&
              offsetof(MemcpyPeer, correlation) == 60);

struct Memset {  // CUpti_ActivityMemset2 and later
  Kind kind;
  uint32_t value;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation;
  uint16_t flags, memoryKind;
  uint32_t padding;
  void *reserved;
};
static_assert(offsetof(Memset, device) == 32 && offsetof(Memset, memoryKind) == 50 && sizeof(Memset) == 64);

struct MemsetOfGraph {  // CUpti_ActivityMemset4 and later
  Memset set;
  uint64_t graphNode;
  uint32_t graph, channel, channelType, padding;
};
static_assert(offsetof(MemsetOfGraph, graph) == 72 && sizeof(MemsetOfGraph) == 88);

struct Call {  // CUpti_ActivityAPI
  Kind kind;
  uint32_t callback;
  uint64_t start, end;
  uint32_t process, thread, correlation, result;
};
static_assert(offsetof(Call, thread) == 28 && sizeof(Call) == 40);

struct Synchronization {
  Kind kind;
  uint32_t type;
  uint64_t start, end;
  uint32_t correlation, context, stream, event;
};
static_assert(offsetof(Synchronization, correlation) == 24 && offsetof(Synchronization, stream) == 32);

struct Overhead {
  Kind kind;
  uint32_t overheadKind, objectKind;
  uint32_t object[3];
  uint64_t start, end;
};
static_assert(offsetof(Overhead, start) == 24);

struct Memory {  // CUpti_ActivityMemory2 and later
  Kind kind;
  uint32_t operation, memoryKind, correlation;
  uint64_t address, bytes, timestamp, programCounter;
  uint32_t process, device, context, stream;
};
static_assert(offsetof(Memory, address) == 16 && offsetof(Memory, timestamp) == 32 && offsetof(Memory, device) == 52 &&
              offsetof(Memory, stream) == 60);

struct Device {  // CUpti_ActivityDevice2 and later
  Kind kind;
  uint32_t flags;
  uint64_t bandwidth, memoryBytes;
  uint32_t constantBytes, cacheBytes, threadsOfWarp, clockRate, copyEngines, multiprocessors, maxIpc;
  uint32_t warpsOfMultiprocessor, blocksOfMultiprocessor, sharedOfMultiprocessor, registersOfMultiprocessor;
  uint32_t registersOfBlock, sharedOfBlock, threadsOfBlock;
  uint32_t blockDimensions[3], gridDimensions[3];
  uint32_t major, minor, id, ecc;
  uint8_t uuid[16];
  const char *name;
};
static_assert(offsetof(Device, memoryBytes) == 16 && offsetof(Device, multiprocessors) == 44 &&
              offsetof(Device, threadsOfBlock) == 76 && offsetof(Device, major) == 104 && offsetof(Device, id) == 112 &&
              offsetof(Device, name) == 136);

}  // namespace autoscope::gpu::cupti
