#include "SmallFunctions.h"

#include "../select/FactsCollector.h"
#include "../support/ClangCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include <cstring>

using namespace clang;

namespace autoscope {
namespace {

constexpr char noteName[12] = "autoscope";
constexpr std::uint32_t noteNameBytes = sizeof "autoscope";
constexpr std::uint32_t noteOfSmallFunctions = 0x53;

std::uint32_t hash(llvm::StringRef text, std::uint32_t seed = 2166136261u) {
  for (char c : text)
    seed = (seed ^ static_cast<unsigned char>(c)) * 16777619u;
  return seed;
}

bool mayBeEmitted(ASTContext &context, const FunctionDecl *function) {
  return function->isUsed() || context.DeclMustBeEmitted(function);
}

std::uint32_t placeOf(const FunctionDecl *function) {
  const SourceManager &sources = function->getASTContext().getSourceManager();
  SourceLocation at = function->getLocation();
  // One macro may define several functions, and be used several times.
  std::string place = fileOf(function);
  for (unsigned offset : {sources.getDecomposedExpansionLoc(at).second, sources.getDecomposedSpellingLoc(at).second})
    place += ':' + std::to_string(offset);
  return hash(place);
}

std::string encode(const std::set<std::uint32_t> &places) {
  std::string bytes;
  auto word = [&bytes](std::uint32_t value) { bytes.append(reinterpret_cast<const char *>(&value), sizeof value); };
  word(noteNameBytes);
  word(static_cast<std::uint32_t>(places.size() * sizeof(std::uint32_t)));
  word(noteOfSmallFunctions);
  bytes.append(noteName, sizeof noteName);
  for (std::uint32_t place : places)
    word(place);
  return bytes;
}

}  // namespace

VarDecl *SmallFunctions::makeNote(ASTContext &context) const {
  std::set<std::uint32_t> places;
  for (const FunctionDecl *function : functions_)
    if (mayBeEmitted(context, function))
      places.insert(placeOf(function));
  if (places.empty())
    return nullptr;
  SourceLocation at = context.getSourceManager().getLocForStartOfFile(context.getSourceManager().getMainFileID());
  std::string bytes = encode(places);
  StringLiteral *text = compat::makeString(context, bytes, at);
  // A note may not be longer than it says, so without the literal's last NUL.
  QualType type = context.getConstantArrayType(context.CharTy.withConst(), llvm::APInt(64, bytes.size()), nullptr,
                                               compat::plainArray, /*IndexTypeQuals=*/0);
  text->setType(type);
  text->setValueKind(VK_PRValue);
  VarDecl *note = VarDecl::Create(context, context.getTranslationUnitDecl(), at, at,
                                  &context.Idents.get("__autoscope_small_functions"), type,
                                  context.getTrivialTypeSourceInfo(type, at), SC_Static);
  note->setImplicit();
  note->setReferenced();
  note->setIsUsed();
  note->setInitStyle(VarDecl::CInit);
  note->setInit(text);
  auto *four = IntegerLiteral::Create(context, llvm::APInt(context.getIntWidth(context.IntTy), 4), context.IntTy, at);
  note->addAttr(AlignedAttr::CreateImplicit(context, /*IsAlignmentExpr=*/true, four));
  note->addAttr(SectionAttr::CreateImplicit(context, ".note.autoscope"));
  note->addAttr(UsedAttr::CreateImplicit(context));
  note->addAttr(NoDebugAttr::CreateImplicit(context));
  // Red zones would tear the notes apart.
  llvm::StringRef sanitizers[] = {"address", "hwaddress", "memtag"};
  note->addAttr(NoSanitizeAttr::CreateImplicit(context, sanitizers, std::size(sanitizers)));
  return note;
}

}  // namespace autoscope
