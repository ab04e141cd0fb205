// What a test asks the stand-in for CUPTI and a GPU to do. Times of the device begin after those of the launch.
#pragma once

#include <cstdint>

extern "C" {

struct StandInKernel {
  const char *name;
  uint32_t device, stream;
  uint64_t ns;  // how long it runs
};

// As cudaLaunchKernel; returns the correlation.
uint32_t standInLaunch(const StandInKernel *kernel);
// As cudaGraphLaunch of a graph with so many of these kernels.
uint32_t standInLaunchGraph(const StandInKernel *kernel, uint32_t nodes);
// As cudaMemcpyAsync from the host to the device.
uint32_t standInCopy(uint64_t bytes, uint32_t device, uint32_t stream, uint64_t ns);
uint32_t standInSet(uint64_t bytes, uint32_t device, uint32_t stream, uint64_t ns);
// As cudaMalloc and cudaFree.
void standInMemory(uint64_t address, uint64_t bytes, int release);
// As cudaStreamSynchronize.
void standInSynchronize(uint32_t stream, uint64_t ns);
// How many records are being taken.
int standInEnabledKinds();

}  // extern "C"
