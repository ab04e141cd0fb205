#include "report/TorchTable.h"

#include "report/Utf8.h"

#include <algorithm>
#include <functional>

namespace autoscope::report {

namespace {

using model::Average;

constexpr size_t numberWidth = 12;
constexpr size_t margin = 4;
constexpr size_t gap = 2;  // after every column, also the last
constexpr size_t mostFrames = 5;

double toUs(double ns) {
  return ns / 1000;
}

struct Column {
  std::string title;
  size_t width = numberWidth;
  std::function<std::string(const Average &)> cell;
  bool left = false;
};

std::string widthLimited(std::string_view text, const std::optional<size_t> &width) {
  return std::string(width ? firstCharacters(text, *width) : text);
}

// The end of `text`; the dots replace its first characters, if that leaves any.
std::string trimPath(const std::string &text, size_t width) {
  size_t length = countCharacters(text);
  if (length <= width)
    return text;
  std::string_view end = std::string_view(text).substr(firstCharacters(text, length - width).size());
  if (width <= 3)
    return std::string(end);
  return "..." + std::string(end.substr(firstCharacters(end, 3).size()));
}

class TableText {
public:
  TableText(const std::vector<Average> &rows, const TorchTable &table) : table_(table) {
    for (const Average &row : rows)
      rows_.push_back(&row);
  }

  // Empty, or what is unknown.
  std::string prepare();
  std::string write();

private:
  template <class Predicate> bool any(Predicate &&predicate) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Average *row) { return predicate(*row); });
  }
  // Of all rows, not only of those below the limit: the layout does not depend on what is shown.
  template <class Text> size_t widthOf(Text &&text, const std::optional<size_t> &most) const {
    size_t longest = 0;
    for (const Average *row : rows_)
      longest = std::max(longest, countCharacters(text(*row)));
    return std::min(longest + margin, most.value_or(longest + margin));
  }
  void add(std::string title, std::function<std::string(const Average &)> cell) {
    columns_.push_back({std::move(title), numberWidth, std::move(cell)});
  }
  std::string time(std::optional<int64_t> ns) const {
    return ns ? formatMicroseconds(toUs(static_cast<double>(*ns)), table_.unit) : "-";
  }
  std::string average(std::optional<int64_t> ns, uint64_t count) const {
    return ns ? formatMicroseconds(averageUs(*ns, count), table_.unit) : "-";
  }
  std::string share(std::optional<int64_t> ns, double sumUs) const;
  std::string memory(const std::optional<int64_t> &bytes) const {
    return bytes ? formatMemory(*bytes, table_.memoryUnits) : "-";
  }
  void addTimes();
  std::string addSpread();
  void addDevice();
  void addMemory();
  void addWords();
  void addFlops();
  std::string line(const std::function<std::string(const Column &)> &cell) const;

  const TorchTable &table_;
  std::vector<const Average *> rows_;
  std::vector<Column> columns_;
  size_t sourceColumn_ = 0;  // 0: none
  bool hasDevice_ = false;
  double selfUs_ = 0, selfDeviceUs_ = 0;  // of all rows, added in torch's order
};

std::string TableText::share(std::optional<int64_t> ns, double sumUs) const {
  if (!ns)
    return "-";
  return formatPercent(toUs(static_cast<double>(*ns)), sumUs);
}

void TableText::addTimes() {
  add("Self CPU %", [this](const Average &row) { return share(row.selfCpuNs, selfUs_); });
  add("Self CPU", [this](const Average &row) { return time(row.selfCpuNs); });
  add("CPU total %", [this](const Average &row) { return row.isAsync ? "0" : share(row.cpuNs, selfUs_); });
  add("CPU total", [this](const Average &row) { return time(row.cpuNs); });
  add("CPU time avg", [this](const Average &row) { return average(row.cpuNs, row.count); });
}

std::string TableText::addSpread() {
  for (const std::string &name : table_.columns) {
    const SpreadColumn *column = spreadColumn(name);
    if (!column)
      return unknownName("column", name, torchColumns());
    add(column->title,
        [this, column](const Average &row) { return formatMicroseconds(toUs(column->ns(row.spread)), table_.unit); });
  }
  return {};
}

void TableText::addDevice() {
  const std::string &device = table_.device;
  hasDevice_ = any([](const Average &row) { return row.selfDeviceNs.value_or(0) > 0; });
  if (!hasDevice_)
    return;
  add("Self " + device, [this](const Average &row) { return time(row.selfDeviceNs); });
  add("Self " + device + " %", [this](const Average &row) { return share(row.selfDeviceNs, selfDeviceUs_); });
  add(device + " total", [this](const Average &row) { return time(row.deviceNs); });
  add(device + " time avg", [this](const Average &row) { return average(row.deviceNs, row.count); });
}

void TableText::addMemory() {
  if (!any([](const Average &row) { return row.cpuMemory || row.selfCpuMemory; }))
    return;
  add("CPU Mem", [this](const Average &row) { return memory(row.cpuMemory); });
  add("Self CPU Mem", [this](const Average &row) { return memory(row.selfCpuMemory); });
  if (any([](const Average &row) { return row.peak.has_value(); })) {
    add("Peak", [this](const Average &row) { return memory(row.peak); });
    add("# of Allocs",
        [](const Average &row) { return row.allocations ? std::to_string(*row.allocations) : std::string("-"); });
  }
  if (!any([](const Average &row) { return row.selfDeviceMemory.value_or(0) > 0; }))
    return;
  add(table_.device + " Mem", [this](const Average &row) { return memory(row.deviceMemory); });
  add("Self " + table_.device + " Mem", [this](const Average &row) { return memory(row.selfDeviceMemory); });
}

