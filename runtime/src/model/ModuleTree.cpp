#include "model/ModuleTree.h"

namespace autoscope::model {

std::string shortModuleType(std::string_view type, bool ofTorch) {
  size_t arguments = type.find('<');
  std::string_view head = type.substr(0, arguments);
  if (size_t scope = head.rfind("::"); scope != std::string_view::npos) {
    head.remove_prefix(scope + 2);
    type.remove_prefix(scope + 2);
  }
  constexpr std::string_view suffix = "Impl";
  if (ofTorch && head.size() > suffix.size() && head.substr(head.size() - suffix.size()) == suffix) {
    std::string_view rest = type.substr(head.size());
    head.remove_suffix(suffix.size());
    return std::string(head) + std::string(rest);
  }
  return std::string(type);
}

ModuleTree::ModuleTree(const record::MetaLog &names) : names_(names) {
  modules_.emplace_back();
  // Parents come before their children in the log, so one pass is enough.
  nodeOfPath_.resize(names.paths().size());
  for (size_t i = 1; i < names.paths().size(); ++i) {
    const record::ModulePath &path = names.paths()[i];
    nodeOfPath_[i] = child(nodeOfPath_[path.parent], path.name, shortModuleType(path.type, false));
  }
}

uint32_t ModuleTree::nodeOf(uint32_t site, uint32_t path, uint32_t around) {
  if (path != 0 && path < nodeOfPath_.size())
    return nodeOfPath_[path];
  const record::SiteText &fields = names_.sites()[site].fields;
  return fields.module ? child(around, "", shortModuleType(fields.moduleType, fields.ofTorchModule())) : 0;
}

uint32_t ModuleTree::child(uint32_t parent, std::string_view name, std::string type) {
  Module module;
  module.parent = parent;
  module.type = std::move(type);
  module.name = name.empty() ? module.type : std::string(name);
  if (module.name.empty())
    module.name = "?";  // of a damaged session; a path has a word for each level
  auto [place, isNew] =
      children_.try_emplace({parent, module.name, module.type}, static_cast<uint32_t>(modules_.size()));
  if (isNew) {
    module.hierarchy = parent == 0 ? module.name : modules_[parent].hierarchy + "." + module.name;
    module.ordinal = ordinals_[module.type]++;
    modules_.push_back(std::move(module));
  }
  return place->second;
}

}  // namespace autoscope::model
