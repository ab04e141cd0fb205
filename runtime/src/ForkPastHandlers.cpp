// _Fork, which programs reach through the shared library. A handler may call it, and what that interrupted goes on in
// the child: with the recorder's ring in hand, which the two processes share.
#include "ForkPastHandlers.h"

#include <cerrno>
#include <dlfcn.h>
#include <sys/types.h>

namespace autoscope {

namespace {

using Fork = pid_t (*)();

Fork find() noexcept {
  return reinterpret_cast<Fork>(dlsym(RTLD_NEXT, "_Fork"));
}

// Found before main, since dlsym is not for signal handlers.
Fork next = nullptr;

__attribute__((constructor(101))) void findNext() {
  next = find();
}

}  // namespace

}  // namespace autoscope

// Another name than that of <unistd.h>, which not every C library declares.
extern "C" __attribute__((visibility("default"))) pid_t autoscope_fork_past_handlers() noexcept __asm__("_Fork");
pid_t autoscope_fork_past_handlers() noexcept {
  using namespace autoscope;
  if (!next && !(next = find())) {
    errno = ENOSYS;
    return -1;
  }
  pid_t child = next();
  if (child == 0 && afterForkPastHandlers)
    afterForkPastHandlers();
  return child;
}
