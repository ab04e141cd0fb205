// A program that runs one scope: what the run time costs a process from start to exit.
#include "autoscope/scope.h"

int main() {
  AUTOSCOPE_SCOPE("main");
  return 0;
}
