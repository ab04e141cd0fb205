#include "collect/LoadedNotes.h"

#include "record/SmallFunctions.h"

#include <link.h>

namespace autoscope::collect {

// Notes lie in a segment of their own, so no file need be opened.
uint64_t LoadedNotes::countSmallFunctions() {
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *found) {
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          // NOLINTNEXTLINE(performance-no-int-to-ptr)
          const auto *bytes = reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr);
          if (segment.p_type == PT_NOTE)
            record::addSmallFunctions({bytes, segment.p_memsz}, *static_cast<std::set<uint32_t> *>(found));
        }
        return 0;
      },
      &places_);
  return places_.size();
}

}  // namespace autoscope::collect
