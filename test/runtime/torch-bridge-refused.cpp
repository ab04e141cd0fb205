// A bridge to torch that was built for another version of autoscope, another libtorch, or a libtorch with another std::string is
// not called: one message says why, every report says that names are missing, and modules are named like any others, by the class
// that they are. Needs no libtorch.
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %build/lib/libautoscope.so %t.dir
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t.dir/program -Wl,-rpath,%t.dir
// RUN: %clangxx -std=c++17 -shared -fPIC -DBRIDGE -I%source/runtime/src %s -o %t.dir/libautoscope-torch.so
// RUN: env LD_LIBRARY_PATH=%t.dir AUTOSCOPE_OUTPUT=%t.autoscope BRIDGE=version %t.dir/program 2>&1 | FileCheck --check-prefix=VERSION %s
// RUN: env LD_LIBRARY_PATH=%t.dir AUTOSCOPE_OUTPUT=%t.autoscope BRIDGE=library %t.dir/program 2>&1 | FileCheck --check-prefix=LIBRARY %s
// RUN: ln -s "$(ldd %t.dir/program | sed -n 's/.*libc.so.6 => \([^ ]*\).*/\1/p')" %t.dir/libtorch_cpu.so.77
// RUN: env LD_LIBRARY_PATH=%t.dir AUTOSCOPE_OUTPUT=%t.autoscope BRIDGE=library %t.dir/program 2>&1 | FileCheck --check-prefix=LIBRARY %s
// RUN: env LD_LIBRARY_PATH=%t.dir AUTOSCOPE_OUTPUT=%t.autoscope BRIDGE=string %t.dir/program 2>&1 | FileCheck --check-prefix=STRING %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=NAMES %s
// RUN: %autoscope tree %t.autoscope | FileCheck --check-prefix=LOST %s
// RUN: env LD_LIBRARY_PATH=%t.dir AUTOSCOPE_OUTPUT=%t.autoscope BRIDGE=right %t.dir/program 2>&1 | FileCheck --check-prefix=RIGHT --allow-empty %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=RIGHT-NAMES %s
// RUN: %autoscope tree %t.autoscope | FileCheck --check-prefix=RIGHT-TREE --implicit-check-not=Lost %s
// VERSION-COUNT-1: autoscope: torch modules have no names: {{.*}}/libautoscope-torch.so is of another version of autoscope
// LIBRARY-COUNT-1: autoscope: torch modules have no names: {{.*}} was built for libtorch_cpu.so.77, and this process has another libtorch
// STRING-COUNT-1:  autoscope: torch modules have no names: {{.*}} was built for libc.so.6, and the one in this process has another std::string
// STRING:          autoscope: lost 1 name of torch modules, since no libautoscope-torch.so for this libtorch lay beside libautoscope.so
// VERSION-NOT:     torch modules have no names
// LIBRARY-NOT:     torch modules have no names
// STRING-NOT:      torch modules have no names
// RIGHT-NOT:       autoscope:
// NAMES:           Net::forward(int) [Net]
// NAMES:           Layer::forward(int) [Net.Special@0]
// RIGHT-NAMES:     Net::forward(int) [FromBridge]
// LOST:            Special@0 {{ *}}Special {{ *}}1
// LOST:            Lost: 1 name of torch modules, since no libautoscope-torch.so for this libtorch lay beside libautoscope.so
// RIGHT-TREE:      FromBridge@0
#ifdef BRIDGE
#include "sources/torch/Bridge.h"
#include <cstdlib>
#include <cstring>
#include <string>

using namespace autoscope::torch_bridge;

static uint32_t find(const void *, const void *, Index *, uint64_t *, uint32_t *) { return 0; }
static bool leadsTo(const void *, const Index *, uint32_t, uint64_t, const void *) { return false; }
static void describe(const void *, const Index *, uint32_t, char *, char *, size_t) {}
static void typeOf(const void *, char *type, size_t) { std::strcpy(type, "FromBridge"); }

extern "C" const Functions *autoscope_torch_bridge() {
  static Functions functions = {bridgeVersion, "libc.so.6", "malloc", find, leadsTo, describe, typeOf};
  std::string which = std::getenv("BRIDGE");
  if (which == "version")
    functions.version = bridgeVersion - 1;
  else if (which == "library")
    functions.torchSoname = "libtorch_cpu.so.77";
  else if (which == "string")
    functions.torchSymbol = "no_function_of_the_c_library";
  return &functions;
}
#else
namespace torch { namespace nn {
struct Module {
  virtual ~Module() = default;
};
}} // namespace torch::nn
struct Layer : torch::nn::Module {
  int forward(int x) { return x + 1; }
};
struct Special : Layer {};
struct Net : torch::nn::Module {
  int forward(int x) {
    Special special;
    return special.forward(layer.forward(x));
  }
  Layer layer;
};
int main() {
  Net net;
  return net.forward(1) == 3 ? 0 : 1;
}
#endif
