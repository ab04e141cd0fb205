#include "report/LossReport.h"

#include "record/LossText.h"
#include "report/CostReport.h"
#include "report/MemoryReport.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <algorithm>
#include <fmt/format.h>

namespace autoscope::report {

uint64_t lostScopes(const model::Losses &losses) {
  uint64_t sum = losses.damagedRecords;
  for (const auto &[cause, count] : losses.causes)
    // Those cost names, bytes or records of the GPU, not scopes.
    if (cause != record::LossCause::TooManyNames && cause != record::LossCause::TorchNames &&
        cause != record::LossCause::MemoryLost && cause != record::LossCause::GpuRecords)
      sum += count;
  return sum;
}

namespace {

using record::counted;

const char *wereOrWas(uint64_t count) {
  return count == 1 ? "was" : "were";
}

// One line for each of the first threads.
std::string openReport(const model::Profile &profile) {
  constexpr size_t mostThreads = 8;
  std::string text;
  for (size_t i = 0; i < profile.open.size() && i < mostThreads; ++i)
    text += whereText(profile.open[i], profile.rows);
  if (size_t more = profile.open.size() - std::min(profile.open.size(), mostThreads))
    text += fmt::format("  and on {} more {}\n", more, more == 1 ? "thread" : "threads");
  return text;
}

std::string openLine(uint64_t scopes, bool recording, const char *ending, const char *until) {
  bool one = scopes == 1;
  return fmt::format("Open: {} {} {} been left {}; {} time counts up to {}\n", scopes, one ? "scope" : "scopes",
                     recording ? (one ? "has not" : "have not") : "had not", ending, one ? "its" : "their", until);
}

// Those of a thread that could record no more ended then, for us; the process may have left them long before its end.
std::string openLines(const model::Profile &profile) {
  const model::Losses &losses = profile.losses;
  const char *atCut = "when the recording ended";
  if (!losses.killed && !losses.copied && !losses.recording)
    return openLine(profile.openScopes, false, losses.writtenNs ? atCut : "when the session ended", "then");
  std::string text = profile.cutScopes ? openLine(profile.cutScopes, false, atCut, "then") : "";
  uint64_t others = profile.openScopes - profile.cutScopes;
  if (others == 0)
    return text;
  if (losses.killed)
    return text + openLine(others, false, "when the process ended",
                           "its last sign of life, at most about a second before its end");
  return text + openLine(others, losses.recording, losses.copied ? "when it was copied" : "yet",
                         "the latest that is recorded");
}

// What was never meant to be recorded.
std::string leftOutReport(const model::Profile &profile) {
  std::string text;
  for (const model::ThrottledFunction &function : profile.throttled)
    text += fmt::format(
        "Throttled: {} was left out once {} calls of {} on average had been counted; calls after that are not shown\n",
        printable(function.name), function.calls, formatCost(function.meanPs));
  if (profile.filteredFunctions)
    text += fmt::format("{} that {} called {} left out by AUTOSCOPE_FILTER\n",
                        counted(profile.filteredFunctions, "functions"), wereOrWas(profile.filteredFunctions),
                        wereOrWas(profile.filteredFunctions));
  if (!profile.unmatchedRules.empty())
    text += "Rules: " + printable(profile.unmatchedRules) + "\n";
  return text + smallFunctionsReport(profile.smallFunctions);
}

}  // namespace

std::string lossReport(const model::Profile &profile) {
  const model::Losses &losses = profile.losses;
  std::string text;
  for (const auto &[cause, count] : losses.causes)
    text += "Lost: " + counted(count, record::lossText(cause)) + "\n";
  if (losses.damagedRecords)
    text += "Lost: " + counted(losses.damagedRecords, "records that are damaged") + "\n";
  losses.damage.forEach([&text](uint32_t, uint64_t count, const char *, const char *what) {
    text += "Lost: " + counted(count, what) + "\n";
  });
  if (losses.writtenNs)
    text += "Recorded until " + formatTime(double(*losses.writtenNs)) +
            " after the start: every scope that ended before is here, and of those that ended later, some\n";
  if (losses.isOfFlightRecorder)
    text += fmt::format("Flight recorder: all scopes that ended in the last {} are here, and some that ended before\n",
                        formatTime(double(profile.windowNs)));
  if (losses.killed)
    text += "Recovered: the process ended before it could close its session\n";
  if (losses.recording)
    text += "Still recording: the process has not ended; this is what it has recorded so far\n";
  if (losses.copied)
    text += "Copied: the process went on, and what it recorded later is not here\n";
  if (profile.openScopes)
    text += openLines(profile) + openReport(profile);
  return text + leftOutReport(profile);
}

void writeLosses(const record::SessionReader &session, JsonWriter &json) {
  uint64_t lost = 0;
  for (const auto &[cause, count] : session.losses()) {
    json.key("lost: " + std::string(record::lossText(cause))).integer(count);
    lost += count;
  }
  session.damage().forEach([&json](uint32_t, uint64_t count, const char *key, const char *) {
    json.key("lost: " + std::string(key)).integer(count);
  });
  json.key("lost").integer(lost);
  if (std::optional<uint64_t> until = session.writtenNs())
    json.key("recorded until, ns").integer(*until);
}

std::string whyNotWhole(const record::SessionReader &session) {
  std::string text;
  auto say = [&text](const std::string &clause) { text += (text.empty() ? "" : ", ") + clause; };
  if (session.killed())
    say("the process ended before it could close it");
  if (session.recording())
    say("it is still being recorded");
  if (session.copied())
    say("the process went on after it was copied");
  if (std::optional<uint64_t> until = session.writtenNs())
    say("scopes that ended later than " + formatTime(double(*until)) + " after the start are not all in it");
  if (session.keptFrom() > session.window().start)
    say("a flight recorder has only the last scopes");
  model::Losses losses;
  losses.causes = session.losses();
  if (uint64_t lost = lostScopes(losses))
    say(counted(lost, "scopes") + " " + wereOrWas(lost) + " lost");
  return text;
}

std::string smallFunctionsReport(uint64_t count) {
  if (count == 0)
    return {};
  bool one = count == 1;
  return fmt::format("Up to {} {} too small for a scope {} not shown (plugin option min-statements=0 shows {})\n",
                     count, one ? "function" : "functions", one ? "is" : "are", one ? "it" : "them");
}

}  // namespace autoscope::report
