#include "HeaderInclusion.h"

#include "../support/Diagnostics.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <dlfcn.h>

using namespace clang;

namespace autoscope {
namespace {

std::string ownFolder() {
  static const char anchor = 0;
  Dl_info info;
  if (!dladdr(&anchor, &info) || !info.dli_fname)
    return ".";
  llvm::StringRef folder = llvm::sys::path::parent_path(info.dli_fname);
  return folder.empty() ? "." : folder.str();
}

// The first that exists; the places differ because libraries may be installed in lib or lib/<architecture>.
std::string findHeader(const std::string &chosen, std::string &tried) {
  if (!chosen.empty()) {
    tried = chosen;
    return llvm::sys::fs::exists(chosen) ? chosen : std::string();
  }
  for (const char *way : {"/../include", "/../../include", "/include"}) {
    llvm::SmallString<256> path(ownFolder() + way);
    llvm::sys::path::append(path, "autoscope", "abi.h");
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    if (llvm::sys::fs::exists(path))
      return std::string(path.str());
    tried += (tried.empty() ? "" : ", ") + std::string(path.str());
  }
  return {};
}

// In front of what -include and -imacros name, whose functions and macros are the user's, too.
void insertBeforeIncludes(Preprocessor &preprocessor, const std::string &text) {
  std::string predefines = preprocessor.getPredefines();
  std::size_t end = predefines.size();
  for (const char *directive : {"\n#include ", "\n#__include_macros "})
    end = std::min(end, predefines.find(directive));
  if (end < predefines.size())
    ++end;
  predefines.insert(end, text);
  preprocessor.setPredefines(std::move(predefines));
}

std::string quoted(llvm::StringRef path) {
  std::string text = "\"";
  for (char c : path) {
    if (c == '"' || c == '\\')
      text.push_back('\\');
    text.push_back(c);
  }
  return text + "\"";
}

}  // namespace

void predefineMacro(CompilerInstance &compiler) {
  // What abi.h would have to ask by __has_feature, whose answer gets a line in the preprocessor's scratch space: the
  // user's own would be one further down, and diagnostics print their numbers.
  const SanitizerSet &sanitizers = compiler.getLangOpts().Sanitize;
  bool elsewhere =
      sanitizers.hasOneOf(SanitizerKind::Address | SanitizerKind::KernelAddress | SanitizerKind::SafeStack);
  std::string macros = "#define __AUTOSCOPE__ 1\n";
  macros += std::string("#define __AUTOSCOPE_LOCALS_ON_STACK ") + (elsewhere ? "0\n" : "1\n");
  macros += std::string("#define __AUTOSCOPE_SEEN_BY_TSAN ") + (sanitizers.has(SanitizerKind::Thread) ? "1\n" : "0\n");
  Preprocessor &preprocessor = compiler.getPreprocessor();
  insertBeforeIncludes(preprocessor, macros);
}

bool mayIncludeAnything(const CompilerInstance &compiler) {
  const LangOptions &language = compiler.getLangOpts();
  return !language.ModulesDeclUse && !language.ModulesStrictDeclUse;
}

std::string findRuntimeHeader(CompilerInstance &compiler, const std::string &header) {
  std::string tried;
  std::string path = findHeader(header, tried);
  if (path.empty())
    report(compiler.getDiagnostics(), SourceLocation(), Message::HeaderNotFound) << tried;
  return path;
}

void includeFirst(CompilerInstance &compiler, const std::string &path, bool ownFragment) {
  Preprocessor &preprocessor = compiler.getPreprocessor();
  std::string fragment = ownFragment ? "module;\n" : "";
  insertBeforeIncludes(preprocessor, fragment + "#include " + quoted(path) + "\n");
  // A unit that uses a precompiled header drops our predefines and includes what this list has beyond the list of the
  // precompiled header: so it gets abi.h here just when the precompiled header was built without the plugin.
  compiler.getPreprocessorOpts().Includes.push_back(path);
}

void FragmentInclusion::see(const Token &token) {
  if (token.isNot(tok::semi))
    return;
  done_ = true;
  auto file = preprocessor_.getFileManager().getFileRef(path_);
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  FileID id = preprocessor_.getSourceManager().createFileID(*file, token.getLocation(), SrcMgr::C_System);
  preprocessor_.EnterSourceFile(id, /*Dir=*/nullptr, token.getLocation());
}

}  // namespace autoscope
