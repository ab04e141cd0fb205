// What stand-in tools give back for a name: a copy of it, for good, and where a checker of leaks finds it. Any thread.
#pragma once

#include <cstdlib>
#include <cstring>

static inline char *handleOf(const char *name) {
  static char *handles[1024];
  static size_t used = 0;
  size_t at = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
  if (at >= sizeof handles / sizeof *handles)
    abort();
  return handles[at] = strdup(name);
}
