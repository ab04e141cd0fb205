#include "collect/LastThread.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {

std::atomic<int> ownThreads{0};

// Has main ended, while the process goes on, and how many threads has it, main included? 0: it has not.
int threadsWithoutMain() noexcept {
  char text[1024];
  int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  text[length > 0 ? length : 0] = 0;
  // proc(5): the name in parentheses may hold anything; the state is that of the main thread.
  const char *name = strrchr(text, ')');
  char state = 0;
  int threads = 0;
  if (!name ||
      sscanf(name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d", &state, &threads) != 2)
    return 0;
  return state == 'Z' ? threads : 0;
}

}  // namespace

OwnThread::OwnThread() noexcept {
  ++ownThreads;
}

OwnThread::~OwnThread() {
  --ownThreads;
}

void OwnThread::forgetAll() noexcept {
  ownThreads = 0;
}

void endWithLastThread(const sigset_t &mask) noexcept {
  // Where only ours are left nobody makes another, so this stays true.
  if (threadsWithoutMain() != ownThreads + 1)
    return;
  // Several of ours may look.
  static std::atomic<bool> ending{false};
  if (ending.exchange(true))
    return;
  // Not on this thread, which the end of the session waits for.
  static sigset_t maskOfProgram;
  maskOfProgram = mask;
  pthread_t thread;
  auto end = [](void *) -> void * {
    pthread_sigmask(SIG_SETMASK, &maskOfProgram, nullptr);
    exit(0);
  };
  if (pthread_create(&thread, nullptr, end, nullptr) == 0)
    pthread_detach(thread);
  else
    ending = false;
}

}  // namespace autoscope::collect
