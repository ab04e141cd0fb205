#include "SiteList.h"

#include "record/SmallFunctions.h"

#include <algorithm>
#include <tuple>

namespace autoscope::tool {

namespace {

auto keyOf(const record::SiteText &site) {
  return std::tie(site.file, site.line, site.name, site.qualifiedName, site.moduleType);
}

}  // namespace

std::string SiteList::open(const std::string &path) {
  if (std::string error = image_.open(path); !error.empty())
    return error;
  for (std::string_view section : image_.sections("autoscope_info")) {
    while (!section.empty()) {
      // Between two records there may be padding.
      std::string_view text = section.substr(0, section.find('\0'));
      section.remove_prefix(std::min(section.size(), text.size() + 1));
      if (text.empty())
        continue;
      if (std::optional<record::SiteText> site = record::parseSiteText(text))
        sites_.push_back(*site);
      else
        ++damaged_;
    }
  }
  for (std::string_view section : image_.sections(".note.autoscope"))
    record::addSmallFunctions(section, small_);
  std::sort(sites_.begin(), sites_.end(),
            [](const record::SiteText &a, const record::SiteText &b) { return keyOf(a) < keyOf(b); });
  sites_.erase(std::unique(sites_.begin(), sites_.end(),
                           [](const record::SiteText &a, const record::SiteText &b) { return keyOf(a) == keyOf(b); }),
               sites_.end());
  return {};
}

}  // namespace autoscope::tool
