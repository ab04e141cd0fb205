#include "report/TableReport.h"

#include "report/CostReport.h"
#include "report/LossReport.h"
#include "report/MemoryReport.h"
#include "report/Utf8.h"

#include <algorithm>
#include <iterator>

namespace autoscope::report {

namespace {

constexpr size_t numberWidth = 12;
constexpr size_t nameMargin = 4;
constexpr size_t gap = 2;  // after every column, also the last

constexpr const char *timeColumns[] = {"Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"};

struct MemoryColumn {
  const char *title;
  int64_t (*number)(const model::Row &);
  bool isCount = false;
};
constexpr MemoryColumn cpuMemoryColumns[] = {{"CPU Mem", [](const model::Row &row) { return row.usage.cpu; }},
                                             {"Self CPU Mem", [](const model::Row &row) { return row.selfUsage.cpu; }}};
constexpr MemoryColumn heapColumns[] = {
    {"Peak", [](const model::Row &row) { return static_cast<int64_t>(row.heap.peak); }},
    {"# of Allocs", [](const model::Row &row) { return static_cast<int64_t>(row.heap.allocations); }, true}};
constexpr MemoryColumn deviceMemoryColumns[] = {
    {"Device Mem", [](const model::Row &row) { return row.usage.device; }},
    {"Self Dev Mem", [](const model::Row &row) { return row.selfUsage.device; }}};

constexpr const char *deviceTimeColumns[] = {"Self CUDA", "Self CUDA %", "CUDA total", "CUDA time avg"};

// Those of what was recorded.
std::vector<MemoryColumn> memoryColumns(const model::Profile &profile) {
  std::vector<MemoryColumn> columns;
  if (profile.hasUsage.cpu || profile.hasHeap)
    columns.insert(columns.end(), std::begin(cpuMemoryColumns), std::end(cpuMemoryColumns));
  if (profile.hasHeap)
    columns.insert(columns.end(), std::begin(heapColumns), std::end(heapColumns));
  if (profile.hasUsage.device)
    columns.insert(columns.end(), std::begin(deviceMemoryColumns), std::end(deviceMemoryColumns));
  return columns;
}

void appendCell(std::string &line, std::string_view text, size_t width) {
  line += padLeft(text, width);
  line.append(gap, ' ');
}

void appendLeft(std::string &line, std::string_view text, size_t width) {
  line += padRight(text, width);
  line.append(gap, ' ');
}

// 0: no column.
size_t moduleColumnWidth(const std::vector<model::Row> &rows, const TableOptions &options) {
  size_t longest = 0;
  for (const model::Row &row : rows)
    longest = std::max(longest, countCharacters(row.place));
  if (longest == 0)
    return 0;
  size_t width = longest + nameMargin;
  return options.maxModuleColumnWidth ? std::min(width, *options.maxModuleColumnWidth) : width;
}

size_t shapesColumnWidth(const std::vector<model::Row> &rows, const TableOptions &options) {
  size_t longest = 0;
  for (const model::Row &row : rows)
    longest = std::max(longest, countCharacters(row.shapes));
  return longest ? std::min(longest + nameMargin, options.maxShapesColumnWidth) : 0;
}

// The least of all rows decides the unit, as in torch's tables; 0: none has any.
uint64_t leastFlops(const std::vector<model::Row> &rows) {
  uint64_t least = 0;
  for (const model::Row &row : rows)
    if (row.flops && (least == 0 || row.flops < least))
      least = row.flops;
  return least;
}

}  // namespace

std::string formatTable(const model::Profile &profile, const TableOptions &options) {
  const std::vector<model::Row> &rows = profile.rows;
  if (rows.empty())
    return (profile.filteredFunctions != 0 && profile.losses.causes.empty()
                ? "All instrumented functions that ran were left out.\n"
                : "No instrumented function ran.\n") +
           lossReport(profile);
  // Of all rows, not only of those below the limit: the layout does not depend on what is shown.
  size_t longest = 0;
  for (const model::Row &row : rows)
    longest = std::max(longest, countCharacters(row.name));
  size_t nameWidth = longest + nameMargin;
  if (options.maxNameColumnWidth)
    nameWidth = std::min(nameWidth, *options.maxNameColumnWidth);

  std::string heading, rule;
  size_t lineLength = 0;
  auto addColumn = [&](std::string_view title, size_t width) {
    appendCell(heading, title, width);
    rule.append(width, '-');
    rule.append(gap, ' ');
    lineLength += width + gap;
  };
  addColumn("Name", nameWidth);
  for (const char *title : timeColumns)
    addColumn(title, numberWidth);
  if (profile.hasUsage.deviceTime)
    for (const char *title : deviceTimeColumns)
      addColumn(title, numberWidth);
  std::vector<MemoryColumn> memory = memoryColumns(profile);
  for (const MemoryColumn &column : memory)
    addColumn(column.title, numberWidth);
  addColumn("# of Calls", numberWidth);
  size_t shapesWidth = shapesColumnWidth(rows, options);
  if (shapesWidth)
    addColumn("Input Shapes", shapesWidth);
  size_t moduleWidth = moduleColumnWidth(rows, options);
  if (moduleWidth) {
    appendLeft(heading, "Module", moduleWidth);
    rule.append(moduleWidth, '-');
    rule.append(gap, ' ');
    lineLength += moduleWidth + gap;
  }
  std::optional<FlopsUnit> flopsUnit;
  if (uint64_t least = leastFlops(rows)) {
    flopsUnit = flopsUnitFor(least);
    addColumn(std::string("Total ") + flopsUnit->name, numberWidth);
  }
  lineLength -= gap;

  std::string table = compensationHeading(profile);
  if (!options.header.empty())
    table += std::string(lineLength, '=') + "\n" + options.header + "\n";
  table += rule + "\n" + heading + "\n" + rule + "\n";

  size_t shown = options.rowLimit < 0 ? rows.size() : std::min(rows.size(), static_cast<size_t>(options.rowLimit));
  std::vector<uint32_t> order = orderedRows(rows, options.sortBy);
  order.resize(shown);
  for (uint32_t index : order) {
    const model::Row &row = rows[index];
    std::string name = printable(row.name);
    std::string line;
    appendCell(line, options.maxNameColumnWidth ? cutName(name, *options.maxNameColumnWidth) : name, nameWidth);
    appendCell(line, formatShare(row.selfNs, profile.selfTotalNs), numberWidth);
    appendCell(line, formatTime(static_cast<double>(row.selfNs), options.timeUnit), numberWidth);
    appendCell(line, formatShare(row.totalNs, profile.selfTotalNs), numberWidth);
    appendCell(line, formatTime(static_cast<double>(row.totalNs), options.timeUnit), numberWidth);
    appendCell(line, formatAverage(row.totalNs, row.calls, options.timeUnit), numberWidth);
    if (profile.hasUsage.deviceTime) {
      uint64_t self = row.selfUsage.deviceNs, total = row.usage.deviceNs;
      appendCell(line, formatTime(static_cast<double>(self), options.timeUnit), numberWidth);
      appendCell(line, formatShare(self, profile.selfDeviceTotalNs), numberWidth);
      appendCell(line, formatTime(static_cast<double>(total), options.timeUnit), numberWidth);
      appendCell(line, formatAverage(total, row.calls, options.timeUnit), numberWidth);
    }
    for (const MemoryColumn &column : memory)
      appendCell(line, column.isCount ? std::to_string(column.number(row)) : formatMemory(column.number(row)),
                 numberWidth);
    appendCell(line, std::to_string(row.calls), numberWidth);
    if (shapesWidth)
      appendCell(line, firstCharacters(printable(row.shapes), shapesWidth), shapesWidth);
    if (moduleWidth)
      appendLeft(line, cutFront(printable(row.place), moduleWidth), moduleWidth);
    if (flopsUnit)
      appendCell(line, formatFlops(row.flops, *flopsUnit), numberWidth);
    table += line + "\n";
  }
  table += rule + "\n";
  table += "Self CPU time total: " + formatTime(static_cast<double>(profile.selfTotalNs), options.timeUnit) + "\n";
  if (profile.hasUsage.deviceTime)
    table +=
        "Self CUDA time total: " + formatTime(static_cast<double>(profile.selfDeviceTotalNs), options.timeUnit) + "\n";
  if (size_t more = rows.size() - shown)
    table += std::to_string(more) + (more == 1 ? " more row: " : " more rows: ") + options.allRowsBy + " shows all\n";
  return table + memoryReport(profile) + compensationReport(profile) + costReport(profile) + lossReport(profile);
}

}  // namespace autoscope::report
