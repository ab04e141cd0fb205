#include "model/CallNames.h"

#include "model/StepNames.h"

namespace autoscope::model {

CallNames::CallNames(const record::MetaLog &names, GroupBy functions)
    : names_(names), index_(names, functions), rowOfSite_(index_.rowOfSite), keys_(index_.nameOfRow) {
  constexpr uint32_t none = ~0u;
  uint32_t stepRow = none;
  for (uint32_t site = 0; site < names.sites().size(); ++site) {
    const record::SiteText &fields = names.sites()[site].fields;
    bool isStep = isOfStepRow(name(site));
    if (isStep) {
      if (stepRow == none)
        stepRow = rowOfSite_[site];
      rowOfSite_[site] = stepRow;
      keys_[stepRow] = stepRowName;
    }
    isAnnotation_.push_back(isStep || fields.ofAnnotation());
    isOperator_.push_back(site != 0 && fields.file.empty() && !fields.namedByUser());
  }
}

std::string CallNames::frame(uint32_t site) const {
  const record::SiteText &fields = names_.sites()[site].fields;
  if (fields.file.empty())
    return {};
  return std::string(fields.file) + "(" + std::to_string(fields.line) + "): " + std::string(fields.name);
}

}  // namespace autoscope::model
