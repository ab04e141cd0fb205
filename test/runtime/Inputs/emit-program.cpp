// A program whose scopes other tools are told of; what it does is its argument.
#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <autoscope/scope.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#if defined(OWN_RANGES)
#include <nvtx3/nvToolsExt.h>
#endif

#define SCOPE [[autoscope::scope]] __attribute__((noinline))

SCOPE void leaf() {
  asm volatile("");
}

SCOPE void recurse(int levels) {
  if (levels > 0)
    recurse(levels - 1);
  asm volatile("");
}

namespace {

void tree() {
  AUTOSCOPE_SCOPE("tree");
  leaf();
  {
    std::string name = "batch ";
#if defined(OWN_RANGES)
    nvtxRangePushA("own");
#endif
    autoscope::record_function block(name + std::to_string(7));
    leaf();
#if defined(OWN_RANGES)
    nvtxRangePop();
#endif
  }
  recurse(2);
  leaf();
}

SCOPE void thrower() {
  leaf();
  throw std::runtime_error("");
}

void exceptions() {
  AUTOSCOPE_SCOPE("exceptions");
  for (int i = 0; i < 2; ++i)
    try {
      AUTOSCOPE_SCOPE("try");
      thrower();
    } catch (const std::exception &) {
      leaf();
    }
}

jmp_buf place;

SCOPE void jumper(int levels) {
  if (levels == 0)
    longjmp(place, 1);
  jumper(levels - 1);
  asm volatile("");
}

void jumps() {
  AUTOSCOPE_SCOPE("jumps");
  if (setjmp(place) == 0)
    jumper(2);
  leaf();
}

// Two threads, one after the other; the second ends with scopes that nobody leaves.
void threads() {
  AUTOSCOPE_SCOPE("threads");
  std::thread([] {
    AUTOSCOPE_SCOPE("first");
    leaf();
  }).join();
  std::thread([] {
    autoscope_scope_begin("second", 6, nullptr);
    autoscope_scope_begin("within", 6, nullptr);
    leaf();
  }).join();
  leaf();
}

// Profiles of its own that begin and end inside of scopes.
void profiles(const char *session) {
  AUTOSCOPE_SCOPE("profiles");
  autoscope_options options = {};
  options.size = sizeof options;
  options.output = session;
  {
    AUTOSCOPE_SCOPE("before");
    if (const char *error = autoscope_start(&options))
      puts(error);
    leaf();
  }
  {
    AUTOSCOPE_SCOPE("until");
    leaf();
    if (const char *error = autoscope_stop())
      puts(error);
  }
  leaf();
  if (const char *error = autoscope_stop())
    puts(error);
}

void paused(const char *session) {
  AUTOSCOPE_SCOPE("paused");
  autoscope_options options = {};
  options.size = sizeof options;
  options.output = session;
  autoscope_start(&options);
  {
    AUTOSCOPE_SCOPE("begun");
    autoscope_window_toggle(0, 0, nullptr);
    leaf();
  }
  {
    AUTOSCOPE_SCOPE("not seen");
    autoscope_window_toggle(0, 1, nullptr);
    recurse(0);
  }
  autoscope_stop();
}

void forks() {
  AUTOSCOPE_SCOPE("forks");
  pid_t child = fork();
  if (child == 0) {
    leaf();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  leaf();
}

volatile sig_atomic_t handled = 0;

SCOPE void handler(int) {
  ++handled;
}

// One signal between scopes, and one in the middle of each beginning and end if the tool raises them.
void signals() {
  signal(SIGUSR1, handler);
  signal(SIGUSR2, handler);
  AUTOSCOPE_SCOPE("signals");
  raise(SIGUSR1);
  leaf();
}

void deep() {
  recurse(700);
  leaf();
}

}  // namespace

int main(int count, char **arguments) {
  std::string what = count > 1 ? arguments[1] : "tree";
  const char *session = count > 2 ? arguments[2] : nullptr;
  if (what == "tree")
    tree();
  else if (what == "exceptions")
    exceptions();
  else if (what == "jumps")
    jumps();
  else if (what == "threads")
    threads();
  else if (what == "profiles")
    profiles(session);
  else if (what == "paused")
    paused(session);
  else if (what == "forks")
    forks();
  else if (what == "signals")
    signals();
  else if (what == "deep")
    deep();
  puts("the program ran");
}
