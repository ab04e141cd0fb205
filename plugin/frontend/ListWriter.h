// The option list=: collects what became of each function definition and writes it when the unit is done.
//
// To a file: JSON, an object with "version" and "functions" sorted by place. To standard output (`-`): one line per
// site, `FILE:LINE: KIND NAME`, the same on every run. A file that cannot be written is an error of the compile. Units
// that share the flags need a folder (`DIR/`), since each writes a whole file.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_LISTWRITER_H
#define AUTOSCOPE_PLUGIN_FRONTEND_LISTWRITER_H

#include "../select/SkipReasons.h"
#include "../site/SiteDescriptor.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class DiagnosticsEngine;
}  // namespace clang

namespace llvm::json {
class OStream;
}  // namespace llvm::json

namespace autoscope {

// The file that list=`target` means for the unit of `mainFile`: in a folder one named after the source's absolute path,
// which this makes if need be; else the target.
std::string listFile(const std::string &target, llvm::StringRef mainFile);

class ListWriter {
public:
  void add(SiteDescriptor site, std::optional<SkipReason> skip) { entries_.push_back({std::move(site), skip}); }
  void write(clang::DiagnosticsEngine &diagnostics, const std::string &target);

private:
  struct Entry {
    SiteDescriptor site;
    std::optional<SkipReason> skip;
  };
  void writeSites(clang::DiagnosticsEngine &diagnostics) const;
  void writeTotals(llvm::json::OStream &json) const;
  void writeJson(clang::DiagnosticsEngine &diagnostics, const std::string &path) const;

  std::vector<Entry> entries_;
};

}  // namespace autoscope

#endif
