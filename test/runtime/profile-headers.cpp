// The headers of a profile compile without a warning, in every standard that they promise, with GCC and each clang, also
// without exceptions; and units of different standards meet in one program.
// Warnings are wanted of copies that are no system headers. The last of them clang has since 2023, and call sites of ours.
// RUN: rm -rf %t.d && mkdir -p %t.d && cp -r %source/runtime/include/autoscope %t.d/
// RUN: sed -i /system_header/d %t.d/autoscope/[!as]*.h %t.d/autoscope/schedule.h %t.d/autoscope/step_list.h %t.d/autoscope/detail/*.h
// RUN: sh -c 'for std in 11 17; do for e in exceptions no-exceptions; do %host_cxx -DPART=2 -fsyntax-only -std=c++$std -f$e -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I%t.d %s || exit 1; done; done'
// RUN: sh -c 'for std in 11 20; do for e in exceptions no-exceptions; do %clangxx -DPART=2 -fsyntax-only -std=c++$std -f$e -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-padded -Wno-weak-vtables -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Wno-switch-default -Wno-reserved-identifier -Wno-reserved-id-macro -Werror -I%t.d %s || exit 1; done; done'

// RUN: %clangxx -std=c++11 -DPART=1 -c -I%source/runtime/include %s -o %t.old.o
// RUN: %clangxx -std=c++17 -DPART=2 -I%source/runtime/include %s %t.old.o -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: cd %t.d && %t | FileCheck %s
// CHECK: new: block 1
// CHECK-NEXT: old
// CHECK-NEXT: what this profile recorded had been ended before, by autoscope::stop() or by a tool
// CHECK-NEXT: the other went on
// CHECK-NEXT: new: block 1

#include <autoscope/memory.h>
#include <autoscope/profile.h>
#include <autoscope/record_function.h>

#if PART == 1 || __cplusplus < 201703L || !defined(__cpp_exceptions)

#include <cstdio>

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
void old();
void old() {
  autoscope::profile recording("old.json");
  std::puts("old");
  autoscope::stop();
  autoscope::start("other.json");
  std::puts(recording.stop().message.c_str());
  std::puts(autoscope::stop() ? "the other went on" : "the other was ended");
}
#endif
#if PART != 1
int main() {
  autoscope::record_function block("block");
  autoscope::status started = autoscope::start("x.json");
  return started && autoscope::stop() && autoscope::snapshot() ? 0 : 1;
}
#endif

#else

#include <iostream>

void old();

static void now() {
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(0, 0, 1);
  wanted.schedule = nullptr;
  wanted.on_trace_ready = [](autoscope::profile &p) { std::cout << "new: block " << p.stats().number_of_events << "\n"; };
  autoscope::profile recording(wanted, autoscope::deferred);
  recording.start();
  { autoscope::record_function block(std::string("block")); }
  recording.stop();
  std::cout.flush();
}

int main() {
  now();
  old();
  std::fflush(nullptr);
  now();
}

#endif
