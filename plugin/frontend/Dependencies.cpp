#include "Dependencies.h"

#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace autoscope {

// Whoever writes dependencies listens to the preprocessor. A file that `__has_include` found is the one kind of
// dependency whose text is not part of the unit.
void addDependency(CompilerInstance &compiler, const std::string &path) {
  PPCallbacks *listeners = compiler.getPreprocessor().getPPCallbacks();
  auto file = compiler.getFileManager().getOptionalFileRef(path);
  if (listeners && file)
    listeners->HasInclude(SourceLocation(), path, /*IsAngled=*/false, file, SrcMgr::C_User);
}

}  // namespace autoscope
