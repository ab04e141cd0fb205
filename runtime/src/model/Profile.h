// A session summed up: per name, per module and per call path.
//
// The model behind tables, trees and stacks, in the process and in the tools. Built in one pass over the records; it
// owns its text and may outlive the session. Sizes go with the number of different names and call paths, never with
// the number of scopes. All times are integer nanoseconds; docs/modules.md and the reports say what a total means.
#pragma once

#include "model/ModuleTree.h"
#include "model/RowIndex.h"
#include "record/SessionReader.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace autoscope::model {

struct Counts {
  uint64_t scopes = 0;
  uint64_t calls = 0;               // of the scopes: not the later slices of a coroutine's call
  uint64_t open = 0;                // of the scopes: not left when the session ended
  uint64_t totalNs = 0;             // under recursion only the outermost call of a thread counts
  uint64_t selfNs = 0;              // less the time of direct children on the same thread
  uint64_t firstNs = ~uint64_t{0};  // start of the first scope
};

// One row of key_averages(): scopes that the user named alike, else those of one function, or of all functions of one
// qualified name; then file and line are those of one of them.
struct Row : Counts {
  std::string name;
  std::string file;
  uint32_t line = 0;
};

struct ModuleNode : Counts {
  Module module;
  std::vector<uint32_t> children;  // nodes, in order of the first call
};

struct CallNode : Counts {
  uint32_t row = 0;
  uint32_t parent = 0;             // node; 0: none
  std::vector<uint32_t> children;  // nodes, in order of the first call
};

struct Losses {
  std::vector<std::pair<record::LossCause, uint64_t>> causes;
  uint64_t damagedRecords = 0;
  record::Damage damage;
  bool killed = false;     // the process ended without closing the session
  bool recording = false;  // it has not ended
};

struct Profile {
  std::vector<Row> rows;            // in order of the first call
  std::vector<ModuleNode> modules;  // node 0 is no module; its children are the roots
  std::vector<CallNode> calls;      // Detail::Calls only; node 0 is no call; its children are the roots
  uint64_t scopes = 0, openScopes = 0;
  uint64_t threads = 0;
  uint64_t selfTotalNs = 0;  // of all rows: the time inside any scope, summed over threads
  uint64_t windowNs = 0;
  uint64_t filteredFunctions = 0;  // called, and left out by AUTOSCOPE_FILTER
  uint64_t smallFunctions = 0;     // of the program, without a scope since they cost less than one
  Losses losses;
};

using Progress = std::function<void(uint64_t done, uint64_t total)>;

// The call tree costs time and memory that tables and module trees do not need.
enum class Detail { Rows, Calls };

Profile buildProfile(const record::SessionReader &session, Detail detail = Detail::Calls,
                     const Progress &progress = nullptr, GroupBy groupBy = GroupBy::Overload);

}  // namespace autoscope::model
