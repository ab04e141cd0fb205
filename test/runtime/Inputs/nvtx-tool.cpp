// Stands in for Nsight Systems: a library for NVTX_INJECTION64_PATH that appends a line for each range that begins or ends
// to the file EMITTED. With EMITTED_RAISES it raises SIGUSR2 at each, in the middle of what has told it.
#include "emit-handle.h"

#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

static void note(const char *what, const char *domain, const char *name) {
  static int file = open(getenv("EMITTED"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  char line[2000];
  int length = snprintf(line, sizeof line, "%d %d %s %s %s\n", getpid(), gettid(), what, domain, name);
  if (write(file, line, size_t(length)) != length)
    abort();
  if (getenv("EMITTED_RAISES"))
    raise(SIGUSR2);
}

static const char *textOf(const nvtxEventAttributes_t *range) {
  return range->messageType == NVTX_MESSAGE_TYPE_REGISTERED
             ? reinterpret_cast<const char *>(range->message.registered)
             : range->message.ascii;
}
static nvtxDomainHandle_t createDomain(const char *name) {
  return reinterpret_cast<nvtxDomainHandle_t>(handleOf(name));
}
static nvtxStringHandle_t registerString(nvtxDomainHandle_t domain, const char *name) {
  note("register", reinterpret_cast<const char *>(domain), name);
  return reinterpret_cast<nvtxStringHandle_t>(handleOf(name));
}
static int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *range) {
  note("begin", domain ? reinterpret_cast<const char *>(domain) : "program", textOf(range));
  return 0;
}
static int pop(nvtxDomainHandle_t domain) {
  note("end", domain ? reinterpret_cast<const char *>(domain) : "program", "");
  return 0;
}
static int pushPlain(const char *name) {
  note("begin", "program", name);
  return 0;
}
static int popPlain() {
  note("end", "program", "");
  return 0;
}

template <class Function> static void replace(NvtxFunctionTable table, unsigned size, unsigned id, Function function) {
  if (id < size)
    *table[id] = reinterpret_cast<NvtxFunctionPointer>(function);
}

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t exports) {
  if (getenv("EMITTED_REFUSES"))
    return 0;
  auto *callbacks = static_cast<const NvtxExportTableCallbacks *>(exports(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size))
    return 0;
  replace(table, size, NVTX_CBID_CORE_RangePushA, pushPlain);
  replace(table, size, NVTX_CBID_CORE_RangePop, popPlain);
  if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size))
    return 0;
  replace(table, size, NVTX_CBID_CORE2_DomainCreateA, createDomain);
  replace(table, size, NVTX_CBID_CORE2_DomainRegisterStringA, registerString);
  replace(table, size, NVTX_CBID_CORE2_DomainRangePushEx, push);
  replace(table, size, NVTX_CBID_CORE2_DomainRangePop, pop);
  return 1;
}
