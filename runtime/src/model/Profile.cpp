#include "model/Profile.h"

#include "model/CallNames.h"
#include "model/Compensation.h"
#include "model/DeviceTimes.h"
#include "model/PairIndex.h"
#include "model/ScopeWalk.h"
#include "record/ArgumentText.h"
#include "record/SessionInfo.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace autoscope::model {

namespace {

class ProfileBuilder {
public:
  ProfileBuilder(const record::SessionReader &session, const ProfileOptions &options)
      : session_(session), options_(options), devices_(session), cost_(selfCostOf(session)),
        compensates_(options.compensate && cost_.knowsScopes()),
        withCalls_(options.detail == Detail::Calls || compensates_), byModule_(options.byModule),
        byShape_(options.byShape), bySteps_(options.bySteps), names_(session.names(), options.groupBy),
        stack_(session.names(), options.moduleNames), modules_(stack_), steps_(stepSites(session, options)), calls_(1),
        compensation_(cost_) {
    if (!options.byModule && !options.byShape)
      for (uint32_t row = 0; row < names_.rows(); ++row)
        rows_.push_back({row, 0, 0, 0});
    sums_.resize(rows_.size());
  }

  Profile build();

private:
  struct RowKey {
    uint32_t function;  // row of names_
    uint32_t place, module;
    uint32_t shapes;  // string id
  };
  struct RowSums : Counts {
    uint32_t running = 0;  // how many scopes of the row are on the stack
    uint32_t saying = 0;   // and say their FLOPs
    Usage usage, selfUsage;
    HeapTotals heap;
  };
  struct Frame {
    uint32_t row, call;
    bool mayBeOne;  // an operator with its only callee so far, which is the same operator
    bool says;      // its FLOPs, and so those of what it calls
    uint32_t said;  // the module of the innermost scope here that does; 0: none
    uint32_t callees;
    Usage usage;  // so far, with its callees
  };

  static std::vector<bool> stepSites(const record::SessionReader &session, const ProfileOptions &options);
  void collectSteps();
  uint32_t rowOf(const Scope &scope, const ModuleFrame &module);
  void visit(const Scope &scope);
  void visitBeside(const Scope &scope);
  void addToModulesOfStep(const Scope &scope, const ModuleFrame &module, uint32_t step);
  uint32_t addToCallTree(const Scope &scope, uint32_t row, uint32_t parent);
  void leaveTo(size_t level);
  void addDeviceRows(Profile &profile) const;
  void finishRows(Profile &profile, const std::vector<uint32_t> &newModule);
  void finishCalls(Profile &profile);
  void compensate(Profile &profile, const std::vector<uint32_t> &newModule);
  void finishSteps(Profile &profile, const std::vector<uint32_t> &newModule) const;
  void noteHighest(const ModuleFrame &module);

