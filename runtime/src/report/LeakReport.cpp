#include "report/LeakReport.h"

#include "record/LossText.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <algorithm>
#include <vector>

namespace autoscope::report {

namespace {

// "4.00 KB a step, steps 0 to 9": over all steps between the first and the last that left something.
std::string growth(const model::Leak &leak) {
  if (leak.steps.empty())
    return "-";
  uint32_t first = leak.steps.begin()->first, last = leak.steps.rbegin()->first;
  if (first == last)
    return "only in step " + std::to_string(first);
  uint64_t bytes = 0;
  for (const auto &[step, ofStep] : leak.steps)
    bytes += ofStep;
  uint64_t steps = uint64_t{last} - first + 1;
  return "grows " + formatMemory(static_cast<int64_t>(bytes / steps)) + " a step, steps " + std::to_string(first) +
         " to " + std::to_string(last);
}

std::string placeOf(const model::Leak &leak) {
  return leak.file.empty() ? "-" : leak.file + ":" + std::to_string(leak.line);
}

}  // namespace

std::string formatLeaks(const model::Leaks &leaks, const LeakOptions &options) {
  if (leaks.places.empty())
    return "Nothing that was allocated in the session was live at its end.\n";
  std::vector<std::vector<std::string>> lines = {{"Live bytes", "Blocks", "Allocated in", "Module", "Source", "Steps"}};
  size_t shown =
      options.rowLimit < 0 ? leaks.places.size() : std::min(leaks.places.size(), static_cast<size_t>(options.rowLimit));
  for (size_t i = 0; i < shown; ++i) {
    const model::Leak &leak = leaks.places[i];
    std::string name = leak.name.empty() ? "(no scope)" : printable(leak.name);
    lines.push_back({formatMemory(static_cast<int64_t>(leak.bytes)), std::to_string(leak.blocks),
                     options.maxNameWidth ? cutName(name, *options.maxNameWidth) : name,
                     leak.module.empty() ? "-" : printable(leak.module), printable(placeOf(leak)), growth(leak)});
  }
  constexpr size_t numbers = 2;  // the first columns, which are aligned to the right
  std::vector<size_t> widths(lines[0].size());
  for (const auto &line : lines)
    for (size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], countCharacters(line[column]));
  std::string text;
  for (const auto &line : lines) {
    std::string out;
    for (size_t column = 0; column < line.size(); ++column) {
      out += column == 0 ? "" : "  ";
      bool isLast = column + 1 == line.size();
      out += column < numbers ? padLeft(line[column], widths[column])
             : isLast         ? line[column]
                              : padRight(line[column], widths[column]);
    }
    text += out + "\n";
  }
  text += "Live at the end: " + formatMemory(static_cast<int64_t>(leaks.bytes)) + " in " +
          record::counted(leaks.blocks, "blocks") + "\n";
  if (size_t more = leaks.places.size() - shown)
    text += std::to_string(more) + (more == 1 ? " more place: " : " more places: ") + "--limit -1 shows all\n";
  return text;
}

}  // namespace autoscope::report
