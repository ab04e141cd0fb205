#include "config/ScheduleText.h"

#include <iterator>

namespace autoscope::config {

namespace {

constexpr const char *names = "wait, warmup, active, repeat, skip_first and skip_first_wait";

bool parseCount(std::string_view text, long &number) {
  bool isNegative = !text.empty() && text[0] == '-';  // for the schedule itself to refuse
  text.remove_prefix(isNegative);
  if (text.empty())
    return false;
  constexpr long most = 1000000000000000;  // a longer one is for the schedule to refuse as well
  number = 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return false;
    number = number < most ? number * 10 + (c - '0') : most;
  }
  number = isNegative ? -number : number;
  return true;
}

}  // namespace

std::optional<schedule> parseSchedule(std::string_view text, std::string &why) {
  schedule_options options;
  long *const places[] = {&options.wait,   &options.warmup,     &options.active,
                          &options.repeat, &options.skip_first, &options.skip_first_wait};
  bool isGiven[std::size(places)] = {};
  while (!text.empty()) {
    size_t end = text.find_first_of(", ");
    std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (part.empty())
      continue;
    size_t sign = part.find('=');
    std::string_view name = part.substr(0, sign);
    size_t which = 0;
    while (which < std::size(places) && scheduleNames[which] != name)
      ++which;
    if (which == std::size(places)) {
      why = "'" + std::string(name) + "' is none of " + names;
      return std::nullopt;
    }
    if (sign == std::string_view::npos) {
      why = std::string(name) + " lacks its number of steps, as in wait=1,active=3";
      return std::nullopt;
    }
    if (isGiven[which]) {
      why = std::string(name) + " comes twice";
      return std::nullopt;
    }
    isGiven[which] = true;
    if (!parseCount(part.substr(sign + 1), *places[which])) {
      why = "'" + std::string(part) + "' has no whole number";
      return std::nullopt;
    }
  }
  if (!isGiven[2]) {
    why = "it lacks active=, the number of steps to record";
    return std::nullopt;
  }
  try {
    return schedule(options);
  } catch (const schedule_error &error) {
    constexpr std::string_view prefix = "schedule: ";
    why = error.what();
    if (why.compare(0, prefix.size(), prefix) == 0)
      why.erase(0, prefix.size());
    return std::nullopt;
  }
}

}  // namespace autoscope::config