  const record::SessionReader &session_;
  const ProfileOptions &options_;
  const DeviceWork devices_;
  const SelfCost cost_;
  const bool compensates_, withCalls_, byModule_, byShape_, bySteps_;
  CallNames names_;
  ModuleStack stack_;
  ModuleTimes modules_;
  StepIndex steps_;
  std::vector<RowKey> rows_;
  std::vector<RowSums> sums_;  // of each
  PairIndex places_;           // (function, place)
  uint32_t lastPlace_ = 0;
  PairIndex rowsByPlace_;  // (that, shapes)
  std::vector<CallNode> calls_;
  PairIndex callIndex_;
  std::vector<Frame> open_;
  std::vector<bool> innermostCounts_;  // by level: the innermost module ran in the step that is asked for
  uint64_t scopes_ = 0, openScopes_ = 0, cutScopes_ = 0, withShapes_ = 0;
  HasUsage hasUsage_;
  bool hasHeap_ = false;
  std::optional<ProcessHeap> heap_;
  bool hasHighest_ = false;    // the thread at hand had the process's highest memory
  uint64_t highestScope_ = 0;  // ticks; in that scope
  OpenThread openOfThread_;
  std::vector<uint32_t> newRow_;
  Compensation compensation_;
};

std::vector<bool> ProfileBuilder::stepSites(const record::SessionReader &session, const ProfileOptions &options) {
  std::vector<bool> sites;
  if (options.isStep)
    for (const record::Site &site : session.names().sites())
      sites.push_back(options.isStep(site.fields));
  return sites;
}

void ProfileBuilder::collectSteps() {
  for (const record::Thread &thread : session_.threads()) {
    steps_.nextThread();
    ScopeWalk(session_, thread).run([this](const Scope &scope) { steps_.collect(scope, stack_.enter(scope)); });
  }
  steps_.finish();
}

void ProfileBuilder::leaveTo(size_t level) {
  while (open_.size() > level) {
    const Frame frame = open_.back();
    RowSums &row = sums_[frame.row];
    row.saying -= frame.says;
    row.calls -= frame.mayBeOne;
    if (--row.running == 0)
      row.usage += frame.usage;
    open_.pop_back();
    if (!open_.empty())
      open_.back().usage += frame.usage;
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
  calls_[call].add(scope, true);
  calls_[call].flops += scope.flops;
  calls_[call].usage += scope.usage;
  calls_[call].peakMemory = std::max(calls_[call].peakMemory, scope.heap.peak);
  calls_[parent].selfNs -= scope.durationNs();
  return call;
}

uint32_t ProfileBuilder::rowOf(const Scope &scope, const ModuleFrame &module) {
  uint32_t function = names_.rowOf(scope.site);
  if (!byModule_ && !byShape_)
    return function;
  ModuleFrame nowhere{};
  const ModuleFrame &where = byModule_ ? module : nowhere;
  uint32_t shapes = byShape_ ? scope.args : 0;
  uint32_t place = places_.find(function, where.place);
  if (place == 0)
    places_.set(place = ++lastPlace_);
  uint32_t known = rowsByPlace_.find(place, shapes);
  if (known == 0) {
    rows_.push_back({function, where.place, where.module, shapes});
    sums_.emplace_back();
    known = static_cast<uint32_t>(rows_.size());
    rowsByPlace_.set(known);
  }
  return known - 1;
}

// A step that overlaps calls, which keep their self time.
void ProfileBuilder::visitBeside(const Scope &scope) {
  ModuleFrame nowhere{};
  uint32_t row = rowOf(scope, nowhere);
  sums_[row].add(scope, true);
  sums_[row].selfNs -= scope.durationNs();
  if (withCalls_)
    calls_[addToCallTree(scope, row, 0)].selfNs -= scope.durationNs();
  ++scopes_;
}

void ProfileBuilder::visit(const Scope &scope) {
  leaveTo(scope.level);
  if (compensates_)
    compensation_.leaveTo(scope.level, stack_.modules());
  const ModuleFrame &module = stack_.enter(scope);
  Frame frame{rowOf(scope, module), 0, false, scope.flops != 0, 0, 0, scope.usage};
  RowSums &row = sums_[frame.row];
  row.selfUsage += scope.usage;
  hasUsage_.cpu |= scope.hasUsage.cpu;
  hasUsage_.device |= scope.hasUsage.device;
  row.heap += HeapTotals(scope.heap);
  hasHeap_ |= scope.hasHeap;
  row.add(scope, row.running++ == 0);
  if (frame.says && row.saying++ == 0)
    row.flops += scope.flops;
  if (!open_.empty()) {
    Frame &parent = open_.back();
    parent.mayBeOne = ++parent.callees == 1 && parent.row == frame.row && names_.isOperator(scope.site);
    sums_[parent.row].selfNs -= scope.durationNs();
    frame.call = parent.call;
    frame.said = parent.said;
  }
  if (withCalls_)
    frame.call = addToCallTree(scope, frame.row, frame.call);
  if (compensates_)
    compensation_.enter(scope, module, frame.call, open_.empty() ? 0 : open_.back().call);
  uint32_t step = bySteps_ ? steps_.enter(scope, module) : 0;
  if (options_.onlyStep)
    addToModulesOfStep(scope, module, step);
  else if (module.isModule)
    modules_.enter(scope, module, module.around, step != 0 && steps_.steps()[step - 1].finished ? step : 0);
  if (frame.says) {
    if (!options_.onlyStep || innermostCounts_.back())
      modules_.addFlops(module, frame.said, scope.flops);
    frame.said = module.module;
  }
  bool hasUsage = scope.usage.cpu != 0 || scope.usage.device != 0 || scope.usage.deviceNs != 0;
  if (hasUsage && module.innermost != 0 && (!options_.onlyStep || innermostCounts_.back()))
    modules_.addUsage(module, scope.usage);
  ++scopes_;
  withShapes_ += scope.args != 0;
  if (!scope.finished) {
    ++openScopes_;
    cutScopes_ += scope.cutByEnd;
    openOfThread_.rows.push_back(frame.row);
    openOfThread_.place = stack_.text(module.place);
  }
  open_.push_back(frame);
  if (hasHighest_ && scope.startTicks == highestScope_)
    noteHighest(module);
}

// Of scopes that start with it, the innermost is visited last.
void ProfileBuilder::noteHighest(const ModuleFrame &module) {
  heap_->there.rows.clear();
  for (const Frame &frame : open_)
    heap_->there.rows.push_back(frame.row);
  heap_->there.place = stack_.text(module.place);
}

// A module around a step is no part of it.
void ProfileBuilder::addToModulesOfStep(const Scope &scope, const ModuleFrame &module, uint32_t step) {
  bool aroundCounts = scope.level != 0 && innermostCounts_[scope.level - 1];
  innermostCounts_.resize(scope.level);
  bool counts = aroundCounts;
  if (module.isModule) {
    counts = step != 0 && steps_.steps()[step - 1].number == *options_.onlyStep;
    if (counts)
      modules_.enter(scope, module, aroundCounts ? module.around : 0, step);
  }
  innermostCounts_.push_back(counts);
}

// Rows without a scope are sites that the session knows of but never entered.
void ProfileBuilder::finishRows(Profile &profile, const std::vector<uint32_t> &newModule) {
  std::vector<uint32_t> order;
  for (uint32_t row = 0; row < sums_.size(); ++row)
    if (sums_[row].scopes)
      order.push_back(row);
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return sums_[a].firstNs < sums_[b].firstNs; });
  newRow_.resize(sums_.size());
  for (uint32_t row : order) {
    newRow_[row] = static_cast<uint32_t>(profile.rows.size());
    const RowKey &key = rows_[row];
    const record::SiteText &fields = session_.names().sites()[names_.firstSite(key.function)].fields;
    Row result;
    static_cast<Counts &>(result) = sums_[row];
    result.usage = sums_[row].usage;
    result.selfUsage = sums_[row].selfUsage;
    result.heap = sums_[row].heap;
    result.name = names_.key(key.function);
    result.file = fields.file;
    result.line = fields.line;
    result.module = newModule[key.module];
    result.place = stack_.text(key.place);
    result.shapes = record::parseArgumentText(session_.names().string(key.shapes)).shapes;
    profile.selfTotalNs += result.selfNs;
    profile.rows.push_back(std::move(result));
  }
  for (OpenThread &thread : profile.open)
    for (uint32_t &row : thread.rows)
      row = newRow_[row];
  if (heap_)
    for (uint32_t &row : heap_->there.rows)
      row = newRow_[row];
  addDeviceRows(profile);
}

