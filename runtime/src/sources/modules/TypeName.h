// Class names as a module path shows them.
#pragma once

#include "autoscope/abi.h"

#include <string>
#include <string_view>

namespace autoscope::modules {

enum class Naming {
  Plain,
  Torch,  // TORCH_MODULE(Net) names the class NetImpl: the "Impl" is dropped
};

// Without namespaces and enclosing classes: "a::Block<b::C>" -> "Block<b::C>". Never empty.
std::string shortType(std::string_view type, Naming naming);

// The class of the complete object, with namespaces; empty if its virtual table does not tell (-fno-rtti), or if it is
// the class that `described` describes. `object` is alive and has a virtual table.
std::string dynamicType(const void *object, const __autoscope_class *described);

}  // namespace autoscope::modules
