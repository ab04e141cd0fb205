// How many of a device's warps a kernel can keep busy, from what its blocks need.
//
// The estimate of CUDA's occupancy calculator (CUDA C++ Programming Guide, "Occupancy Calculator"): blocks that fit a
// multiprocessor by warps, registers, shared memory and count, but no more than the grid gives each. Without the
// granularity in which a driver hands out shared memory, which differs by generation.
#pragma once

#include "record/Activity.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace autoscope::model {

struct Occupancy {
  double blocksPerMultiprocessor = 0;  // of the grid
  double warpsPerMultiprocessor = 0;
  uint32_t percent = 0;  // of the warps that it can hold
};

// None: the device does not say what it has.
inline std::optional<Occupancy> occupancyOf(const record::KernelActivity &kernel,
                                            const record::DeviceDescription &device) {
  auto product = [](const uint32_t(&sizes)[3]) { return double(sizes[0]) * double(sizes[1]) * double(sizes[2]); };
  double threads = product(kernel.block), blocks = product(kernel.grid);
  if (device.multiprocessors == 0 || device.threadsOfWarp == 0 || device.warpsOfMultiprocessor == 0 || threads == 0)
    return std::nullopt;
  Occupancy result;
  double warps = double((uint64_t(threads) + device.threadsOfWarp - 1) / device.threadsOfWarp);
  result.blocksPerMultiprocessor = blocks / device.multiprocessors;
  result.warpsPerMultiprocessor = result.blocksPerMultiprocessor * warps;
  double fit = double(uint64_t(device.warpsOfMultiprocessor / warps));
  if (device.blocksOfMultiprocessor != 0)
    fit = std::min(fit, double(device.blocksOfMultiprocessor));
  constexpr uint32_t unit = 256;  // registers are handed out to a warp in such units
  if (uint64_t ofWarp = (uint64_t(kernel.registers) * device.threadsOfWarp + unit - 1) / unit * unit;
      ofWarp != 0 && device.registersOfMultiprocessor != 0)
    fit = std::min(fit, double(uint64_t(double(device.registersOfMultiprocessor / ofWarp) / warps)));
  if (uint64_t shared = uint64_t(kernel.staticShared) + kernel.dynamicShared;
      shared != 0 && device.sharedOfMultiprocessor != 0)
    fit = std::min(fit, double(device.sharedOfMultiprocessor / shared));
  double active = std::min(fit, result.blocksPerMultiprocessor) * warps;
  result.percent = uint32_t(std::min(100.0, 100 * active / device.warpsOfMultiprocessor + 0.5));
  return result;
}

}  // namespace autoscope::model
