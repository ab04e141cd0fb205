// One call that turns a recorded session into what the user asked for: a trace, a table, a tree, stacks or a session
// file.
//
// The run time calls it once at exit, the command line for each conversion, on any one thread. It never throws and
// never touches the session: it answers with one sentence when something is wrong, and then `outputPath` is as it was,
// because everything is written aside and renamed. It is not for reading a profile in memory: that is model/Profile.h.
#pragma once

#include "model/ModuleStack.h"
#include "model/RowIndex.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::report {

enum class OutputKind { KinetoJson, Session, Table, Tree, Stacks };

struct ExportRequest {
  std::string sessionPath;  // S, or S.part (read together with its ring); S also finds S.part
  std::string outputPath;   // "-": standard output
  OutputKind kind = OutputKind::KinetoJson;
  std::string sortBy;     // Table and Tree: a key of SortKeys.def; empty: self_cpu_time_total
  int64_t rowLimit = -1;  // Table: -1 for all rows
  model::GroupBy groupBy = model::GroupBy::Overload;          // Table and Stacks
  bool groupByModule = false;                                 // Table
  bool groupByShape = false;                                  // Table
  bool compensate = false;                                    // Table and Tree: without what scopes cost, if known
  model::ModuleNames moduleNames = model::ModuleNames::Path;  // all but Session
  bool showModules = true;  // KinetoJson: rows for TensorBoard's module view; Stacks: frames of modules
  uint64_t exportNs = 0;    // Table and Tree: what the caller's other export of this session took, to be told; 0: none
  uint64_t mostMegabytes = 0;  // AUTOSCOPE_DISK, which a larger output than that fails with; 0: none. Not of Session
  std::vector<std::pair<std::string, std::string>> members;  // KinetoJson: further ones at the top: name and JSON
  std::function<void(uint64_t done, uint64_t total)> progress = nullptr;  // bytes of records; called now and then
};

// Empty, or one sentence for people, without a full stop or newline at its end.
std::string exportSession(const ExportRequest &request) noexcept;

// By the end of the name: .json and .json.gz, .autoscope, .txt (table), .stacks and .folded. Nothing for other names.
std::optional<OutputKind> outputKindOf(std::string_view path);
// ".json, ... or .folded", for sentences about a name that has another end.
std::string knownEndings();

}  // namespace autoscope::report
