// Names of element types as torch.profiler prints them: "float", "long int", "std::complex<float>", "c10::Half".
#ifndef AUTOSCOPE_PLUGIN_SHAPES_ELEMENTNAME_H
#define AUTOSCOPE_PLUGIN_SHAPES_ELEMENTNAME_H

#include "clang/AST/Type.h"

#include <string>

namespace clang {
class ASTContext;
}  // namespace clang

namespace autoscope {

// Bounded, whatever the template arguments.
std::string elementName(const clang::ASTContext &context, clang::QualType type);

}  // namespace autoscope

#endif
