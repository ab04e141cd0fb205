// Sees each finished definition before CodeGen does, asks the policy, and has the chosen ones instrumented.
//
// Stands in front of the compiler's own consumer. The order matters and is the hazard of this file: a body must change
// after Clang has finished with it (warnings, the class or typedef around it) and before CodeGen emits it; constexpr
// functions only at the end of the unit, because until then Clang may evaluate them in places that are no constant
// contexts.
#ifndef AUTOSCOPE_PLUGIN_FRONTEND_INSTRUMENTINGCONSUMER_H
#define AUTOSCOPE_PLUGIN_FRONTEND_INSTRUMENTINGCONSUMER_H

#include "../calls/CallScopes.h"
#include "../classes/ClassTables.h"
#include "../insert/RuntimeLookup.h"
#include "../options/Options.h"
#include "../select/AttributeArguments.h"
#include "../select/BodyFacts.h"
#include "../select/FactsCollector.h"
#include "../select/SelectionPolicy.h"
#include "../select/UnmetModules.h"
#include "../shapes/ParameterShapes.h"
#include "DefinitionFinder.h"
#include "HeaderInclusion.h"
#include "ListWriter.h"
#include "SmallFunctions.h"

#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <optional>

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace autoscope {

class InstrumentingConsumer : public clang::SemaConsumer {
public:
  enum class Mode { ReadOnly, Compile };
  InstrumentingConsumer(clang::CompilerInstance &compiler, Options options, UnitFacts unit, Mode mode);

  ~InstrumentingConsumer() override;

  // The header is included behind the `module;` that the unit begins with.
  void includeInFragment(const std::string &header);

  void InitializeSema(clang::Sema &sema) override;
  void ForgetSema() override;
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
  void HandleInterestingDecl(clang::DeclGroupRef group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override;
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *variable) override { calls_.instantiated(variable); }
  void HandleTagDeclDefinition(clang::TagDecl *definition) override { unmet_.add(definition); }
  void HandleTranslationUnit(clang::ASTContext &context) override;

private:
  void visit(clang::Decl *declaration, DefinitionFinder::Instances instances = DefinitionFinder::Instances::Leave);
  void visitWaiting();
  void keepOutOfCoroutines(clang::ASTContext &context);
  void consider(clang::FunctionDecl *function);
  void finish(clang::FunctionDecl *function, const Annotations &annotations, const Decision &decision);
  void instrument(clang::FunctionDecl *function, const SiteDescriptor &site, const Annotations &annotations);
  void reportSkip(clang::FunctionDecl *function, const Decision &decision);
  void checkHeader();
  void emitNote(clang::ASTContext &context);
  SiteDescriptor describe(const clang::FunctionDecl *function, const Annotations &annotations) const;
  bool mustWait(const clang::FunctionDecl *function) const;
  bool compiles() const { return mode_ == Mode::Compile; }

  clang::CompilerInstance &compiler_;
  Options options_;
  UnitFacts unit_;
  Mode mode_;
  SelectionPolicy policy_;
  FactsCollector collector_;
  BodyFacts bodies_;
  AttributeArguments arguments_;
  std::optional<FragmentInclusion> fragment_;
  ListWriter list_;
  SmallFunctions small_;
  UnmetModules unmet_;
  ClassTables classes_;
  CallScopes calls_;

  clang::Sema *sema_ = nullptr;
  std::optional<RuntimeLookup> runtime_;
  std::optional<ParameterShapes> shapes_;
  llvm::DenseSet<const clang::FunctionDecl *> considered_;
  // Whose declarations are from a precompiled file.
  llvm::DenseSet<const clang::FunctionDecl *> instantiatedHere_;
  llvm::SmallVector<clang::FunctionDecl *, 16> waitingInline_;  // until the declaration around them is finished
  llvm::SmallVector<clang::FunctionDecl *, 16> waitingForEnd_;  // until the end of the unit
  bool missedHeader_ = false;                                   // something would have been instrumented
  bool atEnd_ = false;
  bool readingFile_ = false;
};

}  // namespace autoscope

#endif
