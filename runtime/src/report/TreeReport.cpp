#include "report/TreeReport.h"

#include "report/CostReport.h"
#include "report/LossReport.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <algorithm>
#include <array>

namespace autoscope::report {

namespace {

constexpr size_t numberWidth = 12;
constexpr size_t leastName = 10;

struct Line {
  std::string name;  // indented
  std::string type;
  std::vector<std::string> numbers;
};

// What tells one row from another: the end of a path, the beginning of a function.
std::string cut(const std::string &name, size_t width, const TreeOptions &options) {
  bool isPath = options.tree == TreeOf::Modules && options.moduleNames == model::ModuleNames::Path;
  return isPath ? cutFront(name, width) : cutName(name, width);
}

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
    std::string indentation(size_t{2} * item.depth, ' ');
    if (options.maxNameWidth)
      line.name =
          cut(line.name, std::max(*options.maxNameWidth, indentation.size() + leastName) - indentation.size(), options);
    line.name.insert(0, indentation);
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

using Cells = std::vector<std::string>;

std::string layOut(const std::vector<Line> &lines, const char *title, bool types, const Cells &headings) {
  size_t nameWidth = countCharacters(title), typeWidth = countCharacters("Type");
  for (const Line &line : lines) {
    nameWidth = std::max(nameWidth, countCharacters(line.name));
    typeWidth = std::max(typeWidth, countCharacters(line.type));
  }
  std::string text, rule;
  auto row = [&](std::string_view name, std::string_view type, const Cells &numbers) {
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
  for (size_t i = 0; i < headings.size(); ++i)
    rule += "  " + std::string(numberWidth, '-');
  rule += "\n";

  text += rule;
  row(title, "Type", headings);
  text += rule;
  for (const Line &line : lines)
    row(line.name, line.type, line.numbers);
  text += rule;
  return text;
}

std::string timeOf(uint64_t ns) {
  return formatTime(static_cast<double>(ns));
}

const Cells callHeadings = {"# of Calls", "CPU total", "% of parent", "Self CPU", "CPU time avg"};
const Cells stepHeadings = {"# of Steps", "# of Calls", "CPU min", "CPU median", "CPU max", "Slowest step"};

Cells callCells(const model::Counts &counts, uint64_t parentNs) {
  return {std::to_string(counts.calls), timeOf(counts.totalNs), formatShare(counts.totalNs, parentNs),
          timeOf(counts.selfNs), formatAverage(counts.totalNs, counts.calls)};
}

// The last columns of a tree by calls: of GPU time, memory and FLOPs, as far as there are any; FLOPs as torch's, in the
// unit of the least that any node has.
template <class Nodes> class MoreColumns {
public:
  MoreColumns(const Nodes &nodes, const model::Profile &profile) : has_(profile.hasUsage), hasHeap_(profile.hasHeap) {
    has_.cpu = has_.cpu || hasHeap_;
    uint64_t least = ~uint64_t{0};
    for (const auto &node : nodes)
      if (node.flops)
        least = std::min(least, node.flops);
    if (least != ~uint64_t{0})
      unit_ = flopsUnitFor(least);
  }
  Cells headings() const {
    Cells cells = callHeadings;
    add(cells, {"CUDA total", "CPU Mem", "Peak", "Device Mem", unit_ ? std::string("Total ") + unit_->name : ""});
    return cells;
  }
  // A container has no calls, and so no peak of one.
  template <class Node> Cells with(Cells cells, const Node &node) const {
    add(cells, {timeOf(node.usage.deviceNs), formatMemory(node.usage.cpu),
                node.scopes ? formatMemory(static_cast<int64_t>(node.peakMemory)) : "-",
                formatMemory(node.usage.device), unit_ ? formatFlops(node.flops, *unit_) : ""});
    return cells;
  }

private:
  void add(Cells &cells, std::array<std::string, 5> more) const {
    const bool there[] = {has_.deviceTime, has_.cpu, hasHeap_, has_.device, unit_.has_value()};
    for (size_t i = 0; i < more.size(); ++i)
      if (there[i])
        cells.push_back(std::move(more[i]));
  }
  model::HasUsage has_;
  bool hasHeap_;
  std::optional<FlopsUnit> unit_;
};

// A container was never called: only what ran below it is known.
Cells moduleCells(const model::ModuleNode &module, uint64_t parentNs) {
  if (module.scopes)
    return callCells(module, parentNs);
  return {"-", timeOf(module.totalNs), formatShare(module.totalNs, parentNs), "-", "-"};
}

Cells stepCells(const model::ModuleNode &module) {
  const model::StepTimes &times = module.steps;
  std::string calls = module.scopes ? std::to_string(times.calls) : "-";
  if (times.steps == 0)
    return {"0", calls, "-", "-", "-", "-"};
  return {std::to_string(times.steps),  calls, timeOf(times.leastNs), timeOf(times.medianNs), timeOf(times.mostNs),
          std::to_string(times.slowest)};
}

std::string moduleName(const std::vector<model::ModuleNode> &modules, uint32_t node, const TreeOptions &options) {
  const model::ModuleNode &entry = modules[node];
  if (options.moduleNames == model::ModuleNames::Path)
    return printable(options.localNames ? entry.module.name : pathBelowRoot(modules, node));
  std::string name = (entry.module.parent ? entry.module.name : "TOP") + "(" + entry.module.type + ")";
  return printable(entry.method.empty() ? name : name + "::" + entry.method);
}

// How long the step took that is shown: the whole of which an outermost module has its share.
uint64_t stepNs(const model::Profile &profile, const TreeOptions &options, uint32_t root) {
  uint64_t ns = 0;
  for (const model::Step &step : profile.steps)
    if (step.number == *options.step && (step.root == 0 || step.root == root))
      ns += step.ownNs;
  return ns;
}

// "step 3 of Net"; empty: all have ended.
std::string unfinishedSteps(const model::Profile &profile) {
  constexpr size_t most = 3;
  std::vector<const model::Step *> steps;
  for (const model::Step &step : profile.steps)
    if (!step.finished)
      steps.push_back(&step);
  if (steps.empty())
    return {};
  std::stable_sort(steps.begin(), steps.end(),
                   [](const model::Step *a, const model::Step *b) { return a->startNs < b->startNs; });
  bool one = steps.size() == 1;
  std::string text = one ? "Unfinished: step " : "Unfinished: steps ";
  for (size_t i = 0; i < steps.size() && i < most; ++i) {
    text += (i == 0 ? "" : i + 1 == steps.size() ? " and " : ", ") + std::to_string(steps[i]->number);
    if (steps[i]->root != 0)
      text += " of " + printable(profile.modules[steps[i]->root].module.hierarchy);
  }
  if (steps.size() > most)
    text += " and " + std::to_string(steps.size() - most) + " more";
  return text + (one ? " had not ended and is" : " had not ended and are") + " in no column: `--step " +
         std::to_string(steps[0]->number) + "` shows " + (one ? "it" : "one") + "\n";
}

std::string aboutSteps(const model::Profile &profile, const TreeOptions &options) {
  std::string of = options.stepFunction.empty() ? "a call of the outermost module"
                                                : "an outermost call of " + printable(options.stepFunction);
  if (options.step) {
    std::string took = options.stepFunction.empty() ? "" : "; this one took " + timeOf(stepNs(profile, options, 0));
    if (std::any_of(profile.steps.begin(), profile.steps.end(),
                    [&](const model::Step &step) { return step.number == *options.step && !step.finished; }))
      took += took.empty() ? "; it had not ended" : " and had not ended";
    return "Step " + std::to_string(*options.step) + " only; a step is " + of + ", counted from 0" + took + "\n";
  }
  std::string text = "A step is " + of + "; they are counted from 0\n";
  if (const model::StepTimes &times = profile.stepTimes; !options.stepFunction.empty() && times.steps != 0)
    text += std::to_string(times.steps) + (times.steps == 1 ? " step: " : " steps: ") + timeOf(times.leastNs) +
            " min, " + timeOf(times.medianNs) + " median, " + timeOf(times.mostNs) + " max (step " +
            std::to_string(times.slowest) + ")\n";
  return text + unfinishedSteps(profile);
}

// By steps only calls in them are shown, so siblings are ordered by these.
void orderSiblings(const std::vector<model::ModuleNode> &modules, std::vector<uint32_t> &siblings,
                   const TreeOptions &options) {
  bool byCallsInSteps = options.bySteps && options.sortBy == SortKey::count;
  orderModules(modules, siblings, byCallsInSteps ? SortKey::first : options.sortBy);
  if (byCallsInSteps)
    std::stable_sort(siblings.begin(), siblings.end(), [&](uint32_t first, uint32_t second) {
      return modules[first].steps.calls > modules[second].steps.calls;
    });
}

// By steps only what ran in one that is finished, and what is around that.
std::vector<bool> shownModules(const std::vector<model::ModuleNode> &modules, const TreeOptions &options) {
  std::vector<bool> shown(modules.size(), !options.bySteps);
  for (size_t node = modules.size(); options.bySteps && node-- > 1;)
    if (shown[node] || modules[node].steps.steps != 0)
      shown[node] = shown[modules[node].module.parent] = true;
  return shown;
}

std::string formatModules(const model::Profile &profile, const TreeOptions &options) {
  const std::vector<model::ModuleNode> &modules = profile.modules;
  MoreColumns more(modules, profile);
  std::vector<bool> shown = shownModules(modules, options);
  auto lines = flatten(
      modules, options,
      [&](std::vector<uint32_t> &siblings) {
        siblings.erase(std::remove_if(siblings.begin(), siblings.end(), [&](uint32_t node) { return !shown[node]; }),
                       siblings.end());
        orderSiblings(modules, siblings, options);
      },
      [&](uint32_t node) {
        uint32_t parent = modules[node].module.parent;
        uint64_t whole = parent         ? modules[parent].totalNs
                         : options.step ? stepNs(profile, options, node)
                                        : profile.selfTotalNs;
        return Line{moduleName(modules, node, options), printable(modules[node].module.type),
                    options.bySteps ? stepCells(modules[node])
                                    : more.with(moduleCells(modules[node], whole), modules[node])};
      });
  std::string text = layOut(lines, "Module", options.moduleNames == model::ModuleNames::Path,
                            options.bySteps ? stepHeadings : more.headings());
  if (options.bySteps || options.step)
    text += aboutSteps(profile, options);
  if (auto hidden = std::count(shown.begin() + 1, shown.end(), false))
    text += "Not shown: " + std::to_string(hidden) + (hidden == 1 ? " module" : " modules") +
            " that ran in no finished step\n";
  return text;
}

std::string formatCalls(const model::Profile &profile, const TreeOptions &options) {
  MoreColumns more(profile.calls, profile);
  auto lines = flatten(
      profile.calls, options, [&](std::vector<uint32_t> &siblings) { orderCalls(profile, siblings, options.sortBy); },
      [&](uint32_t node) {
        const model::CallNode &call = profile.calls[node];
        uint64_t whole = call.parent ? profile.calls[call.parent].totalNs : profile.selfTotalNs;
        return Line{printable(profile.rows[call.row].name), "", more.with(callCells(call, whole), call)};
      });
  return layOut(lines, "Function", false, more.headings());
}

}  // namespace

std::string formatTree(const model::Profile &profile, const TreeOptions &options) {
  std::string text = compensationHeading(profile);
  if (options.tree == TreeOf::Calls)
    text += formatCalls(profile, options);
  else if (profile.modules.size() > 1)
    text += formatModules(profile, options);
  else if (options.step)
    text = "No module ran in step " + std::to_string(*options.step) + ".\n";
  else
    text = "No module was entered: `autoscope tree --calls` of a kept session (`-o FILE.autoscope`) shows who called "
           "whom.\n";
  return text + compensationReport(profile) + lossReport(profile);
}

}  // namespace autoscope::report
