// Class names as a module path shows them.
#pragma once

#include <string>
#include <string_view>

namespace autoscope::modules {

enum class Naming {
  Plain,
  Torch,  // TORCH_MODULE(Net) names the class NetImpl: the "Impl" is dropped
};

// Without namespaces and enclosing classes: "a::Block<b::C>" -> "Block<b::C>". Never empty.
std::string shortType(std::string_view type, Naming naming);

// The class of the complete object, with namespaces. `object` is alive and has a virtual table with type information.
std::string dynamicType(const void *object);

}  // namespace autoscope::modules
