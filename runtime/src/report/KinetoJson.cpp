#include "report/KinetoJson.h"

#include "model/ModuleStack.h"
#include "model/RowIndex.h"
#include "model/ScopeWalk.h"
#include "record/ArgumentText.h"
#include "record/SessionInfo.h"
#include "report/BackwardArrows.h"
#include "report/CostReport.h"
#include "report/JsonWriter.h"
#include "report/KinetoDevices.h"
#include "report/KinetoNames.h"
#include "report/LossReport.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <vector>

namespace autoscope::report {

namespace {

// Kineto counts time from the start of such a period, the same for all ranks, so that microseconds fit a double.
constexpr int64_t periodNs = int64_t{7889238} * 1'000'000'000;
// Threads whose kernel id is unknown; above any that Linux gives, below 2^31 for viewers.
constexpr uint32_t inventedTids = 0x40000000;
// The row of steps that overlap calls, of whichever thread: viewers want the slices of a row to nest, and steps follow
// each other.
constexpr uint32_t stepsTid = 0x60000000;

std::string_view fileOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// A rank or size that is no number counts as not given.
uint32_t numberOr(std::string_view text, uint32_t fallback) {
  uint32_t value = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() ? value : fallback;
}

void writeShapes(std::string_view shapes, JsonWriter &json) {
  struct {
    JsonWriter &json;
    bool any = false;
    void open() {
      json.beginArray();
      any = true;
    }
    void size(int64_t value) { json.integer(value); }
    void close() { json.endArray(); }
  } writer{json};
  record::visitShapes(shapes, writer);
  if (!writer.any)
    json.beginArray().endArray();
}

class KinetoTrace {
public:
  KinetoTrace(const record::SessionReader &session, OutputStream &out, const KinetoOptions &options)
      : session_(session), names_(session.names()), out_(out), options_(options), json_(out.buffer()),
        modules_(session.names(), options.moduleNames),
        devices_(session, out, json_, [this](uint64_t ns) { time(ns); }) {
    int64_t start = toUnixNs(session.clock().toNs(session.window().start));
    baseNs_ = start - start % periodNs;
  }

  void write(std::string_view traceName);

private:
  // What does not change between the scopes of a site. Where a thing changes seldom it is made anew when it does: this
  // is what makes a trace cost few, long copies for each scope.
  struct SiteText {
    JsonMembers event;   // ph, cat, name
    JsonMembers source;  // of args
    JsonMembers placed;  // event, and pid and tid of the thread `placedFor`
    uint32_t placedFor = 0;
    JsonMembers arguments;  // the usual args at the place `argumentsFor`
    uint32_t argumentsFor = ~0u;
  };
  struct ModuleText {
    JsonMembers event;  // of the nn.Module row
    JsonMembers id;     // of its args
  };

  // Unsigned inside: a damaged clock may make it wrap, which must stay harmless.
  int64_t toUnixNs(uint64_t monotonicNs) const {
    return static_cast<int64_t>(monotonicNs + static_cast<uint64_t>(session_.realtimeOffsetNs()));
  }
  uint32_t tidOf(const record::Thread &thread) const { return thread.tid ? thread.tid : inventedTids + thread.uid; }

  void prepareSites();
  const ModuleText &moduleText(uint32_t module);
  const JsonMembers &hierarchy(uint32_t place);
  const JsonMembers &placedEvent(SiteText &site);
  const JsonMembers &arguments(SiteText &site, uint32_t place);
  const JsonMembers &argumentsText(uint32_t text);
  void header();
  void distributedInfo();
  void metadata();
  void metadataEvent(const char *name, uint32_t tid, const JsonMembers &arguments);
  void processEvents();
  void threadEvents();
  void threadRow(uint32_t tid, const std::string &label);
  void threadScopes(const record::Thread &thread, size_t number);
  void scope(const model::Scope &scope);
  void stepBeside(const model::Scope &scope);
  void moduleRow(const model::Scope &scope, const model::ModuleFrame &frame, uint64_t parent);
  void time(uint64_t monotonicNs);
  void times(const model::Scope &scope);
  void flow(const model::Scope &scope);
  void sequence(const model::Scope &scope);
  void arrows();
  void allocation(const record::SingleAllocation &told);
  void counters();
  void arrowEnd(const char *phase, size_t id, const BackwardArrows::Place &place);

