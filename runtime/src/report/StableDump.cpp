#include "report/StableDump.h"

#include "model/ModuleStack.h"
#include "model/RowIndex.h"
#include "model/ScopeWalk.h"
#include "record/ArgumentText.h"
#include "report/Utf8.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace autoscope::report {

namespace {

struct Run {
  uint32_t tree;
  uint64_t count;
  bool operator<(const Run &other) const { return std::tie(tree, count) < std::tie(other.tree, other.count); }
};

// A forest in which equal trees are one: number, label and children of each.
class Forest {
public:
  uint32_t label(const std::string &text) {
    auto [place, isNew] = labelNumbers_.try_emplace(text, static_cast<uint32_t>(labels_.size()));
    if (isNew)
      labels_.push_back(&place->first);
    return place->second;
  }

  uint32_t tree(uint32_t labelNumber, std::vector<Run> children) {
    Tree tree{labelNumber, std::move(children)};
    auto [place, isNew] = numbers_.try_emplace(std::move(tree), static_cast<uint32_t>(trees_.size()));
    if (isNew)
      trees_.push_back(&place->first);
    return place->second;
  }

  template <class Emit> void print(const std::vector<Run> &roots, Emit &&emit) const {
    struct Item {
      Run run;
      size_t depth;
    };
    std::vector<Item> pending;
    auto push = [&pending](const std::vector<Run> &runs, size_t depth) {
      for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        pending.push_back({*run, depth});
    };
    push(roots, 1);
    while (!pending.empty()) {
      Item item = pending.back();
      pending.pop_back();
      const Tree &tree = *trees_[item.run.tree];
      emit(item.depth, *labels_[tree.label], item.run.count);
      push(tree.children, item.depth + 1);
    }
  }

private:
  struct Tree {
    uint32_t label;
    std::vector<Run> children;
    bool operator<(const Tree &other) const {
      return std::tie(label, children) < std::tie(other.label, other.children);
    }
  };
  std::map<std::string, uint32_t> labelNumbers_;
  std::vector<const std::string *> labels_;
  std::map<Tree, uint32_t> numbers_;
  std::vector<const Tree *> trees_;
};

std::string textOf(const model::HasUsage &has, const model::Usage &memory) {
  std::string text;
  if (has.cpu)
    text += " memory=" + std::to_string(memory.cpu);
  if (has.device)
    text += " device-memory=" + std::to_string(memory.device);
  return text;
}

std::string textOf(const record::HeapUse &heap) {
  return " allocated=" + std::to_string(heap.allocated) + " allocations=" + std::to_string(heap.allocations) +
         " frees=" + std::to_string(heap.frees) + " peak=" + std::to_string(heap.peak);
}

void addRun(std::vector<Run> &runs, uint32_t tree) {
  if (!runs.empty() && runs.back().tree == tree)
    ++runs.back().count;
  else
    runs.push_back({tree, 1});
}

// Collects one thread. Scopes come latest first, so children are gathered in reverse and turned when their parent is
// complete, which is when a scope of its level or above comes.
class ThreadTree {
public:
  ThreadTree(const record::SessionReader &session, const model::RowIndex &rows, model::ModuleStack &modules,
             Forest &forest)
      : names_(session.names()), rows_(rows), modules_(modules), forest_(forest) {}

  void visit(const model::Scope &scope) {
    closeTo(scope.level);
    const model::ModuleFrame &frame = modules_.enter(scope);
    open_.push_back({labelOf(scope, frame.isModule ? frame.module : 0), {}});
  }

  void visitBeside(const model::Scope &scope) { addRun(beside_, forest_.tree(labelOf(scope, 0), {})); }

  std::vector<Run> finish() {
    closeTo(0);
    roots_.insert(roots_.begin(), beside_.begin(), beside_.end());
    std::reverse(roots_.begin(), roots_.end());
    return std::move(roots_);
  }

private:
  struct Open {
    uint32_t label;
    std::vector<Run> children;
  };

