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

// How the main file takes the header if it declares a C++20 module. `module` and `export module` may only stand at the
// start of a line there, so a variable of that name is no danger.
UnitFacts::Inclusion inclusionByText(const SourceManager &sources, const LangOptions &language) {
  llvm::StringRef text = mainText(sources);
  if (!language.CPlusPlusModules || !text.contains("module"))
    return UnitFacts::Inclusion::First;
  Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), language, text.begin(), text.begin(), text.end());
  Token token;
  bool afterExport = false;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    bool identifier = token.is(tok::raw_identifier);
    bool atStart = token.isAtStartOfLine();
    if (identifier && (atStart || afterExport) && token.getRawIdentifier() == "module") {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::semi))
        return UnitFacts::Inclusion::UsersFragment;
      if (token.is(tok::raw_identifier))
        return UnitFacts::Inclusion::OwnFragment;
    }
    afterExport = identifier && atStart && token.getRawIdentifier() == "export";
  }
  return UnitFacts::Inclusion::First;
}

// Whether the unit is a module made of headers: by `import`, by a module map.
bool buildsHeaderModule(const CompilerInstance &compiler) {
  return compiler.getLangOpts().isCompilingModule() &&
         compiler.getFrontendOpts().ProgramAction != frontend::GenerateModuleInterface &&
         !compat::compilesNamedModule(compiler.getLangOpts());
}

// Whether the input was parsed by an earlier compile, as in the second step of a C++20 module.
bool inputIsParsed(const CompilerInstance &compiler) {
  for (const FrontendInputFile &input : compiler.getFrontendOpts().Inputs)
    if (input.getKind().getFormat() == InputKind::Precompiled)
      return true;
  return false;
}

UnitFacts::Inclusion readInclusion(const CompilerInstance &compiler) {
  if (buildsHeaderModule(compiler) || inputIsParsed(compiler))
    return UnitFacts::Inclusion::None;
  return inclusionByText(compiler.getSourceManager(), compiler.getLangOpts());
}

bool writesAst(const CompilerInstance &compiler) {
  frontend::ActionKind action = compiler.getFrontendOpts().ProgramAction;
  return action == frontend::GeneratePCH || compat::writesModuleInterface(compiler);
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
    return compat::writesModuleInterface(compiler);
  }
}

UnitFacts readUnitFacts(const CompilerInstance &compiler) {
  const LangOptions &language = compiler.getLangOpts();
  UnitFacts facts;
  facts.deviceCode = compat::compilesForDevice(language);
  facts.inclusion = readInclusion(compiler);
  facts.writesAst = writesAst(compiler);
  return facts;
}

}  // namespace autoscope
