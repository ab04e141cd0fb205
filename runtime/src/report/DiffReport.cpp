#include "report/DiffReport.h"

#include "report/TorchOrder.h"
#include "report/Utf8.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace autoscope::report {

namespace {

using model::Average;

constexpr size_t numberWidth = 12;
constexpr size_t margin = 4;
constexpr size_t gap = 2;

struct Side {
  bool exists = false;
  long double value = 0;
  uint64_t calls = 0;
};

struct Row {
  std::string name;
  Side before, after;
  long double change() const { return after.value - before.value; }
};

// What is the same in both.
using Key = std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>>;

std::string nameOf(const Average &row) {
  std::string name = row.key;
  if (!row.shapes.empty())
    name += " " + row.shapes;
  if (!row.module.empty())
    name += " in " + row.module;
  if (!row.thread.empty())
    name += " on " + row.thread;
  for (const std::string &frame : row.stack)
    name += " < " + frame;
  return name;
}

std::string signedPercent(long double before, long double after) {
  if (before == 0)
    return after == 0 ? "0.00%" : "from 0";
  return fmt::format("{:+.2f}%", static_cast<double>((after - before) * 100 / std::fabs(before)));
}

class DiffTable {
public:
  DiffTable(const Metric &metric, const DiffOptions &options) : metric_(metric), options_(options) {}

  void add(const std::vector<Average> &rows, Side Row::*side);
  Diff write();

private:
  // Only of such the sum over rows is something.
  bool isAdditive() const {
    std::string_view name = metric_.name;
    return name.substr(0, 5) == "self_" || metric_.unit == Metric::Unit::Plain;
  }
  std::string number(long double value) const;
  std::string change(const Row &row) const;
  std::string cells(const std::string &name, const std::vector<std::string> &numbers, char fill = ' ') const;
  bool grew(long double before, long double after) const {
    return after > before + std::fabs(before) * static_cast<long double>(*options_.threshold);
  }
  void order();
  void judge(Diff &diff) const;

  const Metric &metric_;
  const DiffOptions &options_;
  std::vector<Row> rows_;
  std::map<Key, size_t> index_;
  long double before_ = 0, after_ = 0;  // of all rows
  size_t nameWidth_ = 0;
};

void DiffTable::add(const std::vector<Average> &rows, Side Row::*side) {
  for (const Average &row : rows) {
    auto [place, isNew] = index_.try_emplace(Key(row.key, row.shapes, row.module, row.thread, row.stack), rows_.size());
    if (isNew)
      rows_.push_back({printable(nameOf(row)), {}, {}});
    Side &sum = rows_[place->second].*side;
    sum.exists = true;
    sum.value += metric_.of(row);
    sum.calls += row.count;
  }
}

std::string DiffTable::number(long double value) const {
  auto plain = static_cast<double>(value);
  auto time = [this](double us) { return (us < 0 ? "-" : "") + formatMicroseconds(std::fabs(us), options_.unit); };
  switch (metric_.unit) {
  case Metric::Unit::Microseconds:
    return time(plain);
  case Metric::Unit::Nanoseconds:
    return time(plain / 1000);
  case Metric::Unit::Bytes:
    return formatMemory(static_cast<int64_t>(value));
  case Metric::Unit::Plain:
    return fmt::format("{:.0f}", plain);
  }
  return {};
}

std::string DiffTable::change(const Row &row) const {
  return (row.change() > 0 ? "+" : "") + number(row.change());
}

std::string DiffTable::cells(const std::string &name, const std::vector<std::string> &numbers, char fill) const {
  std::string line = padLeft(name, nameWidth_) + std::string(gap, ' ');
  if (fill != ' ')
    line = std::string(nameWidth_, fill) + std::string(gap, ' ');
  for (const std::string &text : numbers)
    line += (fill == ' ' ? padLeft(text, numberWidth) : std::string(numberWidth, fill)) + std::string(gap, ' ');
  return line + "\n";
}

void DiffTable::order() {
  auto by = [this](auto &&value) {
    std::stable_sort(rows_.begin(), rows_.end(), [&](const Row &a, const Row &b) { return value(a) > value(b); });
  };
  switch (options_.order) {
  case DiffOrder::Change:
    return by([](const Row &row) { return std::fabs(row.change()); });
  case DiffOrder::Before:
    return by([](const Row &row) { return row.before.value; });
  case DiffOrder::After:
    return by([](const Row &row) { return row.after.value; });
  case DiffOrder::Name:
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row &a, const Row &b) { return a.name < b.name; });
  }
}

