#include "report/MemoryReport.h"

#include "report/Numbers.h"
#include "report/Utf8.h"

#include <fmt/format.h>

namespace autoscope::report {

// The middle of a deep stack is mostly recursion.
std::string whereText(const model::OpenThread &thread, const std::vector<model::Row> &rows, Places places) {
  constexpr size_t mostFunctions = 8, outermost = 2, nameWidth = 55;
  std::string text = thread.tid ? fmt::format("  thread {}", thread.tid) : "  a thread";
  text += thread.name.empty() ? ": " : " (" + printable(thread.name) + "): ";
  size_t count = thread.rows.size(), leftOut = count > mostFunctions ? count - mostFunctions : 0;
  for (size_t level = 0; level < count; ++level) {
    text += level == 0 ? "" : " > ";
    if (leftOut != 0 && level == outermost) {
      text += fmt::format("... {} more ...", leftOut);
      level += leftOut - 1;
    } else {
      text += cutName(printable(rows[thread.rows[level]].name), nameWidth);
    }
  }
  if (const model::Row &row = rows[thread.rows.back()]; places == Places::Yes && !row.file.empty())
    text += " (" + printable(row.file) + ":" + std::to_string(row.line) + ")";
  return text + (thread.place.empty() ? "" : ", in " + printable(thread.place)) + "\n";
}

std::string memoryReport(const model::Profile &profile) {
  if (!profile.heap)
    return {};
  const model::ProcessHeap &heap = *profile.heap;
  std::string text = "Heap of the process, allocated less freed in the session: " + formatMemory(heap.highest) +
                     " at most, " + formatMemory(heap.atEnd) + " at the end\n";
  if (!heap.there.rows.empty())
    text += "At most while this ran:\n" + whereText(heap.there, profile.rows, Places::Yes);
  return text;
}

}  // namespace autoscope::report
