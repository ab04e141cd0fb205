// The parts of a function's name, and the shorter ways in which people write it.
//
// Names are as the plugin writes them: `a::Box<b::C>::get<int>(const d::E &)`. Pure functions of their arguments; a
// name that is no such thing is one component.
#pragma once

#include "record/SiteText.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::model {

// `a::Box<b::C>::operator()` -> {`a::Box<b::C>`, `operator()`}; no class: {``, name}.
std::pair<std::string_view, std::string_view> splitQualifiedName(std::string_view name);

// `forward<at::Tensor, int>` -> `forward`, `operator<<int>` -> `operator<`, of a last component.
std::string_view withoutTemplateArguments(std::string_view component);

// `const Net&` and `const Net &` are one: without the blanks that no meaning hangs on.
std::string withoutBlanks(std::string_view name);

// All ways to write the name of the function at a site, without those blanks: with any number of the namespaces and
// classes around it, with or without its template arguments, with or without parameters, whose types also may be
// without namespaces. What the user named has that name only, as it is.
std::vector<std::string> spellingsOf(const record::SiteText &site);

}  // namespace autoscope::model
