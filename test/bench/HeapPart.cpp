// What counting the heap costs a malloc and its free. A program of its own measures it: this one has its malloc plain.
#include "Lines.h"
#include "Parts.h"
#include "RunProgram.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace bench {

void heapPart(const Settings &settings) {
  std::string program = settings.self + "-heap", lines = settings.session() + ".lines";
  if (access(program.c_str(), X_OK) != 0)
    return absentLine("malloc and free, counted", "this build has no libautoscope-memory.so");
  Command command{{program, std::to_string(settings.operations / 10), std::to_string(settings.slices),
                   settings.session(), settings.tool}};
  command.output = lines;
  FILE *file = runProgram(command).ok() ? fopen(lines.c_str(), "r") : nullptr;
  unlink(lines.c_str());
  unlink(settings.session().c_str());  // of one that failed
  if (!file)
    exit(1);
  const struct {
    const char *name, *what;
    Budget budget;
  } shown[] = {{"plain", "malloc and free of 24 bytes, plain", {}},
               {"off", "more with libautoscope-memory.so, nothing recorded", {}},
               {"inside", "more with the heap counted, in a scope", 8},
               {"outside", "the same outside of all scopes", {}},
               {"leaks", "the same in a scope, with the table of blocks", {}}};
  char name[32];
  double value;
  while (fscanf(file, " %31[^\t]\t%lf", name, &value) == 2)
    for (const auto &line : shown)
      if (strcmp(line.name, name) == 0)
        valueLine(line.what, value, "ns", line.budget);
  fclose(file);
}

}  // namespace bench
