#include "ProcessFacts.h"

#include "config/Environment.h"
#include "config/OutputPath.h"
#include "hot/Clock.h"
#include "record/SessionInfo.h"

#include <climits>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace autoscope {

collect::Facts describeProcess() {
  collect::Facts info;
  char executable[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable);
  if (length > 0)
    info.emplace_back(record::infoKey::executable, std::string(executable, size_t(length)));
  std::string command;
  if (FILE *file = fopen("/proc/self/cmdline", "re")) {
    for (int c; (c = fgetc(file)) != EOF && command.size() < 32768;)
      command += c == 0 ? ' ' : char(c);
    fclose(file);
  }
  while (!command.empty() && command.back() == ' ')
    command.pop_back();
  info.emplace_back(record::infoKey::command, command);
  info.emplace_back(record::infoKey::host, config::currentPlaces().host);
  if (std::string rank = config::rankFromEnvironment(); !rank.empty())
    info.emplace_back(record::infoKey::rank, rank);
  if (std::string size = config::worldSizeFromEnvironment(); !size.empty())
    info.emplace_back(record::infoKey::worldSize, size);
  info.emplace_back(record::infoKey::version, AUTOSCOPE_VERSION);
  info.emplace_back("clock", hot::clockIsOverridden() ? "system" : "tsc");
  return info;
}

}  // namespace autoscope
