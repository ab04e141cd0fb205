// Lists as torch's table and as text for data frames.
#include "report/RowsText.h"
#include "report/TorchOrder.h"
#include "report/TorchTable.h"
#include "results/Lists.h"
#include "results/Text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace autoscope;
using namespace autoscope::results;

namespace {

std::vector<std::string> linesOf(const char *text) {
  std::vector<std::string> lines;
  for (std::string_view rest = text ? text : ""; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

std::optional<size_t> widthOf(int64_t most) {
  return most < 0 ? std::nullopt : std::optional<size_t>(static_cast<size_t>(most));
}

report::TimeUnit unitOf(std::string_view name) {
  return name == "s"    ? report::TimeUnit::Seconds
         : name == "ms" ? report::TimeUnit::Milliseconds
         : name == "us" ? report::TimeUnit::Microseconds
                        : report::TimeUnit::Automatic;
}

}  // namespace

extern "C" {

char *autoscope_list_table(const autoscope_list *list, const autoscope_table *table, autoscope_failure *failure) {
  return orFail(failure, [&]() -> char * {
    report::TorchTable options;
    options.sortBy = table->sort_by ? table->sort_by : "";
    options.rowLimit = table->row_limit;
    options.srcWidth = widthOf(table->source_width);
    options.nameWidth = widthOf(table->name_width);
    options.shapesWidth = widthOf(table->shapes_width);
    if (table->header)
      options.header = table->header;
    options.topLevelOnly = table->flags & 1;
    options.memoryUnits = table->flags & 2 ? report::MemoryUnits::OfTorch113 : report::MemoryUnits::Newest;
    options.unit = unitOf(table->time_unit ? table->time_unit : "");
    options.columns = linesOf(table->columns);
    std::string error, text = report::formatTorchTable(list->asAverages(), options, error);
    if (!error.empty()) {
      std::vector<std::string> choices = report::torchSortKeys();
      if (std::find(choices.begin(), choices.end(), options.sortBy) != choices.end() || options.sortBy.empty())
        choices = report::torchColumns();
      fail(failure, autoscope_bad_usage, error, joined(choices));
      return nullptr;
    }
    return copyOf(text + list->losses);
  });
}

char *autoscope_list_text(const autoscope_list *list, unsigned format, autoscope_failure *failure) {
  return orFail(failure, [&] {
    if (format == 1)
      return copyOf(list->isOfEvents ? report::eventsJson(list->events) : report::rowsJson(list->averages));
    return copyOf(list->isOfEvents ? report::eventsCsv(list->events) : report::rowsCsv(list->averages));
  });
}

}  // extern "C"
