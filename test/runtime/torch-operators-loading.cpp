// Operators are recorded only through libraries of ours that fit each other and the libtorch in the process; else one message says
// why, and the program runs and is profiled as it would be without them. Libtorch may enter the process after the start. Here a
// few functions stand for libtorch, so that none is needed.
// RUN: rm -rf %t.dir %t.alone %t.torch && mkdir %t.dir %t.alone %t.torch && cp %build/lib/libautoscope.so %t.dir && cp %build/lib/libautoscope.so %t.alone
// RUN: %clangxx -std=c++17 -shared -fPIC -DTORCH -I%source/runtime/src -I%source/runtime/include %s -o %t.torch/libtorch_cpu.so.77 -Wl,-soname,libtorch_cpu.so.77
// RUN: %clangxx -std=c++17 -shared -fPIC -DBRIDGE -I%source/runtime/src -I%source/runtime/include %s -o %t.dir/libautoscope-torch.so
// RUN: %clangxx -std=c++17 -shared -fPIC -DHOOKS -I%source/runtime/src -I%source/runtime/include %s -o %t.dir/libautoscope-torch-operators.so %t.torch/libtorch_cpu.so.77
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t.dir/without -ldl
// RUN: %autoscope_clangxx -std=c++17 -O1 -DLINKED -I%source/runtime/src -I%source/runtime/include %s -o %t.dir/linked %t.torch/libtorch_cpu.so.77 -ldl
// RUN: echo "env LD_LIBRARY_PATH=%t.dir:%t.torch AUTOSCOPE_OUTPUT=%t.autoscope AUTOSCOPE_OPERATORS=1 AUTOSCOPE_FLOPS=1 AUTOSCOPE_SHAPES=1" '"$@"' > %t.on

// RUN: sh %t.on %t.dir/without 2>&1 | FileCheck --check-prefix=NONE %s
// NONE:     2
// NONE:     autoscope: operators were not recorded: no libtorch was in the process
// NONE-NOT: autoscope:
// RUN: env AUTOSCOPE_OPERATORS=1 %t.dir/without %t.first.autoscope %t.second.autoscope 2>&1 | FileCheck --check-prefix=ONCE %s
// ONCE:     no libtorch was in the process
// ONCE-NOT: no libtorch was in the process

// RUN: sh %t.on env LD_LIBRARY_PATH=%t.alone:%t.torch %t.dir/linked 2>&1 | FileCheck --check-prefix=NO-BRIDGE %s
// NO-BRIDGE:     autoscope: operators are not recorded: libautoscope-torch-operators.so needs libautoscope-torch.so: cannot open shared object file: No such file or directory, nor is it beside libautoscope.so: {{.*}}.alone/libautoscope-torch.so
// NO-BRIDGE-NOT: operators are

// RUN: sh %t.on env BRIDGE=other %t.dir/linked 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER:     autoscope: operators are not recorded: {{.*}}/libautoscope-torch.so was built for libtorch_cpu.so.78, and this process has another libtorch
// OTHER-NOT: operators are

// RUN: sh %t.on env HOOKS=version %t.dir/linked 2>&1 | FileCheck --check-prefix=VERSION %s
// VERSION:     autoscope: operators are not recorded: {{.*}}/libautoscope-torch-operators.so is of another version of autoscope
// VERSION-NOT: operators are
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=WITHOUT --implicit-check-not=op: %s
// RUN: sh %t.on env HOOKS=other %t.dir/linked 2>&1 | FileCheck --check-prefix=UNFIT %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=WITHOUT --implicit-check-not=op: %s
// UNFIT:     autoscope: operators are not recorded: {{.*}}/libautoscope-torch-operators.so was built for another
// UNFIT-NOT: operators are
// WITHOUT: Net::forward() [Net]

// RUN: mv %t.dir/libautoscope-torch-operators.so %t.dir/aside
// RUN: sh %t.on %t.dir/linked 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: echo text > %t.dir/libautoscope-torch-operators.so && sh %t.on %t.dir/linked 2>&1 | FileCheck --check-prefix=NO-LIBRARY %s
// RUN: mv %t.dir/aside %t.dir/libautoscope-torch-operators.so
// MISSING:     autoscope: operators are not recorded: libautoscope-torch-operators.so: cannot open shared object file
// MISSING-NOT: operators are
// NO-LIBRARY:  autoscope: operators are not recorded: {{.*}}/libautoscope-torch-operators.so: {{file too short|invalid ELF header}}

