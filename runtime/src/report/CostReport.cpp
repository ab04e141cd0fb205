#include "report/CostReport.h"

#include "model/RowIndex.h"
#include "report/Numbers.h"

#include <fmt/format.h>

#include <map>

namespace autoscope::report {

namespace {

std::string timeOf(uint64_t ns) {
  return formatTime(static_cast<double>(ns));
}

uint64_t allScopesNs(const model::Profile &profile) {
  return static_cast<uint64_t>(static_cast<double>(profile.scopes) * static_cast<double>(profile.cost.outerPs) / 1000);
}

// Calls until then by function, named as in the table: two functions may have one name.
std::map<std::string, uint64_t> throttledFunctions(const record::SessionReader &session) {
  const record::MetaLog &names = session.names();
  std::map<std::string, uint64_t> calls;
  if (names.throttled().empty())
    return calls;
  model::RowIndex rows(names);
  for (const auto &[id, throttled] : names.throttled())
    if (uint32_t site = names.siteIndex(id))
      calls[rows.nameOfRow[rows.rowOfSite[site]]] += throttled.calls;
  return calls;
}

}  // namespace

std::string formatCost(uint64_t ps) {
  uint64_t tenths = (ps + 50) / 100;
  return fmt::format("{}.{}ns", tenths / 10, tenths % 10);
}

std::string compensationHeading(const model::Profile &profile) {
  return profile.compensated ? "Compensated times: without what the scopes themselves cost\n" : "";
}

std::string compensationReport(const model::Profile &profile) {
  if (!profile.compensated)
    return {};
  std::string text = "Compensated: " + timeOf(profile.subtractedNs) + " of " + timeOf(allScopesNs(profile)) +
                     " that the scopes cost are subtracted";
  if (profile.beyondNs)
    text += "; " + timeOf(profile.beyondNs) + " more than their callers and they themselves took are not";
  return text + "\n";
}

std::string costReport(const model::Profile &profile) {
  const model::SelfCost &cost = profile.cost;
  std::string text;
  auto add = [&text](const std::string &part) { text += (text.empty() ? "Cost of the profile: " : "; ") + part; };
  if (cost.knowsScopes() && profile.scopes)
    add(fmt::format("{} {} at {}, {} of it in its own time, {} in all", profile.scopes,
                    profile.scopes == 1 ? "scope" : "scopes", formatCost(cost.outerPs), formatCost(cost.innerPs),
                    timeOf(allScopesNs(profile))));
  if (cost.startNs)
    add("start " + timeOf(*cost.startNs));
  if (cost.stopNs)
    add("stop " + timeOf(*cost.stopNs));
  if (cost.exportNs)
    add("export " + timeOf(*cost.exportNs));
  if (cost.writerNs)
    add("writer " + timeOf(*cost.writerNs) + " of CPU");
  return text.empty() ? text : text + "\n";
}

void writeCost(const record::SessionReader &session, JsonWriter &json) {
  for (const auto &[name, calls] : throttledFunctions(session))
    json.key("throttled: " + name).integer(calls);
  model::SelfCost cost = model::selfCostOf(session);
  if (cost.knowsScopes()) {
    json.key("cost of a scope, ps").integer(cost.outerPs);
    json.key("cost of a scope in its own time, ps").integer(cost.innerPs);
  }
  auto time = [&json](const char *key, const std::optional<uint64_t> &ns) {
    if (ns)
      json.key(key).integer(*ns);
  };
  time("profiler start, ns", cost.startNs);
  time("profiler stop, ns", cost.stopNs);
  time("profiler writer, ns of CPU", cost.writerNs);
}

}  // namespace autoscope::report
