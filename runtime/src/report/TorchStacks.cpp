#include "report/TorchStacks.h"

#include "report/TorchOrder.h"
#include "report/Utf8.h"

#include <algorithm>

namespace autoscope::report {

namespace {

std::string frameOf(std::string frame) {
  for (char &c : frame)
    if (c == ' ' || c == ';' || c == '\t' || c == '\n' || c == '\r')
      c = '_';
  return printable(frame);
}

}  // namespace

const std::vector<std::string> &stackMetrics() {
  static const std::vector<std::string> metrics = {"self_cpu_time_total", "self_cuda_time_total", "self_xpu_time_total",
                                                   "self_privateuse1_time_total", "self_device_time_total"};
  return metrics;
}

std::string writeTorchStacks(const std::vector<model::Event> &events, const std::string &metric, OutputStream &out) {
  const std::vector<std::string> &known = stackMetrics();
  if (std::find(known.begin(), known.end(), metric) == known.end())
    return unknownName("metric", metric, known);
  bool ofDevice = metric != known[0];
  for (const model::Event &event : events) {
    int64_t us = (ofDevice ? event.selfDeviceNs.value_or(0) : static_cast<int64_t>(event.selfCpuNs)) / 1000;
    if (us <= 0 || event.stack.empty())
      continue;
    std::string line;
    for (auto frame = event.stack.rbegin(); frame != event.stack.rend(); ++frame)
      line += (line.empty() ? "" : ";") + frameOf(*frame);
    out.buffer() += line + " " + std::to_string(us) + "\n";
    out.drain();
  }
  return {};
}

}  // namespace autoscope::report