void DiffTable::judge(Diff &diff) const {
  if (!options_.threshold)
    return;
  if (std::none_of(rows_.begin(), rows_.end(), [](const Row &row) { return row.before.exists && row.after.exists; })) {
    diff.error =
        options_.beforeName + " and " + options_.afterName + " have no row in common: there is nothing to judge";
    return;
  }
  // By amounts: what was freed is negative, and may cancel what was allocated.
  auto amountOf = [](const Row &row) { return std::max(std::fabs(row.before.value), std::fabs(row.after.value)); };
  long double allBefore = 0, allAfter = 0, greatest = 0;
  for (const Row &row : rows_) {
    allBefore += std::fabs(row.before.value);
    allAfter += std::fabs(row.after.value);
    greatest = std::max(greatest, amountOf(row));
  }
  long double all = isAdditive() ? std::max(allBefore, allAfter) : greatest;
  std::string what;
  auto note = [&](const std::string &name, long double before, long double after) {
    diff.grown.push_back(name);
    what += "  " + name + ": " + number(before) + " -> " + number(after) + " (" + signedPercent(before, after) + ")\n";
  };
  if (isAdditive() && grew(before_, after_))
    note("total", before_, after_);
  for (const Row &row : rows_)
    if (row.before.exists && row.after.exists && grew(row.before.value, row.after.value) &&
        amountOf(row) >= all * static_cast<long double>(options_.leastShare))
      note(row.name, row.before.value, row.after.value);
  std::string limit = fmt::format("{:.2f}%", *options_.threshold * 100);
  diff.text += what.empty() ? "Nothing grew by more than " + limit + "\n" : "Grew by more than " + limit + ":\n" + what;
}

Diff DiffTable::write() {
  Diff diff;
  size_t longest = 4;
  for (const Row &row : rows_) {
    before_ += row.before.value;
    after_ += row.after.value;
    longest = std::max(longest, countCharacters(row.name));
  }
  order();
  nameWidth_ = std::min(longest + margin, options_.nameWidth.value_or(longest + margin));
  const std::vector<std::string> titles = {"Before", "After", "Change", "Change %", "Calls before", "Calls after"};
  std::string rule = cells("", titles, '-');
  diff.text = rule + cells("Name", titles) + rule;
  size_t shown = options_.rowLimit < 0 ? rows_.size() : std::min(rows_.size(), static_cast<size_t>(options_.rowLimit));
  for (size_t i = 0; i < shown; ++i) {
    const Row &row = rows_[i];
    auto side = [&](const Side &s) { return s.exists ? number(s.value) : "-"; };
    auto calls = [](const Side &s) { return s.exists ? std::to_string(s.calls) : "-"; };
    std::string percent = !row.before.exists  ? "new"
                          : !row.after.exists ? "gone"
                                              : signedPercent(row.before.value, row.after.value);
    diff.text += cells(options_.nameWidth ? cutName(row.name, *options_.nameWidth) : row.name,
                       {side(row.before), side(row.after), change(row), percent, calls(row.before), calls(row.after)});
  }
  diff.text += rule;
  if (isAdditive())
    diff.text += std::string("Total of ") + metric_.name + ": " + number(before_) + " before, " + number(after_) +
                 " after, " + signedPercent(before_, after_) + "\n";
  if (size_t more = rows_.size() - shown)
    diff.text += std::to_string(more) + (more == 1 ? " more row" : " more rows") + ": --limit -1 shows all\n";
  judge(diff);
  return diff;
}

}  // namespace

Diff diffOf(const std::vector<Average> &before, const std::vector<Average> &after, const DiffOptions &options) {
  const Metric *metric = metricOf(options.metric);
  if (!metric) {
    std::vector<std::string> valid = torchSortKeys();
    valid.pop_back();  // `key`, which is text
    return {"", {}, unknownName("metric", options.metric, valid)};
  }
  for (auto [rows, name] : {std::pair(&before, &options.beforeName), std::pair(&after, &options.afterName)})
    if (!rows->empty() && !isRecorded(*metric, *rows))
      return {"", {}, *name + " has no " + metric->name + ": it was not recorded"};
  DiffTable table(*metric, options);
  table.add(before, &Row::before);
  table.add(after, &Row::after);
  return table.write();
}

}  // namespace autoscope::report
