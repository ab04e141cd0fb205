#include "model/KinetoHierarchy.h"

#include "model/FunctionNames.h"

namespace autoscope::model {

std::string_view KinetoHierarchy::methodAt(uint32_t site) const {
  const record::SiteText &fields = names_.sites()[site].fields;
  if (fields.qualifiedName.empty())
    return splitQualifiedName(fields.name).second;
  return withoutTemplateArguments(splitQualifiedName(fields.qualifiedName).second);
}

bool KinetoHierarchy::isMember(uint32_t site, uint32_t moduleSite) const {
  const record::SiteText &module = names_.sites()[moduleSite].fields;
  std::string_view ofFunction = splitQualifiedName(names_.sites()[site].fields.qualifiedName).first;
  return !ofFunction.empty() &&
         (ofFunction == module.moduleType || ofFunction == splitQualifiedName(module.qualifiedName).first);
}

// `entry.text` is what comes behind its parent's.
uint32_t KinetoHierarchy::add(Entry entry) {
  auto [place, isNew] =
      byText_.try_emplace({entry.parent, entry.module, entry.text}, static_cast<uint32_t>(entries_.size()));
  if (isNew) {
    if (entry.parent != 0)
      entry.text.insert(0, entries_[entry.parent].text + ".");
    entries_.push_back(std::move(entry));
  }
  return place->second;
}

uint32_t KinetoHierarchy::ofModule(uint32_t from, uint32_t around, const std::vector<Module> &modules, uint32_t node,
                                   uint32_t site) {
  auto [place, isNew] = known_.try_emplace({from, node, site}, 0);
  if (!isNew)
    return place->second;
  std::vector<uint32_t> chain;
  uint32_t above = node;
  for (; above != around && above != 0; above = modules[above].parent)
    chain.push_back(above);
  // A damaged session may show a module inside one that its path does not go through.
  uint32_t at = above == around ? from : 0;
  std::string text = at == 0 ? "TOP" : modules[chain.back()].name;
  for (size_t i = chain.size(); i-- > 0;) {
    if (i + 1 != chain.size())
      text += "." + modules[chain[i]].name;
    text += "(" + modules[chain[i]].type + ")";
  }
  text += "::" + std::string(methodAt(site));
  return place->second = add({at, node, {}, std::move(text)});
}

uint32_t KinetoHierarchy::ofSelf(uint32_t from, const Module &module, uint32_t node, uint32_t site) {
  auto [place, isNew] = known_.try_emplace({from, node, site}, from);
  if (!isNew)
    return place->second;
  std::string_view method = methodAt(site);
  for (uint32_t at = from; at != 0 && entries_[at].module == node; at = entries_[at].parent)
    if (entries_[at].methodOfSelf == method)
      return from;
  return place->second = add({from, node, method, "SELF(" + module.type + ")::" + std::string(method)});
}

}  // namespace autoscope::model
