// Any bytes as a binary: its sites are listed or one sentence says why not.
#include "SiteList.h"

#include <cstdlib>
#include <fstream>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string path = "/tmp/autoscope-fuzz-" + std::to_string(getpid()) + ".elf";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
  {
    autoscope::tool::SiteList list;
    list.open(path);
  }
  unlink(path.c_str());
  return 0;
}
