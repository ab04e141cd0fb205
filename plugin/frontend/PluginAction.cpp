// The plugin as Clang sees it: reads the options, decides whether this action is to be instrumented, and puts our
// consumer in front of the compiler's.
#include "../options/Options.h"
#include "../support/Diagnostics.h"
#include "Dependencies.h"
#include "HeaderInclusion.h"
#include "InstrumentingConsumer.h"
#include "ListWriter.h"
#include "UnitReader.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace autoscope {
namespace {

class PluginAction : public clang::PluginASTAction {
protected:
  bool ParseArgs(const clang::CompilerInstance &compiler, const std::vector<std::string> &arguments) override {
    auto readFile = [](const std::string &path) -> std::optional<std::string> {
      auto buffer = llvm::MemoryBuffer::getFile(path);
      if (!buffer)
        return std::nullopt;
      return (*buffer)->getBuffer().str();
    };
    std::optional<std::string> problem = parseOptions(arguments, readFile, options_);
    if (problem)
      report(compiler.getDiagnostics(), clang::SourceLocation(), Message::BadOption) << *problem;
    return !problem;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef mainFile) override {
    UnitFacts unit = readUnitFacts(compiler);
    auto mode = actionCompiles(compiler) ? InstrumentingConsumer::Mode::Compile : InstrumentingConsumer::Mode::ReadOnly;
    predefineMacro(compiler);
    for (const std::string &file : options_.filterFiles)
      addDependency(compiler, file);
    options_.list = listFile(options_.list, mainFile);
    UnitFacts::Inclusion inclusion = unit.inclusion;
    bool wantsHeader = mode == InstrumentingConsumer::Mode::Compile && !unit.deviceCode &&
                       inclusion != UnitFacts::Inclusion::None && mayIncludeAnything(compiler);
    auto consumer = std::make_unique<InstrumentingConsumer>(compiler, options_, unit, mode);
    std::string header = wantsHeader ? findRuntimeHeader(compiler, options_.header) : std::string();
    if (!header.empty() && inclusion == UnitFacts::Inclusion::UsersFragment)
      consumer->includeInFragment(header);
    else if (!header.empty())
      includeFirst(compiler, header, inclusion == UnitFacts::Inclusion::OwnFragment);
    return consumer;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Options options_;
};

clang::FrontendPluginRegistry::Add<PluginAction> registration("autoscope",
                                                              "scopes for a C++ program that times itself");

}  // namespace
}  // namespace autoscope
