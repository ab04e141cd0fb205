// How fast the commands that people type read a session, and in how much memory.
#include "Lines.h"
#include "MixedProgram.h"
#include "Parts.h"
#include "RunProgram.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace bench {

namespace {

struct Reading {
  Ran best;                   // of three, by wall time: the machine has other users
  double peakPrivateMiB = 0;  // of all
  bool ok = true;
};

Reading readThrice(const std::vector<std::string> &arguments) {
  Reading reading;
  for (int i = 0; i < 3; ++i) {
    Ran ran = runProgram({arguments, {}, "/dev/null", true});
    reading.ok = reading.ok && ran.ok();
    reading.peakPrivateMiB = std::max(reading.peakPrivateMiB, ran.peakPrivateMiB);
    if (i == 0 || ran.wallSeconds < reading.best.wallSeconds)
      reading.best = ran;
  }
  return reading;
}

std::string millions(long scopes) {
  char text[32];
  snprintf(text, sizeof text, "%g M", double(scopes) / 1e6);
  return text;
}

}  // namespace

void readersPart(const Settings &settings) {
  if (settings.tool.empty()) {
    absentLine("export rates, tables", "autoscope is not built");
    return;
  }
  // The small session is for what memory does not depend on.
  std::string sessions[2] = {settings.session(), settings.session() + ".small.autoscope"};
  long scopes[2];
  for (int i = 0; i < 2; ++i) {
    beginProfile(sessions[i]);
    scopes[i] = runMixedProgram(i == 0 ? settings.readerScopes : settings.readerScopes / 10);
    endProfile();
  }
  std::string copy = sessions[0] + ".copy.autoscope", json = sessions[0] + ".json";
  double rates = double(scopes[0]) / 1e6;
  auto readBoth = [&](const std::string &what, const std::vector<std::string> &before,
                      const std::vector<std::string> &after) {
    Reading readings[2];
    for (int i = 0; i < 2; ++i) {
      std::vector<std::string> arguments = before;
      arguments.push_back(sessions[i]);
      arguments.insert(arguments.end(), after.begin(), after.end());
      readings[i] = readThrice(arguments);
      if (!readings[i].ok)
        absentLine(what, "the command failed");
    }
    printf("  %s: %.2f s wall, %.2f s CPU; private memory %.1f MiB at most (%s scopes: %.1f MiB), with mapped files "
           "%.0f MiB\n",
           what.c_str(), readings[0].best.wallSeconds, readings[0].best.cpuSeconds, readings[0].peakPrivateMiB,
           millions(scopes[1]).c_str(), readings[1].peakPrivateMiB, readings[0].best.peakMiB);
    // Ten times the scopes, and not much more memory.
    valueLine(what + ": memory more than for a tenth", readings[0].peakPrivateMiB - readings[1].peakPrivateMiB, "MiB",
              16);
    return readings[0];
  };
  // A busy neighbour takes wall time.
  auto sayRates = [rates](const std::string &what, const Ran &ran, double goal) {
    rateLine(what + ", by wall time", rates / ran.wallSeconds, "M scopes/s", {goal, 0});
    rateLine(what + ", by CPU time", rates / ran.cpuSeconds, "M scopes/s", goal);
  };
  std::string count = millions(settings.readerScopes);
  Reading table = readBoth("table of " + count, {settings.tool, "report"}, {});
  valueLine("table of " + count + " scopes, by wall time (budget: 10 M)", table.best.wallSeconds, "s", {2, 0});
  valueLine("table of " + count + " scopes, by CPU time (budget: 10 M)", table.best.cpuSeconds, "s", 2);
  Reading kineto = readBoth("Kineto JSON", {settings.tool, "convert", "--format", "kineto"}, {"/dev/null"});
  sayRates("Kineto JSON to /dev/null", kineto.best, 5);
  // Half a gigabyte on the disk is enough.
  Ran toDisk = runProgram({{settings.tool, "convert", sessions[1], json}, {}, "/dev/null"});
  if (toDisk.ok())
    printf("  Kineto JSON of %s to a file: %.2f s wall, %.2f s CPU, %.0f bytes a scope\n", millions(scopes[1]).c_str(),
           toDisk.wallSeconds, toDisk.cpuSeconds, bytesOf(json) / double(scopes[1]));
  Reading binary = readBoth("session to session", {settings.tool, "convert", "--format", "session"}, {copy});
  sayRates("session to session", binary.best, 20);
  for (const std::string &path : {sessions[0], sessions[1], copy, json})
    unlink(path.c_str());
}

}  // namespace bench
