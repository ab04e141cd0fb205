// The lines of test/golden/torch-1.13/schedule.txt, whose columns make_schedule.py explains.
#pragma once

#include "autoscope/schedule.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace autoscope::test {

constexpr int steps = 20;

struct Golden {
  std::string parameters, actions;
  std::vector<std::string> steps, callbacks, ends;
};

inline std::vector<std::string> words(const std::string &text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;)
    all.push_back(word);
  return all;
}

inline std::vector<Golden> goldenSchedules() {
  std::ifstream file(AUTOSCOPE_GOLDEN "/schedule.txt");
  std::vector<Golden> all;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    for (size_t at = 0; at != std::string::npos;) {
      size_t end = line.find(" | ", at);
      fields.push_back(line.substr(at, end == std::string::npos ? end : end - at));
      at = end == std::string::npos ? end : end + 3;
    }
    if (fields.size() != 5) {
      ADD_FAILURE() << line;
      continue;
    }
    all.push_back({fields[0], fields[1], words(fields[2]), words(fields[3]), words(fields[4])});
    if (all.back().callbacks == std::vector<std::string>{"."})
      all.back().callbacks.clear();
  }
  return all;
}

inline ProfilerAction actionOf(char letter) {
  return ProfilerAction(std::string("NWRS").find(letter));
}

inline char letterOf(ProfilerAction action) {
  return "NWRS"[int(action)];
}

inline schedule_function scheduleOf(const Golden &golden) {
  if (golden.parameters == "callable")
    return [actions = golden.actions](long step) { return actionOf(actions[size_t(step)]); };
  std::istringstream in(golden.parameters);
  schedule_options options;
  char comma;
  in >> options.wait >> comma >> options.warmup >> comma >> options.active >> comma >> options.repeat >> comma >>
      options.skip_first;
  if (in.peek() == ',')
    in >> comma >> options.skip_first_wait;
  return schedule(options);
}

}  // namespace autoscope::test
