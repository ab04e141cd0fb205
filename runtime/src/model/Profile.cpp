#include "model/Profile.h"

#include "model/ScopeWalk.h"
#include "record/SessionInfo.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace autoscope::model {

namespace {

// Finds the call node of (parent node, row). Open addressing: it is asked once per scope.
class CallIndex {
public:
  CallIndex() : slots_(1024) {}

  // The node, or 0: none yet; then set() it.
  uint32_t find(uint32_t parent, uint32_t row) {
    key_ = (uint64_t{parent} << 32 | row) + 1;
    for (slot_ = hash(key_) & (slots_.size() - 1); slots_[slot_].key; slot_ = (slot_ + 1) & (slots_.size() - 1))
      if (slots_[slot_].key == key_)
        return slots_[slot_].node;
    return 0;
  }

  // For the key of the last find().
  void set(uint32_t node) {
    slots_[slot_] = {key_, node};
    if (++used_ * 2 > slots_.size())
      grow();
  }

private:
  struct Slot {
    uint64_t key = 0;
    uint32_t node = 0;
  };

  static size_t hash(uint64_t key) { return key * 0x9e3779b97f4a7c15ull >> 29; }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot &slot : old) {
      if (!slot.key)
        continue;
      size_t place = hash(slot.key) & (slots_.size() - 1);
      while (slots_[place].key)
        place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
  uint64_t key_ = 0;
  size_t slot_ = 0;
};

// Scopes come latest first, so the last one to set `firstNs` is the first call; min() also covers several threads.
void addCall(Counts &counts, const Scope &scope, bool outermost) {
  ++counts.scopes;
  counts.calls += scope.isCall();
  counts.open += !scope.finished;
  counts.selfNs += scope.durationNs();
  if (outermost)
    counts.totalNs += scope.durationNs();
  counts.firstNs = std::min(counts.firstNs, scope.startNs);
}

class ProfileBuilder {
public:
  ProfileBuilder(const record::SessionReader &session, Detail detail, GroupBy groupBy)
      : session_(session), withCalls_(detail == Detail::Calls), rowIndex_(session.names(), groupBy),
        modules_(session.names()), rows_(rowIndex_.firstSiteOfRow.size()), rowActive_(rows_.size()), calls_(1),
        moduleCounts_(1), moduleActive_(1) {}

  Profile build(const Progress &progress);

private:
  struct Frame {
    uint32_t row, call;
    uint32_t module;  // the innermost module around and including this scope; 0: none
    bool isModule;
  };

  void visit(const Scope &scope);
  uint32_t addToCallTree(const Scope &scope, uint32_t row, uint32_t parent);
  void leaveTo(size_t level);
  void finishRows(Profile &profile);
  void finishModules(Profile &profile);
  void finishCalls(Profile &profile, const std::vector<uint32_t> &newRow);

  const record::SessionReader &session_;
  const bool withCalls_;
  RowIndex rowIndex_;
  ModuleTree modules_;
  std::vector<Counts> rows_;
  std::vector<uint32_t> rowActive_;  // how many scopes of the row are on the stack
  std::vector<CallNode> calls_;
  CallIndex callIndex_;
  std::vector<Counts> moduleCounts_;
  std::vector<uint32_t> moduleActive_;
  std::vector<Frame> stack_;
  uint64_t scopes_ = 0, open_ = 0;
  std::vector<uint32_t> newRow_;
};

void ProfileBuilder::leaveTo(size_t level) {
  while (stack_.size() > level) {
    const Frame &frame = stack_.back();
    --rowActive_[frame.row];
    if (frame.isModule)
      --moduleActive_[frame.module];
    stack_.pop_back();
  }
}

uint32_t ProfileBuilder::addToCallTree(const Scope &scope, uint32_t row, uint32_t parent) {
  uint32_t call = callIndex_.find(parent, row);
  if (call == 0) {
    call = static_cast<uint32_t>(calls_.size());
    callIndex_.set(call);
    calls_.emplace_back();
    calls_.back().row = row;
    calls_.back().parent = parent;
  }
  addCall(calls_[call], scope, true);
  calls_[parent].selfNs -= scope.durationNs();
  return call;
}

void ProfileBuilder::visit(const Scope &scope) {
  leaveTo(scope.level);
  Frame frame{rowIndex_.rowOfSite[scope.site], 0, 0, false};
  Frame parent = stack_.empty() ? Frame{0, 0, 0, false} : stack_.back();

  addCall(rows_[frame.row], scope, rowActive_[frame.row]++ == 0);
  if (!stack_.empty())
    rows_[parent.row].selfNs -= scope.durationNs();
  if (withCalls_)
    frame.call = addToCallTree(scope, frame.row, parent.call);

  frame.module = parent.module;
  if (scope.path != 0 || session_.names().sites()[scope.site].fields.module) {
    if (uint32_t module = modules_.nodeOf(scope.site, scope.path, parent.module)) {
      if (module >= moduleCounts_.size()) {
        moduleCounts_.resize(modules_.modules().size());
        moduleActive_.resize(modules_.modules().size());
      }
      frame.module = module;
      frame.isModule = true;
      addCall(moduleCounts_[module], scope, moduleActive_[module]++ == 0);
      if (parent.module)
        moduleCounts_[parent.module].selfNs -= scope.durationNs();
    }
  }
  ++scopes_;
  open_ += !scope.finished;
  stack_.push_back(frame);
}

// Rows without a scope are sites that the session knows of but never entered.
void ProfileBuilder::finishRows(Profile &profile) {
  std::vector<uint32_t> order;
  for (uint32_t row = 0; row < rows_.size(); ++row)
    if (rows_[row].scopes)
      order.push_back(row);
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return rows_[a].firstNs < rows_[b].firstNs; });
  newRow_.resize(rows_.size());
  for (uint32_t row : order) {
    newRow_[row] = static_cast<uint32_t>(profile.rows.size());
    const record::SiteText &fields = session_.names().sites()[rowIndex_.firstSiteOfRow[row]].fields;
    Row result;
    static_cast<Counts &>(result) = rows_[row];
    result.name = rowIndex_.nameOfRow[row];
    result.file = fields.file;
    result.line = fields.line;
    profile.selfTotalNs += result.selfNs;
    profile.rows.push_back(std::move(result));
  }
}

