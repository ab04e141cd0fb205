#include "ElementName.h"

#include "../site/SiteName.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace autoscope {
namespace {

constexpr std::size_t longest = 100;

// torch takes them from GCC's __PRETTY_FUNCTION__.
const char *builtinName(const BuiltinType *type) {
  switch (type->getKind()) {
  case BuiltinType::Short:
    return "short int";
  case BuiltinType::UShort:
    return "short unsigned int";
  case BuiltinType::Long:
    return "long int";
  case BuiltinType::ULong:
    return "long unsigned int";
  case BuiltinType::LongLong:
    return "long long int";
  case BuiltinType::ULongLong:
    return "long long unsigned int";
  default:
    return nullptr;
  }
}

}  // namespace

std::string elementName(const ASTContext &context, QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  std::string name;
  if (const auto *builtin = dyn_cast<BuiltinType>(type.getTypePtr())) {
    const char *known = builtinName(builtin);
    PrintingPolicy policy(context.getLangOpts());
    policy.Bool = true;
    name = known ? known : builtin->getName(policy).str();
  } else if (const CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    name = className(record);
  } else {
    PrintingPolicy policy(context.getLangOpts());
    policy.SuppressTagKeyword = true;
    name = type.getAsString(policy);
  }
  return name.size() > longest ? name.substr(0, longest) + "..." : name;
}

}  // namespace autoscope