// Before main, below modules, with exceptions, shapes and FLOPs; only what the filter admits.
// RUN: sh %t.on %t.dir/linked 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=autoscope: %s
// RIGHT: 2
// RUN: %autoscope dump --stable %t.autoscope > %t.dump && sed -n 's,^// DUMP: ,,p' %s | diff - %t.dump
// DUMP: thread main
// DUMP:   op:start [] flops=7
// DUMP:   Net::forward() [Net]
// DUMP:     op:add [[2, 3], []] float, Scalar flops=7
// DUMP:       op:inner [[2, 3], []] float, Scalar flops=7
// DUMP:     op:throw [[2, 3], []] float, Scalar flops=7
// DUMP:       op:inner [[2, 3], []] float, Scalar flops=7
// DUMP:     my block [[2, 3], []] float, Scalar flops=7
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json && FileCheck --check-prefix=TRACE %s < %t.json
// TRACE-DAG: "cat": "cpu_op", "name": "op:add", {{.*}}"Module Hierarchy": "Net", "Fwd thread id": 0, "Sequence number": 41, "Input Dims": {{\[\[}}2, 3], []], "Input type": ["float", "Scalar"], "flops": 7
// TRACE-DAG: "cat": "user_annotation", "name": "my block", {{.*}}"Module Hierarchy": "Net"
// RUN: printf 'exclude op:*\ninclude op:inner\n' > %t.filter
// RUN: sh %t.on env AUTOSCOPE_FILTER=%t.filter %t.dir/linked && %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=FILTERED --implicit-check-not=op:add %s
// FILTERED: Net::forward() [Net]
// FILTERED-NEXT: op:inner {{.*}} x2
// FILTERED-NEXT: my block

// With their memory, where that is asked for: of the innermost scope, or of none. Torch's own profiler may have it instead.
// RUN: sh %t.on env AUTOSCOPE_MEMORY=1 AUTOSCOPE_SHAPES=0 AUTOSCOPE_FLOPS=0 %t.dir/linked 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=autoscope: %s
// RUN: %autoscope dump --stable %t.autoscope > %t.dump && sed -n 's,^// MEMORY: ,,p' %s | diff - %t.dump
// MEMORY: thread main
// MEMORY:   [memory] memory=-64
// MEMORY:   op:start memory=123
// MEMORY:   Net::forward() [Net]
// MEMORY:     op:add memory=123
// MEMORY:       op:inner memory=-40 device-memory=4096
// MEMORY:     op:throw memory=123
// MEMORY:       op:inner memory=-40 device-memory=4096
// MEMORY:     my block memory=123
// RUN: %autoscope report %t.autoscope | FileCheck --check-prefix=COLUMNS %s
// COLUMNS: CPU time avg       CPU Mem  Self CPU Mem    Device Mem  Self Dev Mem    # of Calls
// COLUMNS: Net::forward() {{.*}} 289 B           0 B       8.00 KB           0 B             1
// RUN: %autoscope report --limit -1 --format json %t.autoscope | FileCheck --check-prefix=JSON %s
// JSON: "key": "Net::forward()", {{.*}}"cpu_memory_usage": 289, "self_cpu_memory_usage": 0, "device_memory_usage": 8192, "self_device_memory_usage": 0
// RUN: sh %t.on env AUTOSCOPE_MEMORY=1 TAKEN=1 %t.dir/linked 2>&1 | FileCheck --check-prefix=TAKEN %s
// TAKEN: autoscope: memory was not recorded on every thread: torch's own profiler was running, and allocations are told to one
// RUN: env LD_LIBRARY_PATH=%t.dir:%t.torch AUTOSCOPE_OUTPUT=%t.autoscope AUTOSCOPE_MEMORY=tensors %t.dir/linked 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: autoscope: AUTOSCOPE_MEMORY=tensors has no effect without AUTOSCOPE_OPERATORS=1
// RUN: env LD_LIBRARY_PATH=%t.dir:%t.torch %autoscope run --operators --memory -- %t.dir/linked 2>&1 | FileCheck --check-prefix=COLUMNS %s
// RUN: env LD_LIBRARY_PATH=%t.dir:%t.torch %autoscope run --operators --memory -- %t.dir/without 2>&1 | FileCheck --check-prefix=NO-MEMORY --implicit-check-not='CPU Mem' %s
// NO-MEMORY: autoscope: no memory was recorded: no tensor was allocated or freed where libtorch tells of it

// Off unless asked for; one profile after another in a process.
// RUN: env LD_LIBRARY_PATH=%t.dir:%t.torch AUTOSCOPE_OUTPUT=%t.autoscope %t.dir/linked && %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=WITHOUT --implicit-check-not=op: %s
// RUN: env LD_LIBRARY_PATH=%t.dir:%t.torch AUTOSCOPE_OPERATORS=1 %t.dir/linked %t.first.autoscope %t.second.autoscope
// RUN: for i in first second; do %autoscope dump --stable %t.$i.autoscope | FileCheck --check-prefix=SEVERAL --implicit-check-not=op:start %s || exit 1; done
//      SEVERAL: op:add{{$}}
// SEVERAL-NEXT: op:inner{{$}}

// Loaded by the program, when the profile has long begun: from the first call of a module of torch.
// RUN: sh %t.on %t.dir/without libtorch_cpu.so.77 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=autoscope: %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=LATE %s
//      LATE: Net::forward() [Net]
// LATE-NEXT: op:add
// LATE-NEXT: op:inner
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>

#if defined(TORCH) || defined(HOOKS) || defined(BRIDGE)
#include "sources/torch/Bridge.h"
#include "sources/torch/OperatorHooks.h"
using namespace autoscope;
#endif

