#include "model/ModuleStack.h"

namespace autoscope::model {

ModuleStack::ModuleStack(const record::MetaLog &names, ModuleNames style)
    : style_(style), tree_(names), kineto_(names) {
  interesting_.reserve(names.sites().size());
  for (const record::Site &site : names.sites())
    interesting_.push_back(site.fields.module || style == ModuleNames::Kineto);
}

bool ModuleStack::isOpen(uint32_t module, uint32_t innermost) const {
  for (; innermost != 0; innermost = stack_[innermost - 1].innermost)
    if (stack_[innermost].module == module)
      return true;
  return false;
}

void ModuleStack::place(const Scope &scope, ModuleFrame &frame) {
  uint32_t module = tree_.nodeOf(scope.site, scope.path, frame.module);
  if (module == 0) {
    if (style_ == ModuleNames::Kineto && frame.module != 0)
      placeFunction(scope, frame);
    return;
  }
  frame.isModule = true;
  frame.isCall = !isOpen(module, frame.innermost);
  frame.around = frame.module;
  frame.module = module;
  frame.site = scope.site;
  frame.innermost = scope.level + 1;
  if (style_ == ModuleNames::Path)
    frame.place = module;
  else if (module == frame.around)
    frame.place = kineto_.ofSelf(frame.place, tree_.modules()[module], module, scope.site);
  else
    frame.place = kineto_.ofModule(frame.place, frame.around, tree_.modules(), module, scope.site);
}

// A function of the class of the running module; which object it was called on is not recorded.
void ModuleStack::placeFunction(const Scope &scope, ModuleFrame &frame) {
  for (uint32_t level = frame.innermost; level != 0 && stack_[level].module == frame.module;
       level = stack_[level - 1].innermost)
    if (kineto_.isMember(scope.site, stack_[level].site)) {
      frame.place = kineto_.ofSelf(frame.place, tree_.modules()[frame.module], frame.module, scope.site);
      return;
    }
}

}  // namespace autoscope::model
