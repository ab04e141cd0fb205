// libautoscope-nvtx.so: scopes as ranges of NVTX, for Nsight Systems and whatever else NVTX_INJECTION64_PATH names. See
// BackEnd.h. NVTX's headers hold all of it, and load the tool.
//
// In a domain of our own: a tool keeps a stack of ranges per thread and domain, so the program's own stay as they are.
#include "sources/emit/BackEnd.h"
#include "sources/emit/StringHandles.h"

#include <nvtx3/nvToolsExt.h>

namespace {

nvtxDomainHandle_t domain = nullptr;
autoscope::emit::StringHandles<nvtxStringHandle_t> names;

const char *open() {
  domain = nvtxDomainCreateA("autoscope");
  return domain && names.open() ? nullptr : "";
}

bool begin(uint32_t site, const char *name, size_t length) {
  nvtxEventAttributes_t range = {};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  range.message.registered =
      names.of(site, {name, length}, [](const char *text) { return nvtxDomainRegisterStringA(domain, text); });
  nvtxDomainRangePushEx(domain, &range);
  return true;
}

void end() {
  nvtxDomainRangePop(domain);
}

const autoscope::emit::BackEnd backEnd = {autoscope::emit::backEndVersion, open, begin, end, nullptr};

}  // namespace

extern "C" __attribute__((visibility("default"))) const autoscope::emit::BackEnd *autoscope_emit_nvtx() {
  return &backEnd;
}
