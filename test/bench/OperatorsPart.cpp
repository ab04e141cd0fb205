// What an operator of libtorch costs while it is recorded, beside libtorch's own profiler in the same run. A program of
// its own measures it: this one has no libtorch in it.
#include "Lines.h"
#include "Parts.h"
#include "RunProgram.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace bench {

void operatorsPart(const Settings &settings) {
  const char *what = "operator of libtorch, recorded";
  std::string program = settings.self + "-operators", lines = settings.session() + ".lines";
  if (access(program.c_str(), X_OK) != 0)
    return absentLine(what, "this build has no libtorch");
  Command command{
      {program, std::to_string(settings.operations / 250), std::to_string(settings.slices), settings.session()}};
  command.output = lines;
  FILE *file = runProgram(command).ok() ? fopen(lines.c_str(), "r") : nullptr;
  unlink(lines.c_str());
  unlink(settings.session().c_str());  // of one that failed
  if (!file)
    exit(1);
  char text[128];
  double value;
  while (fscanf(file, " %127[^\t]\t%lf", text, &value) == 2) {
    Pair pair = {value, 0, 0, 0, 0};
    if (fscanf(file, "%*1[\t]%lf %lf %lf %lf", &pair.reference, &pair.ratio, &pair.least, &pair.most) == 4)
      ratioLine(text, pair, 1.0);
    else
      valueLine(text, value, "ns");
  }
  fclose(file);
}

}  // namespace bench