  const record::SessionReader &session_;
  const record::MetaLog &names_;
  OutputStream &out_;
  const KinetoOptions &options_;
  JsonWriter json_;
  model::ModuleStack modules_;
  KinetoDevices devices_;
  int64_t baseNs_ = 0;
  std::vector<SiteText> sites_;
  std::vector<ModuleText> moduleTexts_;
  std::vector<JsonMembers> hierarchies_;                      // by place
  std::unordered_map<uint32_t, JsonMembers> argumentsTexts_;  // by string id
  JsonMembers place_;                                         // pid and tid of the thread at hand
  uint32_t threadNumber_ = 0;                                 // of the thread at hand, from 1
  bool hasSteps_ = false;
  uint32_t tid_ = 0;
  BackwardArrows arrows_;
  JsonMembers flowName_;
  const JsonKey tsKey_{"ts"}, durKey_{"dur"}, argsKey_{"args"}, externalIdKey_{"External id"};
  std::vector<uint64_t> rowsAround_;  // by level: the Python id of the innermost module row; 0: none
  uint64_t scopes_ = 0, pythonRows_ = 0;
};

void KinetoTrace::prepareSites() {
  model::RowIndex rows(names_);
  sites_.reserve(names_.sites().size());
  for (size_t i = 0; i < names_.sites().size(); ++i) {
    const record::Site &site = names_.sites()[i];
    SiteText text;
    std::string name = traceName(rows.nameOfRow[rows.rowOfSite[i]]);
    text.event = JsonMembers([&](JsonWriter &json) {
      json.key("ph").string("X");
      hasSteps_ |= isProfilerStep(name);
      bool isAnnotation = isProfilerStep(name) || site.fields.ofAnnotation();
      json.key("cat").string(isAnnotation ? "user_annotation" : "cpu_op");
      json.key("name").string(name);
    });
    if (!site.fields.file.empty())
      text.source = JsonMembers([&](JsonWriter &json) {
        json.key("Source").string(std::string(site.fields.file) + ":" + std::to_string(site.fields.line));
      });
    sites_.push_back(std::move(text));
  }
}

const KinetoTrace::ModuleText &KinetoTrace::moduleText(uint32_t module) {
  for (size_t i = moduleTexts_.size(); i < modules_.modules().size(); ++i) {
    const model::Module &entry = modules_.modules()[i];
    ModuleText text;
    text.event = JsonMembers([&](JsonWriter &json) {
      json.key("ph").string("X");
      json.key("cat").string("python_function");
      json.key("name").string("nn.Module: " + entry.type + "_" + std::to_string(entry.ordinal));
    });
    text.id = JsonMembers([&](JsonWriter &json) { json.key("Python module id").integer(i - 1); });
    moduleTexts_.push_back(std::move(text));
  }
  return moduleTexts_[module];
}

const JsonMembers &KinetoTrace::hierarchy(uint32_t place) {
  if (place >= hierarchies_.size())
    hierarchies_.resize(place + 1);
  JsonMembers &members = hierarchies_[place];
  if (members.empty() && place != 0)
    members = JsonMembers([&](JsonWriter &json) { json.key("Module Hierarchy").string(modules_.text(place)); });
  return members;
}

const JsonMembers &KinetoTrace::placedEvent(SiteText &site) {
  if (site.placedFor != threadNumber_) {
    site.placed = JsonMembers([&](JsonWriter &json) { json.members(site.event).members(place_); });
    site.placedFor = threadNumber_;
  }
  return site.placed;
}

const JsonMembers &KinetoTrace::arguments(SiteText &site, uint32_t place) {
  if (site.argumentsFor != place) {
    site.arguments = JsonMembers([&](JsonWriter &json) { json.members(hierarchy(place)).members(site.source); });
    site.argumentsFor = place;
  }
  return site.arguments;
}

void KinetoTrace::distributedInfo() {
  uint32_t rank = numberOr(names_.info(record::infoKey::rank), 0);
  uint32_t size = numberOr(names_.info(record::infoKey::worldSize), 1);
  json_.key("distributedInfo").beginObject();
  json_.key("backend").string("");
  json_.key("rank").integer(rank);
  json_.key("world_size").integer(size > rank ? size : rank + 1);
  json_.endObject();
}

// Perfetto shows the members of exactly this object.
void KinetoTrace::metadata() {
  json_.key("metadata").beginObject();
  json_.key("autoscope_version").string(names_.info(record::infoKey::version));
  json_.key("command").string(names_.info(record::infoKey::command));
  if (std::string_view why = names_.info(record::infoKey::snapshot); !why.empty())
    json_.key("snapshot").string(why);
  json_.key("complete")
      .boolean(session_.finished() && !session_.killed() && !session_.copied() && !session_.damage().any());
  devices_.metadata();
  writeLosses(session_, json_);
  writeCost(session_, json_);
  json_.endObject();
}

const JsonMembers &KinetoTrace::argumentsText(uint32_t text) {
  auto [place, isNew] = argumentsTexts_.try_emplace(text);
  if (isNew)
    place->second = JsonMembers([&](JsonWriter &json) {
      record::ArgumentText arguments = record::parseArgumentText(names_.string(text));
      json.key("Input Dims");
      writeShapes(arguments.shapes, json);
      json.key("Input type").beginArray();
      for (std::string_view type : arguments.types)
        json.string(type);
      json.endArray();
    });
  return place->second;
}

void KinetoTrace::header() {
  json_.beginObject();
  json_.newLine().key("schemaVersion").integer(1);
  json_.newLine();
  devices_.properties();
  json_.newLine();
  distributedInfo();
  json_.newLine().key("host_name").string(names_.info(record::infoKey::host));
  json_.newLine();
  metadata();
  if (options_.members)
    for (const auto &[name, json] : *options_.members)
      json_.newLine().key(name).checkedJson(json);
  json_.newLine().key("displayTimeUnit").string("ms");
  json_.newLine().key("baseTimeNanoseconds").integer(baseNs_);
  json_.newLine().key("traceEvents").beginArray();
}

void KinetoTrace::metadataEvent(const char *name, uint32_t tid, const JsonMembers &arguments) {
  json_.newLine().beginObject();
  json_.key("ph").string("M");
  json_.key("name").string(name);
  json_.key("ts").integer(0);
  json_.key("pid").integer(session_.header().pid);
  json_.key("tid").integer(tid);
  json_.key("args").beginObject().members(arguments).endObject();
  json_.endObject();
  out_.drain();
}

void KinetoTrace::processEvents() {
  uint32_t pid = session_.header().pid;
  std::string_view name = fileOf(names_.info(record::infoKey::executable));
  metadataEvent("process_name", 0,
                JsonMembers([&](JsonWriter &json) { json.key("name").string(name.empty() ? "process" : name); }));
  metadataEvent("process_labels", 0, JsonMembers([](JsonWriter &json) { json.key("labels").string("CPU"); }));
  metadataEvent("process_sort_index", 0, JsonMembers([&](JsonWriter &json) { json.key("sort_index").integer(pid); }));
}

// The kernel gives the id of an ended thread to a new one. Their scopes cannot overlap, so they share a row, which
// bears the name of the last.
void KinetoTrace::threadEvents() {
  std::map<uint32_t, std::string_view> rows;
  for (const record::Thread &thread : session_.threads())
    rows[tidOf(thread)] = thread.name;
  for (const auto &[tid, name] : rows) {
    std::string label = "thread " + std::to_string(tid);
    if (!name.empty())
      label += " (" + std::string(name) + ")";
    threadRow(tid, label);
  }
  if (hasSteps_)
    threadRow(stepsTid, "steps that overlap calls");
}

void KinetoTrace::threadRow(uint32_t tid, const std::string &label) {
  metadataEvent("thread_name", tid, JsonMembers([&](JsonWriter &json) { json.key("name").string(label); }));
  metadataEvent("thread_sort_index", tid,
                JsonMembers([tid](JsonWriter &json) { json.key("sort_index").integer(tid); }));
}

void KinetoTrace::time(uint64_t monotonicNs) {
  auto start = static_cast<int64_t>(static_cast<uint64_t>(toUnixNs(monotonicNs)) - static_cast<uint64_t>(baseNs_));
  json_.key(tsKey_).microseconds(start < 0 ? 0 : static_cast<uint64_t>(start));
}

void KinetoTrace::times(const model::Scope &scope) {
  time(scope.startNs);
  json_.key(durKey_).microseconds(scope.durationNs());
}

void KinetoTrace::moduleRow(const model::Scope &scope, const model::ModuleFrame &frame, uint64_t parent) {
  const ModuleText &text = moduleText(frame.module);
  json_.newLine().beginObject().members(text.event).members(place_);
  times(scope);
  json_.key("args").beginObject();
  json_.key("Python id").integer(++pythonRows_);
  if (parent)
    json_.key("Python parent id").integer(parent);
  json_.members(text.id).members(hierarchy(frame.place)).members(sites_[scope.site].source);
  if (!scope.finished)
    json_.key("finished").string("false");
  json_.endObject().endObject();
}

void KinetoTrace::scope(const model::Scope &scope) {
  SiteText &site = sites_[scope.site];
  const model::ModuleFrame &frame = modules_.enter(scope);
  uint64_t rowAround = scope.level == 0 ? 0 : rowsAround_[scope.level - 1];
  rowsAround_.resize(scope.level);
  if (frame.isCall && options_.moduleRows) {
    moduleRow(scope, frame, rowAround);
    rowAround = pythonRows_;
  }
  rowsAround_.push_back(rowAround);

  json_.newLine().beginObject().members(placedEvent(site));
  times(scope);
  json_.key(argsKey_).beginObject();
  json_.key(externalIdKey_).integer(++scopes_);
  json_.members(arguments(site, frame.place));
  if (scope.coroutine.call) {
    json_.key("Coroutine").integer(scope.coroutine.call);
    json_.key("Slice").integer(scope.coroutine.number);
  }
  sequence(scope);
  if (scope.args)
    json_.members(argumentsText(scope.args));
  if (scope.flops)
    json_.key("flops").integer(scope.flops);
  if (scope.hasUsage.cpu)
    json_.key("Self CPU Mem").integer(scope.usage.cpu);
  if (scope.hasHeap) {
    json_.key("CPU Allocated").integer(scope.heap.allocated);
    json_.key("CPU Allocations").integer(scope.heap.allocations);
    json_.key("CPU Frees").integer(scope.heap.frees);
    json_.key("CPU Peak").integer(scope.heap.peak);
  }
  if (scope.hasUsage.device)
    json_.key("Self Device Mem").integer(scope.usage.device);
  if (!scope.finished)
    json_.key("finished").string("false");
  if (scope.cutByLongjmp)
    json_.key("ended by").string("longjmp");
  json_.endObject().endObject();
  if (scope.coroutine.call)
    flow(scope);
  out_.drain();
}

void KinetoTrace::sequence(const model::Scope &scope) {
  const record::TorchSequence &sequence = scope.sequence;
  if (sequence.number == 0)
    return;
  if (sequence.thread)
    json_.key("Fwd thread id").integer(sequence.isBackward ? sequence.thread : 0);
  json_.key("Sequence number").integer(sequence.number - 1);
  arrows_.add(sequence, {scope.startNs, tid_});
}

void KinetoTrace::stepBeside(const model::Scope &scope) {
  json_.newLine().beginObject().members(sites_[scope.site].event);
  json_.key("pid").integer(session_.header().pid);
  json_.key("tid").integer(stepsTid);
  times(scope);
  json_.key(argsKey_).beginObject();
  json_.key(externalIdKey_).integer(++scopes_);
  json_.endObject().endObject();
  out_.drain();
}

// An arrow from each slice of a coroutine's call to the next. It starts at the first slice if a suspension ended that,
// and ends at the one that ended otherwise; viewers find its places by row and time.
void KinetoTrace::flow(const model::Scope &scope) {
  const record::CoroutineSlice &slice = scope.coroutine;
  bool first = slice.number == 0;
  if (first && !slice.suspended)
    return;
  json_.newLine().beginObject();
  json_.key("ph").string(first ? "s" : slice.suspended || !scope.finished ? "t" : "f");
  json_.key("id").integer(slice.call);
  json_.members(flowName_).members(place_);
  time(scope.startNs);
  if (!first)
    json_.key("bp").string("e");
  json_.endObject();
}

// As torch's: readers find the innermost operator by row and time.
void KinetoTrace::allocation(const record::SingleAllocation &told) {
  json_.newLine().beginObject();
  json_.key("ph").string("i");
  json_.key("cat").string("cpu_instant_event");
  json_.key("s").string("t");
  json_.key("name").string("[memory]");
  json_.members(place_);
  time(session_.clock().toNs(told.ticks));
  json_.key("args").beginObject();
  json_.key("Device Type").integer(told.deviceType);
  json_.key("Device Id").integer(told.deviceIndex);
  json_.key("Addr").integer(told.address);
  json_.key("Bytes").integer(told.bytes);
  json_.key("Total Allocated").integer(told.allocated);
  json_.key("Total Reserved").integer(told.reserved);
  json_.endObject().endObject();
  out_.drain();
}

// Behind all scopes, since of most operators only their node tells that there is an arrow; viewers find its ends by row
// and time.
void KinetoTrace::arrows() {
  size_t id = 0;
  for (const BackwardArrows::Pair &pair : arrows_.pairs()) {
    arrowEnd("s", ++id, pair.forward);
    arrowEnd("f", id, pair.backward);
  }
}

void KinetoTrace::arrowEnd(const char *phase, size_t id, const BackwardArrows::Place &place) {
  json_.newLine().beginObject();
  json_.key("ph").string(phase);
  json_.key("id").integer(id);
  json_.key("cat").string("fwdbwd");
  json_.key("name").string("fwdbwd");
  json_.key("pid").integer(session_.header().pid);
  json_.key("tid").integer(place.tid);
  time(place.startNs);
  if (*phase == 'f')
    json_.key("bp").string("e");
  json_.endObject();
  out_.drain();
}

// The curve of the process, which all threads write a part of.
void KinetoTrace::counters() {
  if (names_.info(record::infoKey::memory) != record::infoKey::memoryOfHeap)
    return;  // saves reading all records again
  std::vector<record::Sample> samples;
  for (const record::Thread &thread : session_.threads())
    for (const record::Sample &sample : record::samplesIn(thread.pieces))
      if (sample.counter == record::Counter::ProcessHeap && sample.ticks >= session_.window().start &&
          sample.ticks <= session_.window().stop)
        samples.push_back(sample);
  std::stable_sort(samples.begin(), samples.end(),
                   [](const record::Sample &a, const record::Sample &b) { return a.ticks < b.ticks; });
  uint32_t pid = session_.header().pid;
  for (const record::Sample &sample : samples) {
    json_.newLine().beginObject();
    json_.key("ph").string("C");
    json_.key("name").string("process heap");
    json_.key("pid").integer(pid);
    json_.key("tid").integer(pid);
    time(session_.clock().toNs(sample.ticks));
    json_.key("args").beginObject();
    json_.key("bytes").integer(sample.value);
    json_.endObject().endObject();
    out_.drain();
  }
}

void KinetoTrace::threadScopes(const record::Thread &thread, size_t number) {
  ++threadNumber_;
  tid_ = tidOf(thread);
  place_ = JsonMembers([&](JsonWriter &json) {
    json.key("pid").integer(session_.header().pid);
    json.key("tid").integer(tid_);
  });
  model::CallsOfScopes calls(devices_.work(), number);
  model::ScopeWalk walk(session_, thread);
  walk.visitAllocations([this](const record::SingleAllocation &told) { allocation(told); });
  walk.run(
      [&](const model::Scope &visited) {
        scope(visited);
        calls.enter([this](uint32_t call) { devices_.scopeHas(call, scopes_); });
        if (options_.progress && (scopes_ & 0xffff) == 0)
          options_.progress(scopes_ * 16, session_.recordBytes());
      },
      [this](const model::Scope &step) { stepBeside(step); });
}

void KinetoTrace::write(std::string_view traceName) {
  flowName_ = JsonMembers([](JsonWriter &json) {
    json.key("cat").string("coroutine");
    json.key("name").string("coroutine");
  });
  prepareSites();
  header();
  processEvents();
  threadEvents();
  devices_.names();
  for (size_t thread = 0; thread < session_.threads().size(); ++thread)
    if (!out_.failed())
      threadScopes(session_.threads()[thread], thread);
  arrows();
  devices_.rows();
  counters();
  json_.newLine().endArray();
  if (uint64_t count = arrows_.leftOut())
    json_.newLine().key("backward_nodes_without_arrow").integer(count);
  json_.newLine().key("traceName").string(traceName);
  json_.newLine().endObject();
  out_.buffer() += '\n';
}

}  // namespace

void writeKinetoJson(const record::SessionReader &session, std::string_view traceName, OutputStream &out,
                     const KinetoOptions &options) {
  KinetoTrace(session, out, options).write(fileOf(traceName));
}

}  // namespace autoscope::report
