// The parts of autoscope-bench. Each runs in a process of its own, with the environment that it needs, prints its lines
// and removes what it made: one that fails costs its own lines only.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct Settings {
  std::string directory = "/tmp";  // where sessions go
  long operations = 1'000'000;     // scopes per slice
  int slices = 21;
  int kills = 100;
  long readerScopes = 10'000'000;
  double seconds = 10;  // of each soak
  std::string self;     // this program
  std::string tool;     // `autoscope`, beside it; empty: not built

  // Of this process alone.
  std::string session() const;
};

struct Part {
  const char *name;
  void (*run)(const Settings &);
  const char *variable = nullptr, *value = nullptr;  // of the environment
  bool onlyIfAsked = false;
};
const std::vector<Part> &parts();

// What another process of the same program does for a part.
int runKilledChild(const std::string &session, const std::string &counters);

// Ends this process with a sentence when the profile does not start.
void beginProfile(const std::string &session, const char *overflow = "");
// Nanoseconds that the stop took.
double endProfile();
double bytesOf(const std::string &path);
// Whether this build's options have the variable of the environment.
bool hasOption(const std::string &variable);

// HotParts.cpp
void enabledPart(const Settings &);
void disabledPart(const Settings &);
void filteredPart(const Settings &);
void recursionPart(const Settings &);
void threadsPart(const Settings &);
void modulesPart(const Settings &);
// LivePart.cpp
void flightPart(const Settings &);
void watchedPart(const Settings &);
void throttledPart(const Settings &);
// ArmedPart.cpp
void armedPart(const Settings &);
// OperatorsPart.cpp
void operatorsPart(const Settings &);
// HeapPart.cpp
void heapPart(const Settings &);
// ProcessParts.cpp
void startPart(const Settings &);
void processPart(const Settings &);
void killPart(const Settings &);
// ReaderPart.cpp
void readersPart(const Settings &);
// SoakParts.cpp
void soakPart(const Settings &);
void soakDiskPart(const Settings &);
void soakNewestPart(const Settings &);

}  // namespace bench