// A parent that was never called itself, as a container is, appears where its first child was called.
template <class Node> void sortChildren(std::vector<Node> &nodes) {
  for (Node &node : nodes)
    std::stable_sort(node.children.begin(), node.children.end(),
                     [&nodes](uint32_t a, uint32_t b) { return nodes[a].firstNs < nodes[b].firstNs; });
}

void ProfileBuilder::finishModules(Profile &profile) {
  const std::vector<Module> &modules = modules_.modules();
  moduleCounts_.resize(modules.size());
  std::vector<bool> used(modules.size());
  // Children have higher numbers than their parents.
  for (size_t node = modules.size(); node-- > 1;) {
    used[node] = used[node] || moduleCounts_[node].scopes;
    if (used[node]) {
      uint32_t parent = modules[node].parent;
      used[parent] = true;
      moduleCounts_[parent].firstNs = std::min(moduleCounts_[parent].firstNs, moduleCounts_[node].firstNs);
    }
  }
  std::vector<uint32_t> newNode(modules.size());
  profile.modules.emplace_back();
  for (size_t node = 1; node < modules.size(); ++node) {
    if (!used[node])
      continue;
    newNode[node] = static_cast<uint32_t>(profile.modules.size());
    ModuleNode result;
    static_cast<Counts &>(result) = moduleCounts_[node];
    result.module = modules[node];
    result.module.parent = newNode[modules[node].parent];
    profile.modules[result.module.parent].children.push_back(newNode[node]);
    profile.modules.push_back(std::move(result));
  }
  sortChildren(profile.modules);
}

void ProfileBuilder::finishCalls(Profile &profile, const std::vector<uint32_t> &newRow) {
  for (size_t node = 1; node < calls_.size(); ++node) {
    calls_[node].row = newRow[calls_[node].row];
    calls_[calls_[node].parent].children.push_back(static_cast<uint32_t>(node));
  }
  sortChildren(calls_);
  calls_[0].selfNs = 0;  // what its children took off it
  profile.calls = std::move(calls_);
}

Profile ProfileBuilder::build(const Progress &progress) {
  Profile profile;
  uint64_t done = 0;
  for (const record::Thread &thread : session_.threads()) {
    ScopeWalk walk(session_, thread);
    uint64_t before = scopes_;
    walk.run([&](const Scope &scope) {
      visit(scope);
      if (progress && (scopes_ & 0xfffff) == 0)
        progress(done + (scopes_ - before) * 16, session_.recordBytes());
    });
    leaveTo(0);
    profile.losses.damagedRecords += walk.damagedRecords();
    profile.threads += scopes_ != before;
    for (const record::Piece &piece : thread.pieces)
      done += static_cast<uint64_t>(piece.end - piece.begin) * 8;
  }
  finishRows(profile);
  finishModules(profile);
  finishCalls(profile, newRow_);
  profile.scopes = scopes_;
  profile.openScopes = open_;
  const record::Window &window = session_.window();
  profile.windowNs = session_.clock().toNs(window.stop) - session_.clock().toNs(window.start);
  profile.filteredFunctions = session_.names().filteredSites();
  std::string_view small = session_.names().info(record::infoKey::smallFunctions);
  std::from_chars(small.data(), small.data() + small.size(), profile.smallFunctions);
  profile.losses.causes = session_.losses();
  profile.losses.damage = session_.damage();
  profile.losses.killed = session_.killed();
  profile.losses.recording = session_.recording();
  return profile;
}

}  // namespace

Profile buildProfile(const record::SessionReader &session, Detail detail, const Progress &progress, GroupBy groupBy) {
  return ProfileBuilder(session, detail, groupBy).build(progress);
}

}  // namespace autoscope::model
