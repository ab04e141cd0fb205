// Stands in for VTune's collector: a library for INTEL_LIBITTNOTIFY64 that appends a line for each task that begins or ends
// to the file EMITTED.
#include "emit-handle.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

struct Id {
  unsigned long long d1, d2, d3;
};

static void note(const char *what, const void *domain, const void *name) {
  static int file = open(getenv("EMITTED"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  char line[2000];
  int length = snprintf(line, sizeof line, "%d %d %s %s %s\n", getpid(), gettid(), what,
                        static_cast<const char *>(domain), static_cast<const char *>(name));
  if (write(file, line, size_t(length)) != length)
    abort();
}

extern "C" {
#define PUBLIC __attribute__((visibility("default")))
PUBLIC void *__itt_domain_create(const char *name) { return handleOf(name); }
PUBLIC void *__itt_string_handle_create(const char *name) {
  note("register", "autoscope", name);
  return handleOf(name);
}
#if !defined(WITHOUT_TASKS)
PUBLIC void __itt_task_begin(const void *domain, Id task, Id parent, void *name) {
  if (task.d1 || task.d2 || task.d3 || parent.d1 || parent.d2 || parent.d3)
    abort();
  note("begin", domain, name);
}
PUBLIC void __itt_task_end(const void *domain) { note("end", domain, ""); }
#endif
}