void ProfileBuilder::addDeviceRows(Profile &profile) const {
  std::unordered_map<std::string, size_t> known;
  for (const DeviceActivity &activity : devices_.activities()) {
    auto [place, isNew] = known.try_emplace(devices_.name(activity), profile.rows.size());
    if (isNew) {
      Row &row = profile.rows.emplace_back();
      row.name = place->first;
      row.isDevice = true;
      row.firstNs = activity.startNs;
    }
    Row &row = profile.rows[place->second];
    ++row.calls;
    row.usage.deviceNs += activity.durationNs();
    row.selfUsage.deviceNs += activity.durationNs();
    profile.selfDeviceTotalNs += activity.durationNs();
  }
}

template <class Node> void sortChildren(std::vector<Node> &nodes) {
  for (Node &node : nodes)
    std::stable_sort(node.children.begin(), node.children.end(),
                     [&nodes](uint32_t a, uint32_t b) { return nodes[a].firstNs < nodes[b].firstNs; });
}

void ProfileBuilder::finishCalls(Profile &profile) {
  // Callees have higher numbers than their callers.
  for (size_t node = calls_.size(); node-- > 1;)
    calls_[calls_[node].parent].usage += calls_[node].usage;
  for (size_t node = 1; node < calls_.size(); ++node) {
    calls_[node].row = newRow_[calls_[node].row];
    calls_[calls_[node].parent].children.push_back(static_cast<uint32_t>(node));
  }
  sortChildren(calls_);
  calls_[0].selfNs = 0;  // what its children took off it
  profile.calls = std::move(calls_);
}

void ProfileBuilder::compensate(Profile &profile, const std::vector<uint32_t> &newModule) {
  compensation_.finishCalls(profile.calls, profile.rows);
  compensation_.finishModules(profile.modules, newModule);
  profile.compensated = true;
  profile.subtractedNs = compensation_.subtractedNs();
  profile.beyondNs = compensation_.beyondNs();
  profile.selfTotalNs = 0;
  for (const Row &row : profile.rows)
    profile.selfTotalNs += row.selfNs;
}

