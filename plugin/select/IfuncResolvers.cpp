#include "IfuncResolvers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace autoscope {
namespace {

// What the dynamic linker passes: nothing, or on AArch64 the processor's features.
bool hasResolversParameters(const FunctionDecl *function) {
  if (function->getNumParams() == 0)
    return true;
  return function->getNumParams() <= 2 && function->getParamDecl(0)->getType()->isUnsignedIntegerType();
}

}  // namespace

bool IfuncResolvers::mayHold(const FunctionDecl *function) {
  QualType result = function->getReturnType();
  if (!result->isPointerType() || !hasResolversParameters(function))
    return false;
  readNewFiles(function->getASTContext().getSourceManager());
  if (!mentioned_)
    return false;
  return result->isFunctionPointerType() || result->isVoidPointerType() || isNamed(function);
}

bool IfuncResolvers::isNamed(const FunctionDecl *function) const {
  if (!function->getIdentifier())
    return false;
  // The plain name of extern "C", else a mangled one, with the length in front.
  std::string mangledPart = std::to_string(function->getName().size()) + function->getName().str();
  for (const auto &name : names_)
    if (name.getKey() == function->getName() || name.getKey().contains(mangledPart))
      return true;
  return false;
}

void IfuncResolvers::readNewFiles(const SourceManager &sources) {
  for (unsigned end = sources.local_sloc_entry_size(); nextFile_ < end; ++nextFile_) {
    const SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(nextFile_);
    if (!entry.isFile() || SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
      continue;
    if (auto buffer = entry.getFile().getContentCache().getBufferIfLoaded())
      readText(buffer->getBuffer());
  }
}

// `ifunc("name")`, also with underscores around.
void IfuncResolvers::readText(llvm::StringRef text) {
  for (std::size_t at = text.find("ifunc"); at != llvm::StringRef::npos; at = text.find("ifunc", at + 1)) {
    llvm::StringRef rest = text.substr(at + 5).ltrim("_ \t\r\n");
    if (!rest.consume_front("("))
      continue;
    mentioned_ = true;
    rest = rest.ltrim();
    if (rest.consume_front("\""))
      names_.insert(rest.take_until([](char c) { return c == '"'; }));
  }
}

}  // namespace autoscope
