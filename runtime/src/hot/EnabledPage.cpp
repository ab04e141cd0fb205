#include "hot/EnabledPage.h"

#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr size_t pageBytes = 4096;
constexpr size_t claim = 64;  // in the page: not 0 in a process that has claimed it
bool isArmed = false;

}  // namespace

// Of a page's size, so that nothing else lies in it, also where the linker copies it into the program.
extern "C" __attribute__((visibility("default"))) unsigned char
    autoscope_enabled_page[pageBytes] __asm__("__autoscope_enabled");
alignas(pageBytes) unsigned char autoscope_enabled_page[pageBytes];

namespace autoscope::hot {

void claimEnabledPage() noexcept {
  unsigned char *page = autoscope_enabled_page;
  if (!__atomic_load_n(&isArmed, __ATOMIC_RELAXED))
    __atomic_store_n(&isArmed,
                     sysconf(_SC_PAGESIZE) == long(pageBytes) && madvise(page, pageBytes, MADV_WIPEONFORK) == 0,
                     __ATOMIC_RELAXED);
  __atomic_store_n(&page[claim], static_cast<unsigned char>(1), __ATOMIC_RELAXED);
}

bool enabledPageIsWiped() noexcept {
  return __atomic_load_n(&isArmed, __ATOMIC_RELAXED) &&
         __atomic_load_n(&autoscope_enabled_page[claim], __ATOMIC_RELAXED) == 0;
}

}  // namespace autoscope::hot
