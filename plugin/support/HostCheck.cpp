// The belt to the loader's braces: an implementation that somebody loads by hand into another LLVM must say so and end
// the compile, where it would otherwise crash or silently do nothing.
//
// Runs before every other static initialiser of this library, since those already call into LLVM. The compile may have
// no output file yet, and LLVM's own exit handlers must not run: hence _exit.
#include "HostVersion.h"

#include <cstdio>
#include <unistd.h>

namespace {

struct HostCheck {
  HostCheck() {
    int host = autoscope::hostLlvmMajor();
    if (host == AUTOSCOPE_LLVM_MAJOR)
      return;
    std::fprintf(stderr, "autoscope: error: built for LLVM %d, running in LLVM %d\n", AUTOSCOPE_LLVM_MAJOR, host);
    std::fflush(stderr);
    _exit(1);
  }
};

__attribute__((init_priority(101))) HostCheck checkHostFirst;

}  // namespace
