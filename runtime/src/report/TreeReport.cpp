#include "report/TreeReport.h"

#include "report/LossReport.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <algorithm>

namespace autoscope::report {

namespace {

constexpr size_t numberWidth = 12;

struct Line {
  std::string name;  // indented
  std::string type;
  const model::Counts *counts;
};

// Depth-first without recursion: a call tree may be a thousand levels deep and this runs in the user's process too.
template <class Nodes, class Order, class Describe>
std::vector<Line> flatten(const Nodes &nodes, const TreeOptions &options, Order &&order, Describe &&describe) {
  struct Item {
    uint32_t node, depth;
  };
  std::vector<Line> lines;
  std::vector<Item> pending;
  auto push = [&](uint32_t node, uint32_t depth) {
    if (depth >= options.maxDepth)
      return;
    std::vector<uint32_t> children = nodes[node].children;
    order(children);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      pending.push_back({*child, depth});
  };
  push(0, 0);
  while (!pending.empty()) {
    Item item = pending.back();
    pending.pop_back();
    Line line = describe(item.node);
    line.name.insert(0, std::string(size_t{2} * item.depth, ' '));
    lines.push_back(std::move(line));
    push(item.node, item.depth + 1);
  }
  return lines;
}

// `layer1.0` of `net.layer1.0`: what people search for, and the same under any root. A root goes by its own name.
std::string pathBelowRoot(const std::vector<model::ModuleNode> &modules, uint32_t node) {
  const std::string &path = modules[node].module.hierarchy;
  uint32_t root = node;
  while (modules[root].module.parent != 0)
    root = modules[root].module.parent;
  return root == node ? path : path.substr(modules[root].module.hierarchy.size() + 1);
}

std::string layOut(const std::vector<Line> &lines, const char *title, bool types) {
  size_t nameWidth = countCharacters(title), typeWidth = countCharacters("Type");
  for (const Line &line : lines) {
    nameWidth = std::max(nameWidth, countCharacters(line.name));
    typeWidth = std::max(typeWidth, countCharacters(line.type));
  }
  std::string text, rule;
  auto row = [&](std::string_view name, std::string_view type, const std::string(&numbers)[4]) {
    text += padRight(name, nameWidth);
    if (types)
      text += "  " + padRight(type, typeWidth);
    for (const std::string &number : numbers)
      text += "  " + padLeft(number, numberWidth);
    text += "\n";
  };
  rule = std::string(nameWidth, '-');
  if (types)
    rule += "  " + std::string(typeWidth, '-');
  for (int i = 0; i < 4; ++i)
    rule += "  " + std::string(numberWidth, '-');
  rule += "\n";

  text += rule;
  row(title, "Type", {"# of Calls", "CPU total", "Self CPU", "CPU time avg"});
  text += rule;
  for (const Line &line : lines) {
    const model::Counts &counts = *line.counts;
    if (counts.scopes == 0) {
      row(line.name, line.type, {"-", "-", "-", "-"});
      continue;
    }
    row(line.name, line.type,
        {std::to_string(counts.calls), formatTime(static_cast<double>(counts.totalNs)),
         formatTime(static_cast<double>(counts.selfNs)), formatAverage(counts.totalNs, counts.calls)});
  }
  text += rule;
  return text;
}

}  // namespace

std::string formatTree(const model::Profile &profile, const TreeOptions &options) {
  std::string text;
  if (options.tree == TreeOf::Calls) {
    auto lines = flatten(
        profile.calls, options, [&](std::vector<uint32_t> &siblings) { orderCalls(profile, siblings, options.sortBy); },
        [&](uint32_t node) {
          return Line{printable(profile.rows[profile.calls[node].row].name), "", &profile.calls[node]};
        });
    text = layOut(lines, "Function", false);
  } else if (profile.modules.size() <= 1) {
    text = "No module was entered: `autoscope tree --calls` of a kept session (`-o FILE.autoscope`) shows who called "
           "whom.\n";
  } else {
    auto lines = flatten(
        profile.modules, options,
        [&](std::vector<uint32_t> &siblings) { orderModules(profile.modules, siblings, options.sortBy); },
        [&](uint32_t node) {
          const model::ModuleNode &module = profile.modules[node];
          return Line{printable(pathBelowRoot(profile.modules, node)), printable(module.module.type), &module};
        });
    text = layOut(lines, "Module", true);
  }
  return text + lossReport(profile);
}

}  // namespace autoscope::report
