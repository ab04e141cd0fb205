#include "ListWriter.h"

#include "../support/Diagnostics.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <tuple>

namespace autoscope {
namespace {

void reportFailure(clang::DiagnosticsEngine &diagnostics, const std::string &path, llvm::raw_fd_ostream &stream) {
  report(diagnostics, clang::SourceLocation(), Message::CannotWriteList) << path << stream.error().message();
  stream.clear_error();  // or its destructor ends the compiler
}

// A name that the user gave may hold a line break.
std::string oneLine(std::string name) {
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return c < ' '; }, '?');
  return name;
}

}  // namespace

std::string listFile(const std::string &target, llvm::StringRef mainFile) {
  if (target.empty() || target.back() != '/')
    return target;
  // A folder that cannot be made shows when the file is opened.
  (void)llvm::sys::fs::create_directories(target);
  llvm::SmallString<256> source(mainFile);
  (void)llvm::sys::fs::make_absolute(source);
  llvm::sys::path::remove_dots(source, /*remove_dot_dot=*/true);
  std::string name;
  for (char c : llvm::sys::path::relative_path(source))
    name += c == '/' ? "__" : std::string(1, c);
  return target + name + ".json";
}

void ListWriter::write(clang::DiagnosticsEngine &diagnostics, const std::string &target) {
  // Instantiations come in the order in which the compiler needed them, which says nothing to a reader.
  std::sort(entries_.begin(), entries_.end(), [](const Entry &a, const Entry &b) {
    return std::tie(a.site.file, a.site.line, a.site.column, a.site.name, a.site.qualifiedName) <
           std::tie(b.site.file, b.site.line, b.site.column, b.site.name, b.site.qualifiedName);
  });
  if (target == "-")
    writeSites(diagnostics);
  else
    writeJson(diagnostics, target);
}

void ListWriter::writeSites(clang::DiagnosticsEngine &diagnostics) const {
  for (const Entry &entry : entries_)
    if (!entry.skip)
      llvm::outs() << entry.site.file << ":" << entry.site.line << ": " << siteKindName(entry.site.kind) << " "
                   << oneLine(entry.site.name) << "\n";
  llvm::outs().flush();
  if (llvm::outs().has_error())
    reportFailure(diagnostics, "-", llvm::outs());
}

void ListWriter::writeTotals(llvm::json::OStream &json) const {
  std::size_t instrumented = 0, skipped[skipReasonCount] = {};
  for (const Entry &entry : entries_)
    ++(entry.skip ? skipped[static_cast<std::size_t>(*entry.skip)] : instrumented);
  json.attribute("instrumented", static_cast<std::int64_t>(instrumented));
  json.attributeObject("skipped", [&] {
    for (std::size_t reason = 0; reason < skipReasonCount; ++reason)
      if (skipped[reason])
        json.attribute(skipReasonName(static_cast<SkipReason>(reason)), static_cast<std::int64_t>(skipped[reason]));
  });
}

void ListWriter::writeJson(clang::DiagnosticsEngine &diagnostics, const std::string &path) const {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error, llvm::sys::fs::OF_Text);
  if (error) {
    report(diagnostics, clang::SourceLocation(), Message::CannotWriteList) << path << error.message();
    return;
  }
  // A name may hold any bytes of the source; JSON may not.
  auto text = [](const std::string &bytes) { return llvm::json::fixUTF8(bytes); };
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeObject("totals", [&] { writeTotals(json); });
    json.attributeArray("functions", [&] {
      for (const Entry &entry : entries_) {
        json.object([&] {
          json.attribute("name", text(entry.site.name));
          json.attribute("qualifiedName", text(entry.site.qualifiedName));
          json.attribute("file", text(entry.site.file));
          json.attribute("line", entry.site.line);
          json.attribute("column", entry.site.column);
          json.attribute("kind", siteKindName(entry.site.kind));
          if (!entry.site.moduleType.empty())
            json.attribute("moduleType", text(entry.site.moduleType));
          json.attribute("instrumented", !entry.skip);
          if (entry.skip) {
            json.attribute("reason", skipReasonName(*entry.skip));
            json.attribute("explanation", skipReasonText(*entry.skip));
          }
        });
      }
    });
  });
  stream << "\n";
  stream.close();
  if (stream.has_error())
    reportFailure(diagnostics, path, stream);
}

}  // namespace autoscope
