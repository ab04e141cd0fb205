// A session summed up: per name, per module and per call path.
//
// The model behind tables, trees and stacks, in the process and in the tools. Built in one pass over the records; it
// owns its text and may outlive the session. Sizes go with the number of different names and call paths, never with
// the number of scopes. All times are integer nanoseconds; docs/modules.md and the reports say what a total means.
#pragma once

#include "model/Counts.h"
#include "model/HeapTotals.h"
#include "model/ModuleTimes.h"
#include "model/RowIndex.h"
#include "model/SelfCost.h"
#include "record/SessionReader.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::model {

// One row of key_averages(): scopes that the user named alike, else those of one function, or of all functions of one
// qualified name; then file and line are those of one of them. By module, only of those in one module: there are rows
// of one name then, and of one function in a recursion each counts its own outermost calls.
struct Row : Counts {
  std::string name;
  std::string file;
  uint32_t line = 0;
  uint32_t module = 0;    // by module: the node its scopes ran in; 0: in none
  std::string place;      // by module: that node in the chosen form
  std::string shapes;     // by shape: those of the arguments, "[[5, 3], []]"; empty: not recorded
  bool isDevice = false;  // a kernel, copy or set, whoever launched it: no scope
  Usage usage;            // of the outermost calls, with all that they called
  Usage selfUsage;        // of all scopes, without what they called
  HeapTotals heap;        // the same
};

struct CallNode : Counts {
  uint32_t row = 0;
  uint32_t parent = 0;             // node; 0: none
  Usage usage;                     // of all that ran in it and below
  uint64_t peakMemory = 0;         // the highest above entry, of one call
  std::vector<uint32_t> children;  // nodes, in order of the first call
};

// Where a thread was when the session ended.
struct OpenThread {
  uint32_t tid = 0;  // 0: unknown
  std::string name;
  std::vector<uint32_t> rows;  // of its open scopes, outermost first; never empty
  std::string place;           // the innermost module in the chosen form; empty: in none
};

// Allocated less freed by the whole process in the session.
struct ProcessHeap {
  int64_t atEnd = 0, highest = 0;
  // Where the thread was that had the highest. Empty: in no scope that is recorded.
  OpenThread there;
};

// Left out by AUTOSCOPE_THROTTLE after so many calls.
struct ThrottledFunction {
  std::string name;
  uint64_t calls = 0, meanPs = 0;
};

struct Losses {
  std::vector<std::pair<record::LossCause, uint64_t>> causes;
  uint64_t damagedRecords = 0;
  record::Damage damage;
  bool killed = false;                // the process ended without closing the session
  bool recording = false;             // it has not ended
  bool copied = false;                // it went on after this was copied
  std::optional<uint64_t> writtenNs;  // since the start: what ended later is not all there
  bool isOfFlightRecorder = false;  // the window begins where its memory did; of what ended before, only some is there
};

struct Profile {
  std::vector<Row> rows;            // in order of the first call
  std::vector<ModuleNode> modules;  // node 0 is no module; its children are the outermost modules of threads
  std::vector<CallNode> calls;      // Detail::Calls only; node 0 is no call; its children are the roots
  uint64_t scopes = 0, openScopes = 0;
  uint64_t cutScopes = 0;  // of openScopes: those that went on when nothing more could be written
  uint64_t scopesWithShapes = 0;
  HasUsage hasUsage;                // of any scope
  bool hasHeap = false;             // of any scope
  std::optional<ProcessHeap> heap;  // none: not recorded
  std::vector<OpenThread> open;
  uint64_t threads = 0;
  uint64_t selfTotalNs = 0;        // of all rows: the time inside any scope, summed over threads
  uint64_t selfDeviceTotalNs = 0;  // of all rows of devices
  uint64_t windowNs = 0;
  uint64_t filteredFunctions = 0;  // called, and left out by AUTOSCOPE_FILTER
  std::vector<ThrottledFunction> throttled;
  std::string unmatchedRules;   // empty, or a sentence of the filter's and the snapshots'
  uint64_t smallFunctions = 0;  // of the program, without a scope since they cost less than one
  std::vector<Step> steps;      // where steps were asked for; in no order
  StepTimes stepTimes;          // of steps of functions
  SelfCost cost;
  bool compensated = false;   // times are without what scopes cost
  uint64_t subtractedNs = 0;  // that was, of all scopes
  uint64_t beyondNs = 0;      // they cost more than their call paths took, which then show nothing
  Losses losses;
};

using Progress = std::function<void(uint64_t done, uint64_t total)>;

// The call tree costs time and memory that tables and module trees do not need.
enum class Detail { Rows, Calls };

struct ProfileOptions {
  Detail detail = Detail::Calls;
  GroupBy groupBy = GroupBy::Overload;
  bool byModule = false;  // a function has a row, and call nodes, for each module it ran in
  bool byShape = false;   // and for each list of shapes it was called with
  ModuleNames moduleNames = ModuleNames::Path;
  bool bySteps = false;                                  // fills ModuleNode::steps and Profile::steps
  std::function<bool(const record::SiteText &)> isStep;  // functions whose calls are steps; none: outermost modules
  std::optional<uint32_t> onlyStep;                      // modules count what ran in the steps of this number alone
  // Takes off what scopes cost (Compensation.h), if the session knows. Not of steps.
  bool compensate = false;
  Progress progress;
};

Profile buildProfile(const record::SessionReader &session, const ProfileOptions &options = {});

}  // namespace autoscope::model
