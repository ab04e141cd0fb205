// The steps of a profile as a table and for data frames: autoscope_steps_text.
#include "autoscope/detail/results_abi.h"
#include "report/JsonWriter.h"
#include "report/Numbers.h"
#include "results/Text.h"

#include <string>

using namespace autoscope;

namespace {

uint64_t positive(int64_t value) {
  return value < 0 ? 0 : static_cast<uint64_t>(value);
}

std::string table(const autoscope_step *steps, size_t count) {
  constexpr size_t nameWidth = 20, width = 14;
  std::string rule;
  for (size_t column : {nameWidth, width, width, width})
    rule += std::string(column, '-') + "  ";
  std::string text = rule + "\n" + report::padLeft("Step", nameWidth) + "  " + report::padLeft("Wall time", width) +
                     "  " + report::padLeft("CPU time", width) + "  " + report::padLeft("CPU cores", width) + "  \n" +
                     rule + "\n";
  for (size_t i = 0; i < count; ++i) {
    uint64_t wall = positive(steps[i].wall_ns), cpu = positive(steps[i].cpu_ns);
    // Hundredths of a core.
    uint64_t cores = wall ? (cpu * 100 + wall / 2) / wall : 0;
    std::string hundredths = std::to_string(100 + cores % 100).substr(1);
    text += report::padLeft("ProfilerStep#" + std::to_string(steps[i].number), nameWidth) + "  " +
            report::padLeft(report::formatTime(double(wall)), width) + "  " +
            report::padLeft(report::formatTime(double(cpu)), width) + "  " +
            report::padLeft(std::to_string(cores / 100) + "." + hundredths, width) + "  \n";
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
    out.endObject();
  }
  out.newLine().endArray();
  return std::string(text.view()) + "\n";
}

std::string csv(const autoscope_step *steps, size_t count) {
  std::string text = "step,wall_ns,cpu_ns\n";
  for (size_t i = 0; i < count; ++i)
    text += std::to_string(steps[i].number) + "," + std::to_string(steps[i].wall_ns) + "," +
            std::to_string(steps[i].cpu_ns) + "\n";
  return text;
}

}  // namespace

extern "C" char *autoscope_steps_text(const autoscope_step *steps, size_t count, unsigned format,
                                      autoscope_failure *failure) {
  return results::orFail(failure, [&]() -> char * {
    return results::copyOf(format == 1 ? json(steps, count) : format == 2 ? csv(steps, count) : table(steps, count));
  });
}
