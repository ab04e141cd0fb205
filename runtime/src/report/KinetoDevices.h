// The rows of a trace that tell of devices: calls of CUDA, kernels, copies, sets, and the arrows between them.
//
// A part of KinetoJson, which writes the scopes and tells of each which calls began in it. A device is a process whose
// id is its ordinal, a stream a thread of it, as Kineto has it and HolisticTraceAnalysis needs it.
#pragma once

#include "model/DeviceWork.h"
#include "report/JsonWriter.h"
#include "report/OutputStream.h"

#include <functional>
#include <vector>

namespace autoscope::report {

class KinetoDevices {
public:
  // `startOf` writes the member "ts" for nanoseconds of CLOCK_MONOTONIC.
  KinetoDevices(const record::SessionReader &session, OutputStream &out, JsonWriter &json,
                std::function<void(uint64_t)> startOf);

  bool any() const { return work_.any(); }
  const model::DeviceWork &work() const { return work_; }
  // The member "deviceProperties".
  void properties();
  // Of processes and threads, for viewers.
  void names();
  // The calls in a scope, whose row has that id.
  void scopeHas(uint32_t call, uint64_t externalId) { externalIds_[call] = externalId; }
  // All rows, behind those of the scopes.
  void rows();
  // Members of the trace's metadata.
  void metadata();

private:
  void metadataEvent(const char *name, uint32_t pid, uint32_t tid, const JsonMembers &arguments);
  void call(const model::DeviceCall &call, uint64_t externalId);
  void activity(const model::DeviceActivity &activity);
  void kernelArguments(const record::KernelActivity &kernel);
  void copyArguments(uint64_t bytes, uint64_t ns);
  void arrow(const char *phase, uint64_t id, uint32_t pid, uint32_t tid, uint64_t ns);
  uint64_t arrowId(uint32_t call, uint32_t number) const;
  void times(uint64_t startNs, uint64_t ns);
  uint32_t tidOf(const model::DeviceCall &call) const;

  const record::SessionReader &session_;
  model::DeviceWork work_;
  OutputStream &out_;
  JsonWriter &json_;
  std::function<void(uint64_t)> startOf_;
  std::vector<uint64_t> externalIds_;  // by call; 0: in no scope
  std::vector<uint32_t> ended_;        // by call: its arrows so far
};

}  // namespace autoscope::report
