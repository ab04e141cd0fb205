// The parts of a site's text (abi.h) that the run time itself needs. The text is compiled into the program, so a
// malformed one is treated as empty, not as an error.
#pragma once

#include "autoscope/abi.h"

#include <cstdint>
#include <string_view>

namespace autoscope::hot {

enum class InfoField { Version, Kind, Flags, Line, File, Name, QualifiedName, ModuleType, Parameters };

inline std::string_view infoField(const __autoscope_site &site, InfoField field) {
  std::string_view text = site.__info ? site.__info : "";
  for (int skip = int(field); skip > 0; --skip) {
    size_t separator = text.find('\x1f');
    if (separator == std::string_view::npos)
      return {};
    text.remove_prefix(separator + 1);
  }
  return text.substr(0, text.find('\x1f'));
}

// What the run time notes in __autoscope_site::__reserved when it registers the site, so as not to read the text again:
// flags below, a hash of the module type above.
constexpr unsigned siteBaseIsTorch = 1;
constexpr unsigned siteRuleShift = 1;  // seven bits: the number of the rule that watches it; 0: none
constexpr unsigned siteFlagBits = 8;
// Instead, until then: other tools are not to be told of its scopes (Emission.h). Whoever makes the site sets it.
constexpr unsigned siteIsSilent = 1;
// Rules from this one on are not for snapshots, but for functions that begin and end profiles.
constexpr uint32_t firstStepRule = 101;

// Set in the id of a site that is watched, or of which other tools are told (Emission.h), so that entering takes the
// slow path. Of records and frames they are no part.
constexpr uint32_t watchedSite = 1u << 31, emittedSite = 1u << 30, markedSite = watchedSite | emittedSite;
inline uint32_t siteIdOf(const __autoscope_site &site) {
  return __atomic_load_n(&site.__id, __ATOMIC_RELAXED) & ~markedSite;
}
inline bool hasMark(const __autoscope_site &site, uint32_t mark) {
  uint32_t id = __atomic_load_n(&site.__id, __ATOMIC_RELAXED);
  return id & mark && id != __autoscope_filtered;
}
inline bool isWatched(const __autoscope_site &site) {
  return hasMark(site, watchedSite);
}
inline bool isEmitted(const __autoscope_site &site) {
  return hasMark(site, emittedSite);
}
inline uint32_t ruleOf(const __autoscope_site &site) {
  return site.__reserved >> siteRuleShift & 0x7f;
}

inline unsigned notesOf(const __autoscope_site &site) {
  unsigned hash = 2166136261u;
  for (char c : infoField(site, InfoField::ModuleType))
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  bool torch = infoField(site, InfoField::Flags).find('t') != std::string_view::npos;
  return hash << siteFlagBits | (torch ? siteBaseIsTorch : 0);
}

inline unsigned typeHashOf(const __autoscope_site &site) {
  return site.__reserved >> siteFlagBits;
}

}  // namespace autoscope::hot
