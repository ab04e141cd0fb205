// A process that cannot be controlled is named, with the reason and what would help: one that is not there, has ended, does
// not listen, has no autoscope, was made by fork, or is stopped.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app -pthread && %clangxx -Wno-unknown-attributes %s -o plain -pthread && rm -f exit
// RUN: sh -c 'for c in status attach start stop; do $0 $c 999999999; $0 $c 4x; $0 $c 0; done; $0 attach; true' %autoscope 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env AUTOSCOPE_CONTROL=0 sh %S/Inputs/beside.sh ./app 'sleep 2; %autoscope attach $pid; echo status $?' 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: sh %S/Inputs/beside.sh ./plain 'sleep 2; %autoscope stop $pid; echo status $?' 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: sh %S/Inputs/beside.sh "./app fork" 'sleep 2; %autoscope status $(cat child); echo status $?; %autoscope status $pid; touch exit' 2>&1 | FileCheck --check-prefix=FORK %s
// RUN: rm -f exit && sh %S/Inputs/beside.sh "./app thread" '%autoscope status $(cat thread); true' 2>&1 | FileCheck --check-prefix=THREAD %s
// RUN: sh %S/Inputs/beside.sh ./app 'kill -STOP $pid; while ! grep -q "^State:.T" /proc/$pid/status; do sleep 0.05; done; %autoscope attach $pid; echo status $?' 2>&1 | FileCheck --check-prefix=STOPPED %s
// RUN: sh %S/Inputs/beside.sh ./app '%python %S/Inputs/hold-connections.py autoscope/$pid.control %autoscope status $pid' 2>&1 | FileCheck --check-prefix=CROWDED %s
// A value that is none is said when the program starts; a folder for the socket that cannot be made is no reason to complain if /tmp will do:
// RUN: touch exit && env AUTOSCOPE_CONTROL=yes ./app 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: env AUTOSCOPE_CONTROL=1 XDG_RUNTIME_DIR=$PWD/none ./app 2>&1 | count 0
#include "Inputs/works-until-told.h"

#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>

static void write(const char *name, long number) {
  std::string temporary = std::string(name) + ".new";
  FILE *file = fopen(temporary.c_str(), "w");
  fprintf(file, "%ld", number);
  fclose(file);
  rename(temporary.c_str(), name);
}

static void *inThread(void *) {
  write("thread", syscall(SYS_gettid));
  workUntilTold();
  return nullptr;
}

int main(int argc, char **argv) {
  std::string how = argc > 1 ? argv[1] : "";
  pid_t child = how == "fork" ? fork() : 0;
  if (how == "fork" && child == 0) {
    alarm(300);
    while (access("exit", F_OK) != 0)
      usleep(10000);
    _exit(0);
  }
  if (child)
    write("child", child);
  pthread_t thread;
  if (how == "thread" && pthread_create(&thread, nullptr, inThread, nullptr) == 0)
    pthread_join(thread, nullptr);
  else
    workUntilTold();
  if (child)
    waitpid(child, nullptr, 0);
}
// NONE:      autoscope: there is no process 999999999
// NONE-NEXT: autoscope: '4x' is no process id
// NONE-NEXT: autoscope: '0' is no process id
// NONE-NEXT: autoscope: there is no process 999999999
// NONE-NEXT: autoscope: '4x' is no process id
// NONE-NEXT: autoscope: '0' is no process id
// NONE-NEXT: autoscope: there is no process 999999999
// NONE:      autoscope: there is no process 999999999
// NONE:      autoscope: PID is required
// SILENT: autoscope: process {{[0-9]+}} (app) does not listen: start it with AUTOSCOPE_CONTROL=1 in its environment
// SILENT: status 1
// PLAIN: autoscope: process {{[0-9]+}} (plain) has no autoscope in it: compile it with autoscope-clang++ or the plugin
// PLAIN: status 1
// FORK:      autoscope: process {{[0-9]+}} (app) does not listen, though it was started with AUTOSCOPE_CONTROL=1: it was made by fork, which ends that, or could not make its socket, and said why
// FORK-NEXT: status 1
// FORK-NEXT: process {{[0-9]+}} (app): not recording
// THREAD: autoscope: {{[0-9]+}} is a thread of process {{[0-9]+}}: name that
// STOPPED: autoscope: process {{[0-9]+}} (app) is stopped by a signal: continue it first (kill -CONT)
// STOPPED-NEXT: status 1
// VALUE: autoscope: AUTOSCOPE_CONTROL=yes is not one of 0, 1
// CROWDED: autoscope: process {{[0-9]+}} (app){{: too many connections are open| closed the connection instead of an answer: it ends, or too many others are connected}}
// CROWDED: status 1
