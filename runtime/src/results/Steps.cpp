// The steps of a profile as a table and for data frames: autoscope_steps_text.
#include "autoscope/detail/results_abi.h"
#include "report/JsonWriter.h"
#include "report/Numbers.h"
#include "results/Text.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace autoscope;

namespace {

uint64_t positive(int64_t value) {
  return value < 0 ? 0 : static_cast<uint64_t>(value);
}

bool knowsDevices(const autoscope_step &step) {
  return step.device_busy_ns >= 0;
}

// How many cores or devices that were busy all the time: "1.25".
std::string shareOf(uint64_t busy, uint64_t wall) {
  uint64_t hundredths = wall ? (busy * 100 + wall / 2) / wall : 0;
  return std::to_string(hundredths / 100) + "." + std::to_string(100 + hundredths % 100).substr(1);
}

std::string table(const autoscope_step *steps, size_t count) {
  constexpr size_t nameWidth = 20, width = 14;
  bool hasDevices = std::any_of(steps, steps + count, knowsDevices);
  std::vector<std::string> heads = {"Wall time", "CPU time", "CPU cores"};
  if (hasDevices)
    heads.insert(heads.end(), {"GPU busy", "GPUs"});
  std::string rule = std::string(nameWidth, '-') + "  ", head = report::padLeft("Step", nameWidth) + "  ";
  for (const std::string &column : heads) {
    rule += std::string(width, '-') + "  ";
    head += report::padLeft(column, width) + "  ";
  }
  std::string text = rule + "\n" + head + "\n" + rule + "\n";
  for (const autoscope_step *step = steps; step != steps + count; ++step) {
    uint64_t wall = positive(step->wall_ns), cpu = positive(step->cpu_ns);
    std::vector<std::string> cells = {report::formatTime(double(wall)), report::formatTime(double(cpu)),
                                      shareOf(cpu, wall)};
    if (hasDevices && knowsDevices(*step)) {
      uint64_t busy = positive(step->device_busy_ns);
      cells.insert(cells.end(), {report::formatTime(double(busy)), shareOf(busy, wall)});
    } else if (hasDevices) {
      cells.insert(cells.end(), {"n/a", "n/a"});
    }
    text += report::padLeft("ProfilerStep#" + std::to_string(step->number), nameWidth) + "  ";
    for (const std::string &cell : cells)
      text += report::padLeft(cell, width) + "  ";
    text += "\n";
  }
  return text + rule + "\n";
}

std::string json(const autoscope_step *steps, size_t count) {
  report::TextBuffer text;
  report::JsonWriter out(text);
  out.beginArray();
  for (size_t i = 0; i < count; ++i) {
    out.newLine().beginObject();
    out.key("step").integer(steps[i].number);
    out.key("wall_ns").integer(steps[i].wall_ns);
    out.key("cpu_ns").integer(steps[i].cpu_ns);
    out.key("gpu_busy_ns");
    if (knowsDevices(steps[i]))
      out.integer(steps[i].device_busy_ns);
    else
      out.checkedJson("null");
    out.endObject();
  }
  out.newLine().endArray();
  return std::string(text.view()) + "\n";
}

std::string csv(const autoscope_step *steps, size_t count) {
  std::string text = "step,wall_ns,cpu_ns,gpu_busy_ns\n";
  for (size_t i = 0; i < count; ++i)
    text += std::to_string(steps[i].number) + "," + std::to_string(steps[i].wall_ns) + "," +
            std::to_string(steps[i].cpu_ns) + "," +
            (knowsDevices(steps[i]) ? std::to_string(steps[i].device_busy_ns) : "") + "\n";
  return text;
}

}  // namespace

extern "C" char *autoscope_steps_text(const autoscope_step *steps, size_t count, unsigned format,
                                      autoscope_failure *failure) {
  return results::orFail(failure, [&]() -> char * {
    return results::copyOf(format == 1 ? json(steps, count) : format == 2 ? csv(steps, count) : table(steps, count));
  });
}
