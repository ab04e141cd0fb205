// Which module each scope of a thread belongs to: the one place that decides, so that every output says the same.
//
// Fed all scopes of a ScopeWalk in its order. A scope belongs to the innermost module scope around and including it on
// its thread. A module scope below a scope of the same path (Base::forward called by Derived::forward) belongs to the
// call that is running: it is no call of its own. One thread; cannot fail but for memory.
#pragma once

#include "model/KinetoHierarchy.h"
#include "model/ModuleTree.h"
#include "model/ScopeWalk.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::model {

// How a module's place is written: `net.layer1.0`, or
// `TOP(Net)::forward.layer1(Sequential)::forward.0(Block)::forward`.
enum class ModuleNames { Path, Kineto };

// What a scope hands on to those inside it.
struct ModulePlace {
  uint32_t module = 0;     // node; innermost around and including the scope; 0: none
  uint32_t place = 0;      // text() of it says where the scope ran; 0: in no module
  uint32_t site = 0;       // of the innermost module scope
  uint32_t innermost = 0;  // level of that scope, plus 1; 0: none
};

struct ModuleFrame : ModulePlace {
  bool isModule = false;
  bool isCall = false;  // a module scope below none of the same module
  uint32_t around = 0;  // of a module scope: the node around it
};

class ModuleStack {
public:
  explicit ModuleStack(const record::MetaLog &names, ModuleNames style = ModuleNames::Path);

  // The frame is good until the next call.
  const ModuleFrame &enter(const Scope &scope) {
    // Grows only: what lies beyond the level is of scopes that have been left.
    if (stack_.size() < scope.level + size_t{2})
      stack_.resize(2 * (scope.level + size_t{2}));
    static_cast<ModulePlace &>(frame_) = stack_[scope.level];
    frame_.isModule = frame_.isCall = false;
    if (scope.path != 0 || interesting_[scope.site])
      place(scope, frame_);
    stack_[scope.level + 1] = frame_;
    return frame_;
  }

  // The node of each module scope around and including the last one, from the inside, until `visit` says false.
  template <class Visit> void visitRunning(const ModuleFrame &frame, Visit &&visit) const {
    for (uint32_t at = frame.innermost; at != 0 && visit(stack_[at].module);)
      at = stack_[at - 1].innermost;
  }

  const std::vector<Module> &modules() const { return tree_.modules(); }
  const std::string &text(uint32_t place) const {
    return style_ == ModuleNames::Kineto ? kineto_.text(place) : tree_.modules()[place].hierarchy;
  }

private:
  void place(const Scope &scope, ModuleFrame &frame);
  void placeFunction(const Scope &scope, ModuleFrame &frame);
  bool isOpen(uint32_t module, uint32_t innermost) const;

  const ModuleNames style_;
  ModuleTree tree_;
  KinetoHierarchy kineto_;
  std::vector<char> interesting_;          // by site: its scopes may change the place without a path
  std::vector<ModulePlace> stack_ = {{}};  // by level plus 1; the first is around all
  ModuleFrame frame_;
};

}  // namespace autoscope::model
