#include "report/LossReport.h"

#include "record/LossText.h"

#include <fmt/format.h>

namespace autoscope::report {

uint64_t lostScopes(const model::Losses &losses) {
  uint64_t sum = losses.damagedRecords;
  for (const auto &[cause, count] : losses.causes)
    if (cause != record::LossCause::TooManyNames)  // costs a name, not a scope
      sum += count;
  return sum;
}

std::string lossReport(const model::Profile &profile) {
  const model::Losses &losses = profile.losses;
  std::string text;
  for (const auto &[cause, count] : losses.causes)
    text += fmt::format("Lost: {} {}\n", count, record::lossText(cause));
  if (losses.damagedRecords)
    text += fmt::format("Lost: {} damaged records\n", losses.damagedRecords);
  if (losses.damage.chunks)
    text += fmt::format("Lost: {} damaged chunks of records\n", losses.damage.chunks);
  if (losses.damage.tornBytes)
    text += fmt::format("Lost: {} bytes after the last whole section\n", losses.damage.tornBytes);
  if (losses.damage.names)
    text += fmt::format("Lost: {} damaged names\n", losses.damage.names);
  if (losses.killed)
    text += "Recovered: the process ended before it could close its session\n";
  if (profile.openScopes)
    text += fmt::format("Open: {} scopes had not been left when the session ended; their time counts up to then\n",
                        profile.openScopes);
  return text;
}

}  // namespace autoscope::report