void ProfileBuilder::finishSteps(Profile &profile, const std::vector<uint32_t> &newModule) const {
  profile.steps = steps_.steps();
  StepSums sums;
  for (uint32_t step = 0; step < profile.steps.size(); ++step) {
    profile.steps[step].root = newModule[profile.steps[step].root];
    if (profile.steps[step].finished)
      sums.add(step, profile.steps[step].ownNs);
  }
  profile.stepTimes = sums.finish(profile.steps);
}

Profile ProfileBuilder::build() {
  Profile profile;
  if (options_.bySteps)
    collectSteps();
  const std::optional<record::MemoryLevel> &process = session_.names().processMemory();
  if (process) {
    heap_.emplace();
    heap_->atEnd = process->level;
    heap_->highest = process->highest;
    highestScope_ = process->scopeStart;
  }
  uint64_t done = 0;
  for (size_t number = 0; number < session_.threads().size(); ++number) {
    const record::Thread &thread = session_.threads()[number];
    ScopeWalk walk(session_, thread);
    DeviceTimes devices(devices_.any() ? &devices_ : nullptr, number);
    uint64_t before = scopes_;
    openOfThread_.tid = thread.tid;
    openOfThread_.name = thread.name;
    steps_.nextThread();
    hasHighest_ = process && process->scopeStart != 0 && process->uid == thread.uid;
    if (hasHighest_) {
      heap_->there.tid = thread.tid;
      heap_->there.name = thread.name;
    }
    walk.run(
        [&](const Scope &scope) {
          visit(devices.with(scope));
          if (options_.progress && (scopes_ & 0xfffff) == 0)
            options_.progress(done + (scopes_ - before) * 16, session_.recordBytes());
        },
        [this](const Scope &scope) { visitBeside(scope); });
    leaveTo(0);
    compensation_.leaveTo(0, stack_.modules());
    profile.losses.damagedRecords += walk.damagedRecords();
    profile.threads += scopes_ != before;
    if (!openOfThread_.rows.empty())
      profile.open.push_back(std::exchange(openOfThread_, {}));
    for (const record::Piece &piece : thread.pieces)
      done += static_cast<uint64_t>(piece.end - piece.begin) * 8;
  }
  std::vector<uint32_t> newModule;
  profile.modules = modules_.finish(session_.names(), steps_.steps(), newModule);
  sortChildren(profile.modules);
  finishRows(profile, newModule);
  finishCalls(profile);
  if (compensates_)
    compensate(profile, newModule);
  profile.cost = cost_;
  finishSteps(profile, newModule);
  profile.scopes = scopes_;
  profile.openScopes = openScopes_;
  profile.cutScopes = cutScopes_;
  profile.scopesWithShapes = withShapes_;
  hasUsage_.deviceTime = !devices_.activities().empty();
  profile.hasUsage = hasUsage_;
  profile.losses.damagedRecords += devices_.damaged();
  profile.hasHeap = hasHeap_ || session_.names().info(record::infoKey::memory) == record::infoKey::memoryOfHeap;
  profile.heap = std::move(heap_);
  const record::Window &window = session_.window();
  uint64_t from = std::max(window.start, std::min(session_.keptFrom(), window.stop));
  profile.windowNs = session_.clock().toNs(window.stop) - session_.clock().toNs(from);
  profile.losses.isOfFlightRecorder = from > window.start;
  profile.losses.writtenNs = session_.writtenNs();
  for (const auto &[id, site] : session_.names().throttled())
    if (uint32_t index = session_.names().siteIndex(id); index != 0 && site.calls != 0) {
      uint64_t start = window.start, startNs = session_.clock().toNs(start);
      uint64_t meanPs = session_.clock().toNs(start + site.ticks * 1000 / site.calls) - startNs;
      profile.throttled.push_back({names_.key(names_.rowOf(index)), site.calls, meanPs});
    }
  profile.filteredFunctions = session_.names().filteredFunctions();
  profile.unmatchedRules = session_.names().info(record::infoKey::unmatchedRules);
  std::string_view small = session_.names().info(record::infoKey::smallFunctions);
  std::from_chars(small.data(), small.data() + small.size(), profile.smallFunctions);
  profile.losses.causes = session_.losses();
  profile.losses.damage = session_.damage();
  profile.losses.killed = session_.killed();
  profile.losses.recording = session_.recording();
  profile.losses.copied = session_.copied();
  return profile;
}

}  // namespace

Profile buildProfile(const record::SessionReader &session, const ProfileOptions &options) {
  return ProfileBuilder(session, options).build();
}

}  // namespace autoscope::model
