// What the policy may know of a function definition: a plain struct, filled from Clang's AST by FactsCollector and by
// hand in tests. No Clang here.
#ifndef AUTOSCOPE_PLUGIN_SELECT_FUNCTIONFACTS_H
#define AUTOSCOPE_PLUGIN_SELECT_FUNCTIONFACTS_H

#include "SkipReasons.h"

#include <bitset>
#include <string>

namespace autoscope {

struct FunctionFacts {
  std::string qualifiedName;  // net::Box<int>::get; rules match it
  std::string displayName;    // net::Box<int>::get(int), or the user's own name; rules match it too
  std::string file;           // as the compiler prints it

  bool scopeAttribute = false;
  bool ignoreAttribute = false;
  bool moduleForward =
      false;  // `forward` (option methods) of a class that derives from a configured base or is marked as module
  bool moduleMarkedByUser = false;          // the latter: asked for by name
  bool moduleForwardWithoutObject = false;  // static or with an explicit object parameter: no module scope, and said so
  bool inSystemHeader = false;

  std::bitset<skipReasonCount> obstacles;  // by SkipReason

  // Of the body; collected only for functions that are candidates without them.
  unsigned statements = 0;  // with those of the functions it calls, where `callsOut` is known
  bool hasLoop = false;
  bool callsOut = false;  // it calls something that is not inlined; known of bodies below min-statements
  bool isMain = false;
  bool bodyKnown = false;

  void addObstacle(SkipReason reason) { obstacles.set(static_cast<std::size_t>(reason)); }
};

}  // namespace autoscope

#endif
