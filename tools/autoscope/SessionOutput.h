// What becomes of a session that a command has just recorded: what is shown of it, which files are made of it, and the
// options that say so.
//
// For `run` and `attach`, on the main thread. Everything that can be known to go wrong is said by whyNoOutput(), before
// anything is recorded; later failures are printed, and nothing that was recorded is lost by one.
#pragma once

#include "SessionFolder.h"
#include "TreeView.h"

#include "model/Profile.h"
#include "record/SessionReader.h"
#include "report/TableReport.h"

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <vector>

namespace autoscope::tool {

struct OutputOptions {
  std::string output, trace;
  std::string folder;  // for a trace of each rank; empty: none
  bool tree = false, quiet = false;
  bool shapes = false, flops = false, operators = false, memory = false, leaks = false,
       gpu = false;  // what is recorded
  report::TableOptions table;
  model::GroupBy groupBy = model::GroupBy::Overload;
  bool groupByModule = false, groupByShape = false, compensate = false;
  model::ModuleNames moduleNames = model::ModuleNames::Path;
  TreeView view;
  uint64_t mostMegabytes = 0;  // of a file that is written (AUTOSCOPE_DISK); 0: no limit
};

// -o, --trace, what is recorded (--shapes ...) and what is shown (--tree, --sort ...).
void addOutputOptions(CLI::App &command, OutputOptions &options);
// After parsing. Empty, or one sentence: a file that cannot be written, an option that changes nothing.
std::string whyNoOutput(const CLI::App &command, OutputOptions &options);

// What is recorded, as settings of the program's environment: NAME=value.
std::vector<std::string> recordingVariables(const OutputOptions &options);

class SessionOutput {
public:
  explicit SessionOutput(const OutputOptions &options) : options_(options) {}

  // False after an error, which has been printed; the session is where it was. Of several sessions each has a heading,
  // and each after the first its process id, and each of a cycle of steps its number, in the names of files.
  bool write(const FoundSession &found, bool first, bool several);
  bool wasWhole() const { return wasWhole_; }  // the session that was written last: all of it could be read

private:
  bool writeOrThrow(const FoundSession &found, bool first, bool several);
  void warnOfNothing(const model::Profile &profile) const;
  bool produce(const FoundSession &found, const std::string &path) const;
  std::string traceOfRank(const FoundSession &found, const record::SessionReader &session);
  std::string leaksOf(const record::SessionReader &session) const;
  // `leaks`: shown behind it.
  bool show(const model::Profile &profile, const TreeView &view, const std::string &heading,
            const std::string &leaks) const;

  const OutputOptions &options_;
  bool wasWhole_ = true;
  std::set<std::string> ofRanks_;  // written so far
};

}  // namespace autoscope::tool
