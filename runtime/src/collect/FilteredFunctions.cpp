#include "collect/FilteredFunctions.h"

#include "hot/SiteFlags.h"

namespace autoscope::collect {

namespace {

uint64_t hashOf(const __autoscope_site &site) {
  uint64_t hash = 14695981039346656037ull;
  auto add = [&hash](std::string_view text) {
    for (char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    hash = (hash ^ 0x1f) * 1099511628211ull;
  };
  add(hot::infoField(site, hot::InfoField::Name));
  add(hot::infoField(site, hot::InfoField::ModuleType));
  return hash << 2 ? hash << 2 : 4;
}

}  // namespace

uint64_t *FilteredFunctions::placeOf(uint64_t hash) noexcept {
  for (size_t i = 0; i < places; ++i) {
    uint64_t &place = methods_[((hash >> 2) + i) % places];
    if (place == 0)
      place = hash;
    if ((place & ~state) == hash)
      return &place;
  }
  return nullptr;
}

bool FilteredFunctions::add(const __autoscope_site &site, Site what) noexcept {
  bool leftOut = what == Site::LeftOut;
  uint64_t *place = site.__kind == __autoscope_kind_module ? placeOf(hashOf(site)) : nullptr;
  if (!place) {
    count_ += leftOut;
    return leftOut;
  }
  bool isCall = hot::infoField(site, hot::InfoField::Flags).find('c') != std::string_view::npos;
  bool wasCounted = *place & counted;
  if (isCall && (*place & byBody || !leftOut))
    return false;
  *place = (*place & ~state) | (leftOut ? counted : 0) | (isCall ? 0 : byBody);
  if (leftOut == wasCounted)
    return false;
  count_ += leftOut ? 1 : -1;
  return true;
}

}  // namespace autoscope::collect
