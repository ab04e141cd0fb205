#include "UnitReader.h"

#include "../support/ClangCompat.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace autoscope {
namespace {

llvm::StringRef mainText(const SourceManager &sources) {
  FileID main = sources.getMainFileID();
  return main.isValid() ? sources.getBufferData(main) : llvm::StringRef();
}

// Whether the main file declares a C++20 module. `module` and `export module` may only stand at the start of a line
// there, so a variable of that name is no danger.
bool declaresModule(const SourceManager &sources, const LangOptions &language) {
  llvm::StringRef text = mainText(sources);
  if (!language.CPlusPlusModules || !text.contains("module"))
    return false;
  Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), language, text.begin(), text.begin(), text.end());
  Token token;
  bool afterExport = false;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    bool identifier = token.is(tok::raw_identifier);
    bool atStart = token.isAtStartOfLine();
    if (identifier && (atStart || afterExport) && token.getRawIdentifier() == "module") {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::semi) || token.is(tok::raw_identifier) || token.is(tok::colon))
        return true;
    }
    afterExport = identifier && atStart && token.getRawIdentifier() == "export";
  }
  return false;
}

// Whether the unit is a module made of headers: by `import`, by a module map.
bool buildsHeaderModule(const CompilerInstance &compiler) {
  switch (compiler.getFrontendOpts().ProgramAction) {
  case frontend::GenerateModule:
  case frontend::GenerateModuleInterface:
    return true;
  default:
    return compiler.getLangOpts().isCompilingModule();
  }
}

// The names in `ifunc("name")`.
void readIfuncResolvers(llvm::StringRef text, llvm::StringSet<> &names) {
  for (std::size_t at = text.find("ifunc"); at != llvm::StringRef::npos; at = text.find("ifunc", at + 1)) {
    llvm::StringRef rest = text.substr(at + 5).ltrim("_ \t\n(");
    if (!rest.empty() && rest.front() == '"')
      names.insert(rest.drop_front().take_until([](char c) { return c == '"'; }));
  }
}

}  // namespace

bool actionCompiles(const CompilerInstance &compiler) {
  switch (compiler.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
  case frontend::GeneratePCH:
    return true;
  default:
    return false;
  }
}

UnitFacts readUnitFacts(const CompilerInstance &compiler) {
  const LangOptions &language = compiler.getLangOpts();
  const SourceManager &sources = compiler.getSourceManager();
  UnitFacts facts;
  facts.deviceCode = compat::compilesForDevice(language);
  facts.moduleUnit = declaresModule(sources, language) || buildsHeaderModule(compiler);
  facts.writesPch = compiler.getFrontendOpts().ProgramAction == frontend::GeneratePCH;
  readIfuncResolvers(mainText(sources), facts.ifuncResolvers);
  return facts;
}

}  // namespace autoscope