#if defined(TORCH)
static const torch_operators::Host *host;
static bool installed, withArguments, withMemory;

extern "C" void install(const void *offered, bool arguments, bool memory) {
  host = static_cast<const torch_operators::Host *>(offered);
  installed = offered;
  withArguments = arguments;
  withMemory = memory;
}

static void describe(__autoscope_shapes *shapes, const void *, uint32_t index) {
  if (index == 1)
    return host->setType(shapes, "Scalar");
  host->openShape(shapes);
  host->addSize(shapes, 2);
  host->addSize(shapes, 3);
  host->closeShape(shapes);
  host->setScalarType(shapes, 6);
}

struct alignas(8) Record {
  explicit Record(const char *name) {
    if (!installed)
      return;
    auto low = [](const void *address) { return uint32_t(reinterpret_cast<uintptr_t>(address)); };
    torch_operators::Operator started = {};
    started.name = name;
    started.nameLength = strlen(name);
    if (strcmp(name, "op:add") == 0)
      started.sequence = {42, 1, false};
    started.kind = strchr(name, ':') ? torch_operators::Kind::Operator : torch_operators::Kind::Annotation;
    started.place = {low(this), low(__builtin_frame_address(0))};
    if (withArguments) {
      started.arguments = {describe, nullptr, strcmp(name, "op:start") ? 2u : 0u};
      started.flops = 7;
    }
    host->begin(started);
  }
  ~Record() {
    if (host)
      host->end(uint32_t(reinterpret_cast<uintptr_t>(this)));
  }
};

[[gnu::noinline]] static void allocate(int64_t bytes, bool isOfDevice = false) {
  if (installed && withMemory)
    host->memory({nullptr, bytes, 0, 0, isOfDevice ? 1u : 0u, isOfDevice ? 0 : -1,
                  uint32_t(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)))});
}

extern "C" void run(const char *name) {
  if (strcmp(name, "op:start") == 0)
    allocate(-64);
  Record record(name);
  allocate(100);
  if (strcmp(name, "op:add") == 0 || strcmp(name, "op:throw") == 0) {
    Record inner("op:inner");
    allocate(-40);
    allocate(4096, true);
  }
  allocate(23);
  if (strcmp(name, "op:throw") == 0)
    throw std::runtime_error(name);
}

#elif defined(HOOKS)
extern "C" void install(const void *host, bool withArguments, bool withMemory);
extern "C" const torch_operators::Hooks *autoscope_torch_operators() {
  static const char *which = getenv("HOOKS") ? getenv("HOOKS") : "";
  static torch_operators::Hooks hooks = {torch_operators::hooksVersion,
                                         []() -> const char * { return strcmp(which, "other") ? nullptr : "was built for another"; },
                                         [](const torch_operators::Host &host, torch_operators::Extras extras) {
                                           install(&host, extras.arguments, extras.memory);
                                           if (extras.memory && getenv("TAKEN"))
                                             host.memoryIsTaken();
                                           return true;
                                         },
                                         [] { install(nullptr, false, false); },
                                         [](const torch_operators::Host &) { return false; }, nullptr};
  if (strcmp(which, "version") == 0)
    ++hooks.version;
  return &hooks;
}

#elif defined(BRIDGE)
using namespace torch_bridge;
static uint32_t find(const void *, const void *, Index *, uint64_t *, uint32_t *) { return 0; }
static bool leadsTo(const void *, const Index *, uint32_t, uint64_t, const void *) { return false; }
static void describe(const void *, const Index *, uint32_t, char *, char *, size_t) {}
static void typeOf(const void *, char *type, size_t) { strcpy(type, "Net"); }
extern "C" const Functions *autoscope_torch_bridge() {
  static Functions functions = {bridgeVersion, "libtorch_cpu.so.77", "install", find, leadsTo, describe, typeOf};
  if (const char *which = getenv("BRIDGE"); which && strcmp(which, "other") == 0)
    functions.torchSoname = "libtorch_cpu.so.78";
  return &functions;
}

#else
#include "autoscope/profile.h"

#ifdef LINKED
extern "C" void run(const char *name);
static int early = (run("op:start"), 0);
#else
static void (*run)(const char *) = [](const char *) {};
#endif

namespace torch { namespace nn {
struct Module {
  virtual ~Module() = default;
};
}} // namespace torch::nn
struct Net : torch::nn::Module {
  int forward() {
    run("op:add");
    try {
      run("op:throw");
    } catch (const std::runtime_error &) {
    }
    run("my block");
    return 2;
  }
};
int main(int argc, char **argv) {
#ifndef LINKED
  if (argc == 2)
    run = reinterpret_cast<void (*)(const char *)>(dlsym(dlopen(argv[1], RTLD_NOW), "run"));
#else
  early = argc;
#endif
  Net net;
  if (argc == 3)
    for (int i = 1; i < argc; ++i) {
      autoscope::profile profile(argv[i]);
      net.forward();
    }
  std::fprintf(stderr, "%d\n", net.forward());
}
#endif