  void closeTo(size_t level) {
    while (open_.size() > level) {
      Open scope = std::move(open_.back());
      open_.pop_back();
      std::reverse(scope.children.begin(), scope.children.end());
      uint32_t tree = forest_.tree(scope.label, std::move(scope.children));
      addRun(open_.empty() ? roots_ : open_.back().children, tree);
    }
  }

  // Asked once per scope, so the text is made once per combination.
  uint32_t labelOf(const model::Scope &scope, uint32_t module) {
    std::string memory = textOf(scope.hasUsage, scope.usage);
    if (scope.hasHeap)
      memory += textOf(scope.heap);
    auto key = std::make_tuple(scope.site, module, scope.args, scope.flops, scope.finished, scope.cutByLongjmp,
                               scope.isCall(), memory);
    auto [place, isNew] = labels_.try_emplace(key);
    if (isNew) {
      std::string text = rows_.nameOfRow[rows_.rowOfSite[scope.site]];
      if (module)
        text += " [" + modules_.modules()[module].hierarchy + "]";
      if (scope.args)
        text += " " + record::readableArguments(names_.string(scope.args));
      if (scope.flops)
        text += " flops=" + std::to_string(scope.flops);
      text += memory;
      if (!scope.isCall())
        text += " (resumed)";
      if (!scope.finished)
        text += " (open)";
      if (scope.cutByLongjmp)
        text += " (longjmp)";
      place->second = forest_.label(printable(text));
    }
    return place->second;
  }

  const record::MetaLog &names_;
  const model::RowIndex &rows_;
  model::ModuleStack &modules_;
  Forest &forest_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint64_t, bool, bool, bool, std::string>, uint32_t> labels_;
  std::vector<Open> open_;
  std::vector<Run> roots_;
  std::vector<Run> beside_;  // steps that overlap calls: behind all others
};

// Labels are numbered in order of appearance, which differs between runs, so threads are compared by their text.
std::string textOf(const Forest &forest, const std::vector<Run> &roots) {
  std::string text;
  forest.print(roots, [&text](size_t depth, const std::string &label, uint64_t count) {
    text.append(2 * depth, ' ');
    text += label;
    if (count > 1)
      text += " x" + std::to_string(count);
    text += '\n';
  });
  return text;
}

}  // namespace

void writeStableDump(const record::SessionReader &session, OutputStream &out) {
  model::RowIndex rows(session.names());
  model::ModuleStack modules(session.names());
  Forest forest;
  uint32_t pid = session.header().pid;
  std::string_view mainName;
  for (const auto &[uid, thread] : session.names().threads())
    if (thread.tid == pid)
      mainName = thread.name;

  // A thread that nobody named has the name of the main thread, which is the program's.
  std::map<std::tuple<bool, std::string, std::string>, uint64_t> threads;
  for (const record::Thread &thread : session.threads()) {
    ThreadTree tree(session, rows, modules, forest);
    model::ScopeWalk(session, thread)
        .run([&tree](const model::Scope &scope) { tree.visit(scope); },
             [&tree](const model::Scope &scope) { tree.visitBeside(scope); });
    std::string text = textOf(forest, tree.finish());
    if (text.empty())
      continue;
    bool main = thread.tid == pid;
    std::string title = "thread";
    if (main)
      title += " main";
    else if (!thread.name.empty() && thread.name != mainName)
      title += " \"" + printable(thread.name) + "\"";
    ++threads[{!main, title, text}];
  }
  std::set<std::string> throttled;
  for (const auto &[id, site] : session.names().throttled())
    if (uint32_t index = session.names().siteIndex(id))
      throttled.insert(printable(rows.nameOfRow[rows.rowOfSite[index]]));
  for (const auto &[key, count] : threads) {
    out.buffer() += std::get<1>(key);
    if (count > 1)
      out.buffer() += " x" + std::to_string(count);
    out.buffer() += "\n" + std::get<2>(key);
    out.drain();
  }
  for (const std::string &name : throttled)
    out.buffer() += "throttled " + name + "\n";
}

}  // namespace autoscope::report
