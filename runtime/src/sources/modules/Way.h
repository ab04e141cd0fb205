// The way from a module that runs to another one through its members, followed again by reading memory alone.
//
// Only through what may be read at any time during the module's call (Region.h), so a way through lists and maps is
// none. Called on the thread that runs the module.
#pragma once

#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

constexpr uint32_t longestWay = 16;

// Which member of each class and which element of each container, from the parent on.
struct Way {
  uint32_t length = 0;  // 0: none
  uint32_t choices[longestWay];
  const void *at = nullptr;  // what lies at its end: the module, as the last member's type sees it
};

enum class Asking {
  Nobody,   // a way through an optional leads nowhere
  Program,  // it tells whether the optional has a value
};

bool leadsTo(const Seen &parent, const Way &way, Asking asking);

}  // namespace autoscope::modules