// Columns of text behind the numbers.
void TableText::addWords() {
  if (any([](const Average &row) { return row.nodeId != -1; }))
    add("Node ID", [](const Average &row) { return std::to_string(row.nodeId); });
  if (any([](const Average &row) { return !row.shapes.empty() && row.shapes != "[]"; })) {
    size_t width = widthOf([](const Average &row) -> const std::string & { return row.shapes; }, table_.shapesWidth);
    columns_.push_back(
        {"Input Shapes", width, [width](const Average &row) { return widthLimited(printable(row.shapes), width); }});
  }
  size_t longest = 0;
  for (const Average *row : rows_)
    for (const std::string &frame : row->stack)
      longest = std::max(longest, countCharacters(frame));
  if (longest != 0) {
    size_t width = std::min(longest + margin, table_.srcWidth.value_or(longest + margin));
    sourceColumn_ = columns_.size();
    columns_.push_back(
        {"Source Location", width,
         [width](const Average &row) { return row.stack.empty() ? "" : trimPath(printable(row.stack[0]), width); },
         true});
  }
  auto addPlace = [this](const char *title, std::string Average::*member) {
    if (!any([member](const Average &row) { return !(row.*member).empty(); }))
      return;
    size_t width =
        widthOf([member](const Average &row) -> const std::string & { return row.*member; }, table_.srcWidth);
    columns_.push_back(
        {title, width, [width, member](const Average &row) { return trimPath(printable(row.*member), width); }, true});
  };
  addPlace("Module", &Average::module);
  addPlace("Thread", &Average::thread);
}

// The least of all rows decides the unit.
void TableText::addFlops() {
  uint64_t least = 0;
  for (const Average *row : rows_)
    if (row->flops && (least == 0 || row->flops < least))
      least = row->flops;
  if (least == 0)
    return;
  FlopsUnit unit = flopsUnitFor(least);
  add(std::string("Total ") + unit.name, [unit](const Average &row) { return formatFlops(row.flops, unit); });
}

std::string TableText::prepare() {
  if (!orderRows(rows_, table_.sortBy))
    return unknownName("sort key", table_.sortBy, torchSortKeys());
  for (const Average *row : rows_) {
    selfUs_ += toUs(static_cast<double>(row->selfCpuNs));
    if (row->isDevice)
      selfDeviceUs_ += toUs(static_cast<double>(row->selfDeviceNs.value_or(0)));
  }
  const std::optional<size_t> &most = table_.nameWidth;
  columns_.push_back(
      {"Name", widthOf([](const Average &row) -> const std::string & { return row.key; }, most),
       [most](const Average &row) { return most ? cutName(printable(row.key), *most) : printable(row.key); }});
  addTimes();
  if (std::string unknown = addSpread(); !unknown.empty())
    return unknown;
  addDevice();
  addMemory();
  add("# of Calls", [](const Average &row) { return std::to_string(row.count); });
  addWords();
  addFlops();
  return {};
}

std::string TableText::line(const std::function<std::string(const Column &)> &cell) const {
  std::string text;
  for (const Column &column : columns_) {
    text += column.left ? padRight(cell(column), column.width) : padLeft(cell(column), column.width);
    text.append(gap, ' ');
  }
  return text + "\n";
}

std::string TableText::write() {
  std::string rule = line([](const Column &column) { return std::string(column.width, '-'); });
  std::string doubleRule(rule.size() - 1 - gap, '=');
  std::string text;
  if (table_.header)
    text += doubleRule + "\n" + *table_.header + "\n";
  if (table_.topLevelOnly)
    text += doubleRule + "\nThis report only display top-level ops statistics\n";
  text += rule + line([](const Column &column) { return column.title; }) + rule;
  int64_t shown = 0;
  for (const Average *row : rows_) {
    if (shown == table_.rowLimit)
      break;
    if (table_.topLevelOnly && !row->isTopLevel)
      continue;
    ++shown;
    text += line([row](const Column &column) { return column.cell(*row); });
    if (sourceColumn_ == 0)
      continue;
    const Column *source = &columns_[sourceColumn_];
    for (size_t frame = 1; frame < std::min(row->stack.size(), mostFrames); ++frame)
      text += line([&](const Column &column) {
        return &column == source ? trimPath(printable(row->stack[frame]), column.width) : std::string();
      });
    text += line([](const Column &) { return std::string(); });
  }
  text += rule + "Self CPU time total: " + formatMicroseconds(selfUs_, table_.unit) + "\n";
  if (hasDevice_)
    text += "Self " + table_.device + " time total: " + formatMicroseconds(selfDeviceUs_, table_.unit) + "\n";
  return text;
}

}  // namespace

std::string formatTorchTable(const std::vector<model::Average> &rows, const TorchTable &table, std::string &error) {
  TableText text(rows, table);
  error = text.prepare();
  if (!error.empty() || rows.empty())
    return {};
  return text.write();
}

}  // namespace autoscope::report
