// Any bytes as a binary: its sites are listed or one sentence says why not.
#include "FuzzTarget.h"

#include "SiteList.h"

#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string path = autoscope::fuzz::scratchFile(".elf");
  autoscope::fuzz::writeFile(path, data, size);
  {
    autoscope::tool::SiteList list;
    list.open(path);
  }
  unlink(path.c_str());
  return 0;
}
